/**
 * Vector tiles of one set, cold and hot, compared with geojson-vt and vt-pbf, which make tiles in the server from GeoJSON: `node bench/tiles.ts`.
 *
 * Cold has two meanings, and each side pays for all that it needs in both:
 * - A server starts. Each begins with its files, in the page cache, and ends with encoded tiles. Metes reads the zooms that an earlier
 *   process has kept, as servers do for blocks of 2,000 positions and more, with the encoded geometry of each boundary in each tile, and adds
 *   attributes; the peer has no such form, since its index lives in memory: it parses GeoJSON, builds the index and encodes. The goal, three
 *   times the peer's speed, is measured on this: it is what a request meets, unless it is the first one in its block since an import.
 * - Nothing was ever made. Both begin with polygons in memory, Metes with stored bytes, the peer with parsed GeoJSON. Metes prepares the
 *   blocks that the tiles lie in, as a server does: each matches all borders, and then serves three zooms. The peer simplifies each polygon
 *   on its own, so its neighbours do not share their borders.
 *
 * Each is measured for all tiles of zooms 0 to 8, and for a single tile, the largest of its zoom. The peer's index is counted whole, since no
 * tile comes without it, but goes no deeper than these tiles need. Both end with tiles that are not compressed. A server that starts has
 * compiled nothing yet: its tiles are drawn in a new thread as well.
 *
 * Hot is one tile again: kept bytes, and drawing it again from the kept zoom, as the peer's servers encode for each request.
 */

import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { geometryJson } from '../src/domain/formats/geojson.ts'
import { decodeRings } from '../src/domain/geometry/codec.ts'
import { extentOf } from '../src/domain/geometry/extent.ts'
import { joinRings } from '../src/domain/geometry/parts.ts'
import { type BBox, UNITS_PER_DEGREE } from '../src/domain/geometry/rings.ts'
import {
  blocksIn,
  boxOfBlock,
  placeInBlock,
  prepareBlock,
  tilesOf,
  zoomsOf,
} from '../src/domain/tiles/block.ts'
import { drawTiles } from '../src/domain/tiles/draw-tile.ts'
import type { BlockFiles } from '../src/domain/tiles/ports.ts'
import { degreesOfBox } from '../src/domain/tiles/tile-grid.ts'
import { zoomFileOf } from '../src/domain/tiles/zoom-file.ts'
import { encodeZoom } from '../src/domain/tiles/zoom-tiles.ts'
import { EncodedBody } from '../src/op/response/encoded-body.ts'
import { ResponseCache } from '../src/op/response/response-cache.ts'
import { openBlockFiles } from '../src/storage/files/block-files.ts'
import { polygonsOfAtlas } from '../test/support/atlas-polygons.ts'
import { ATLAS_SETS } from './support/atlas-sets.ts'
import { printMachine, race, Timed } from './support/race.ts'
import type { StartingTask } from './support/starting-thread.ts'
import {
  type BlockTiles,
  type Drawn,
  drawnByPeers,
  drawnFromFiles,
  encodedTile,
  hasTilePeers,
  indexOf,
  VERSION,
} from './support/starting-tiles.ts'

const ROUNDS = 5
const HOT_TILES = 100
const MAX_ZOOM = 8
const WORLD = { z: 0, x: 0, y: 0 }
/** Of all kinds of blocks. */
const SINGLE_ZOOMS = [0, 2, 5, 8]

/** The blocks of a set, with the members that the catalog would find in each, and their zooms in files. */
const keepZooms = async (
  members: readonly Uint8Array[],
  files: BlockFiles,
): Promise<readonly BlockTiles[]> => {
  const boxes = members.map((rings) => extentOf(decodeRings(rings).coords))
  const kept: BlockTiles[] = []
  for (const block of blocksIn([degreesOfExtent(members)], MAX_ZOOM)) {
    const [west, south, east, north] = degreesOfBox(boxOfBlock(block)).map(
      (degrees) => degrees * UNITS_PER_DEGREE,
    )
    const numbers = [...members.keys()].filter((i) => {
      const box = boxes[i]
      return box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south
    })
    if (numbers.length === 0) continue
    const met = numbers.map((i) => members[i])
    const features = numbers.map((number, member) => ({ member, attributes: { id: String(number) } }))
    const coverage = prepareBlock({ block, members: met })
    const zooms = await Promise.all(
      zoomsOf(block, MAX_ZOOM).map(async (zoom) => {
        const zoomed = encodeZoom({ block, coverage, zoom })
        const file = [...Object.values(block), zoom].join('-')
        await files.write(file, zoomFileOf(zoomed, VERSION))
        const tiles = tilesOf(block, zoom)
        const drawn = drawTiles({ zoom: zoomed, places: [...tiles.keys()], features })
        return {
          zoom,
          file,
          tiles: tiles.filter((_, i) => drawn[i] !== null),
          sizes: drawn.flatMap((bytes) => (bytes === null ? [] : [bytes.byteLength])),
        }
      }),
    )
    const shown = zooms.filter(({ tiles }) => tiles.length > 0)
    if (shown.length > 0) kept.push({ block, members: met, features, zooms: shown })
  }
  return kept
}

const drawnFromNothing = (blocks: readonly BlockTiles[]): Drawn =>
  blocks.flatMap(({ block, members, features, zooms }) => {
    const coverage = prepareBlock({ block, members })
    return zooms.flatMap(({ zoom, tiles }) =>
      drawTiles({
        zoom: encodeZoom({ block, coverage, zoom }),
        places: tiles.map((tile) => placeInBlock(block, tile)),
        features,
      }),
    )
  })

/** The largest tile of a zoom. */
const largestTile = (blocks: readonly BlockTiles[], zoom: number): readonly BlockTiles[] => {
  const atZoom = blocks.flatMap((each) =>
    each.zooms
      .filter((some) => some.zoom === zoom)
      .flatMap(({ file, tiles, sizes }) =>
        tiles.map((tile, i) => ({ ...each, zooms: [{ zoom, file, tiles: [tile], sizes: [sizes[i]] }] })),
      ),
  )
  return atZoom.sort((a, b) => b.zooms[0].sizes[0] - a.zooms[0].sizes[0]).slice(0, 1)
}

const geojsonOf = (members: readonly Uint8Array[]): { readonly features: readonly object[] } => ({
  features: members.map((rings, member) => ({
    type: 'Feature',
    properties: { id: String(member) },
    geometry: JSON.parse(new TextDecoder().decode(geometryJson(decodeRings(rings), 7))),
  })),
})

const degreesOfExtent = (members: readonly Uint8Array[]): BBox => {
  const [west, south, east, north] = extentOf(joinRings(members.map(decodeRings)).coords)
  const degrees = (units: number): number => units / UNITS_PER_DEGREE
  return [degrees(west), degrees(south), degrees(east), degrees(north)]
}

const describe = (tiles: Drawn): string => {
  const drawn = tiles.filter((tile) => tile !== null)
  return `${drawn.length} tiles, ${Math.round(drawn.reduce((sum, { byteLength }) => sum + byteLength, 0) / 1000)} kB`
}

const raceTiles = async (title: string, members: readonly Uint8Array[]): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-bench-'))
  const files = openBlockFiles(directory, { warn: console.warn })
  const blocks = await keepZooms(members, files)
  const collection = geojsonOf(members)
  const geojsonFile = join(directory, 'collection.json')
  await writeFile(geojsonFile, JSON.stringify(collection))
  const all: readonly (readonly [what: string, some: readonly BlockTiles[]])[] = [
    [`all tiles to zoom ${MAX_ZOOM}`, blocks],
    ...SINGLE_ZOOMS.map((zoom) => [`the largest tile of zoom ${zoom}`, largestTile(blocks, zoom)] as const),
  ]
  const cases = all.filter(([, some]) => some.length > 0)
  for (const [what, some] of cases)
    await race(
      `${title}, ${what}, a server starts`,
      ROUNDS,
      {
        metes: () => drawnFromFiles(some, files),
        ...(hasTilePeers
          ? {
              'geojson-vt and vt-pbf': async () =>
                drawnByPeers(JSON.parse(await readFile(geojsonFile, 'utf8')), some),
            }
          : {}),
      },
      describe,
    )
  for (const [what, some] of cases.slice(0, 1)) {
    const inNewThread = (kept: string | null) => () =>
      drawnInThread({ directory: kept, geojsonFile, blocks: some })
    await race(
      `${title}, ${what}, a server starts, in a new thread`,
      ROUNDS,
      {
        metes: inNewThread(directory),
        ...(hasTilePeers ? { 'geojson-vt and vt-pbf': inNewThread(null) } : {}),
      },
      describe,
    )
  }
  for (const [what, some] of cases)
    await race(
      `${title}, ${what}, nothing was ever made`,
      ROUNDS,
      {
        metes: () => drawnFromNothing(some),
        ...(hasTilePeers ? { 'geojson-vt and vt-pbf': () => drawnByPeers(collection, some) } : {}),
      },
      describe,
    )
  await raceHotTile(title, blocks, collection)
  await rm(directory, { recursive: true })
}

/** Modules are loaded before the clock starts. */
const drawnInThread = async (task: StartingTask): Promise<Timed<Drawn>> => {
  const worker = new Worker(new URL('support/starting-thread.ts', import.meta.url), { workerData: task })
  const [{ drawn, ms }] = (await once(worker, 'message')) as [{ drawn: Drawn; ms: number }]
  return new Timed(drawn, ms)
}

const raceHotTile = async (
  title: string,
  blocks: readonly BlockTiles[],
  collection: object,
): Promise<void> => {
  const world = largestTile(blocks, 0)
  if (world.length === 0) return
  const [whole] = drawnFromNothing(world)
  const cache = new ResponseCache(100_000_000)
  await cache.get('0/0/0', async () => new EncodedBody(whole!, 'tile'))
  const [{ members, features }] = world
  const zoom = encodeZoom({ block: WORLD, coverage: prepareBlock({ block: WORLD, members }), zoom: 0 })
  const index = hasTilePeers ? indexOf(collection) : null
  /** One look-up takes less than the clock can tell. */
  const often = (tile: () => Uint8Array): Drawn => Array.from({ length: HOT_TILES }, tile)
  await race(
    `${title}, ${HOT_TILES} times the tile of zoom 0, hot`,
    ROUNDS,
    {
      metes: () => often(() => cache.peek('0/0/0')!.bytes),
      'metes, drawing': () => often(() => drawTiles({ zoom, places: [0], features })[0]!),
      ...(index === null
        ? {}
        : { 'geojson-vt and vt-pbf': () => often(() => encodedTile(index.getTile(0, 0, 0)!)) }),
    },
    describe,
  )
}

printMachine()
for (const [title, iso, level] of ATLAS_SETS) {
  const members = await polygonsOfAtlas(iso, level)
  await raceTiles(title, members)
}
