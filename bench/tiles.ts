/**
 * Vector tiles of one set, cold and hot, compared with geojson-vt and vt-pbf, which make tiles in the server from GeoJSON: `node bench/tiles.ts`.
 *
 * Cold has two meanings, and each side pays for all that it needs in both:
 * - A server starts. Each begins with the bytes that it has on disk and ends with encoded tiles: the peer parses GeoJSON, builds its index
 *   and encodes; Metes reads the zooms that an earlier process, or the build of the package, has kept. What keeping them took is the next
 *   line. The peer has no such form: its index lives in memory. Once for all tiles up to zoom 5, once for the first tile alone, for
 *   which the peer's index goes no further than that tile. The bytes of both are in memory already. A server keeps blocks of 100,000
 *   positions and more, as the world at zooms 0 to 5 is made of; these sets are smaller, which favours neither side.
 * - Nothing was ever made. Both begin with polygons in memory, Metes with stored bytes, the peer with parsed GeoJSON, and nothing is kept
 *   from one measurement to the next: once for all tiles of one zoom, which is what a session on a map pays, and once for a single tile in
 *   the middle. The peer's index is counted whole, since no tile comes without it, but goes no deeper than these tiles need. Metes prepares
 *   the blocks that these tiles lie in, as a server does: each matches all borders, and then serves three zooms. The peer simplifies each
 *   polygon on its own, so its neighbours do not share their borders.
 *
 * Hot is one tile again: kept bytes, and encoding the kept polygons again, as the peer's servers do for each request.
 */

import { geometryJson } from '../src/domain/formats/geojson.ts'
import { decodeRings } from '../src/domain/geometry/codec.ts'
import {
  coverageOf,
  simplifyCoverage,
  thresholdFor,
} from '../src/domain/geometry/coverage/simplify-coverage.ts'
import { narrowingOfDegrees } from '../src/domain/geometry/coverage/triangle.ts'
import { extentOf } from '../src/domain/geometry/extent.ts'
import { ringsFromGeoJson } from '../src/domain/geometry/geojson-rings.ts'
import { joinRings } from '../src/domain/geometry/parts.ts'
import { type BBox, UNITS_PER_DEGREE } from '../src/domain/geometry/rings.ts'
import { blockOf, blocksIn, boxOfBlock, prepareBlock, tilesOf, zoomsOf } from '../src/domain/tiles/block.ts'
import { drawTiles, type TilesTask } from '../src/domain/tiles/draw-tile.ts'
import { degreesOfBox, MAX_ZOOM as FINEST_ZOOM, type TileAddress } from '../src/domain/tiles/tile-grid.ts'
import { simplifyBlock, type ZoomCoverage } from '../src/domain/tiles/zoom-coverage.ts'
import { zoomFileOf, zoomOfFile } from '../src/domain/tiles/zoom-file.ts'
import { EncodedBody } from '../src/op/response/encoded-body.ts'
import { ResponseCache } from '../src/op/response/response-cache.ts'
import { polygonsOfAtlas } from '../test/support/atlas-polygons.ts'
import { invalidCoverageEdges } from '../test/support/geos.ts'
import { peer } from './support/peers.ts'
import { printMachine, race } from './support/race.ts'

interface GeoJsonVt {
  getTile(z: number, x: number, y: number): { readonly features: readonly object[] } | null
}
type GeoJsonVtFactory = new (data: object, options: object) => GeoJsonVt
interface VtPbf {
  fromGeojsonVt(layers: Record<string, object>, options: object): Uint8Array
}
interface Mapshaper {
  applyCommands(
    commands: string,
    files: Record<string, unknown>,
  ): Promise<Record<string, Uint8Array | string>>
}

const ROUNDS = 5
const HOT_TILES = 100
const MAX_ZOOM = 5
const WORLD = { z: 0, x: 0, y: 0 }
/** Of three kinds of blocks. */
const COLD_ZOOMS = [2, 5, 8]
const ZOOMS = Array.from({ length: MAX_ZOOM + 1 }, (_, zoom) => zoom)

const geojsonVt = (await peer('geojson-vt')) as { default: GeoJsonVtFactory } | null
const vtPbf = (await peer('@maplibre/vt-pbf')) as VtPbf | null
const mapshaper = ((await peer('mapshaper')) as { default: Mapshaper } | null)?.default ?? null

type Drawn = readonly (Uint8Array | null)[]

const featuresOf = (members: readonly Uint8Array[]): TilesTask['features'] =>
  members.map((_, member) => ({ member, attributes: { id: String(member) } }))

interface ColdBlock {
  readonly block: TileAddress
  readonly members: readonly Uint8Array[]
  readonly tiles: readonly TileAddress[]
}

/** The blocks of the tiles, each with its members, as the catalog finds them. */
const blocksOf = (members: readonly Uint8Array[], tiles: readonly TileAddress[]): readonly ColdBlock[] => {
  const boxes = members.map((rings) => extentOf(decodeRings(rings).coords))
  return Map.groupBy(tiles, (tile) => Object.values(blockOf(tile)).join('/'))
    .values()
    .map((inBlock) => {
      const block = blockOf(inBlock[0])
      const [west, south, east, north] = degreesOfBox(boxOfBlock(block)).map(
        (degrees) => degrees * UNITS_PER_DEGREE,
      )
      const met = members.filter((_, i) => {
        const box = boxes[i]
        return box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south
      })
      return { block, members: met, tiles: inBlock }
    })
    .filter((each) => each.members.length > 0)
    .toArray()
}

const coldByMetes = (blocks: readonly ColdBlock[]): Drawn =>
  blocks.flatMap(({ block, members, tiles }) =>
    drawTiles({
      coverage: simplifyBlock({ coverage: prepareBlock({ block, members }), zoom: tiles[0].z }),
      tiles,
      features: featuresOf(members),
    }),
  )

const coldByPeers = (collection: object, tiles: readonly TileAddress[]): Drawn => {
  const index = indexOf(collection, COLD_OPTIONS)
  return tiles.map(({ z, x, y }) => {
    const tile = index.getTile(z, x, y)
    return tile === null || tile.features.length === 0 ? null : encodedTile(tile)
  })
}

const allByMetes = (members: readonly Uint8Array[]): Drawn => {
  const coverage = prepareBlock({ block: WORLD, members, finestZoom: MAX_ZOOM })
  const features = featuresOf(members)
  return ZOOMS.flatMap((zoom) =>
    drawTiles({ coverage: simplifyBlock({ coverage, zoom }), tiles: tilesOf(WORLD, zoom), features }),
  )
}

const VERSION = 'x'.repeat(43)

const filesOf = (members: readonly Uint8Array[]): readonly Uint8Array[] => {
  const coverage = prepareBlock({ block: WORLD, members, finestZoom: MAX_ZOOM })
  return ZOOMS.map((zoom) => zoomFileOf(simplifyBlock({ coverage, zoom }), VERSION))
}

const fromFiles = (files: readonly Uint8Array[], features: TilesTask['features']): Drawn =>
  files.flatMap((file, zoom) =>
    drawTiles({ coverage: zoomOfFile(file, VERSION)!, tiles: tilesOf(WORLD, zoom), features }),
  )

const geojsonOf = (members: readonly Uint8Array[]): { readonly features: readonly object[] } => ({
  features: members.map((rings, member) => ({
    type: 'Feature',
    properties: { id: String(member) },
    geometry: JSON.parse(new TextDecoder().decode(geometryJson(decodeRings(rings), 7))),
  })),
})

const OPTIONS = { maxZoom: MAX_ZOOM, indexMaxZoom: MAX_ZOOM, indexMaxPoints: 0, extent: 4096, buffer: 64 }
const FIRST_TILE_OPTIONS = { ...OPTIONS, indexMaxZoom: 0 }
/** As far as Metes draws, and no tile before it is asked for. */
const COLD_OPTIONS = { ...OPTIONS, maxZoom: FINEST_ZOOM, indexMaxZoom: 0 }
const encodedTile = (tile: object): Uint8Array =>
  vtPbf!.fromGeojsonVt({ boundaries: tile }, { version: 2, extent: 4096 })

const indexOf = (collection: object, options: object = OPTIONS): GeoJsonVt =>
  new geojsonVt!.default({ type: 'FeatureCollection', ...collection }, options)

/** The tiles of a zoom that have something in them. */
const tilesWith = (members: readonly Uint8Array[], zoom: number): readonly TileAddress[] => {
  const box = degreesOfExtent(members)
  const tiles = blocksIn([box], zoom)
    .filter((block) => zoomsOf(block, zoom).includes(zoom))
    .flatMap((block) => tilesOf(block, zoom))
  return blocksOf(members, tiles).flatMap((each) => {
    const drawn = coldByMetes([each])
    return each.tiles.filter((_, i) => drawn[i] !== null)
  })
}

const degreesOfExtent = (members: readonly Uint8Array[]): BBox => {
  const [west, south, east, north] = extentOf(joinRings(members.map(decodeRings)).coords)
  const degrees = (units: number): number => units / UNITS_PER_DEGREE
  return [degrees(west), degrees(south), degrees(east), degrees(north)]
}

const allByPeers = (collection: object): Drawn => {
  const index = indexOf(collection)
  return ZOOMS.flatMap((zoom) =>
    tilesOf(WORLD, zoom).map(({ z, x, y }) => {
      const tile = index.getTile(z, x, y)
      return tile === null || tile.features.length === 0 ? null : encodedTile(tile)
    }),
  )
}

const describe = (tiles: Drawn): string => {
  const drawn = tiles.filter((tile) => tile !== null)
  return `${drawn.length} tiles, ${Math.round(drawn.reduce((sum, { byteLength }) => sum + byteLength, 0) / 1000)} kB`
}

const raceTiles = async (title: string, members: readonly Uint8Array[]): Promise<void> => {
  const hasPeers = geojsonVt !== null && vtPbf !== null
  const collection = geojsonOf(members)
  const text = Buffer.from(JSON.stringify(collection))
  const parsed = (): object => JSON.parse(text.toString())
  const files = filesOf(members)
  const features = featuresOf(members)
  await race(
    `${title}, all tiles to zoom ${MAX_ZOOM}, a server starts`,
    ROUNDS,
    {
      metes: () => fromFiles(files, features),
      ...(hasPeers ? { 'geojson-vt and vt-pbf': () => allByPeers(parsed()) } : {}),
      'metes, keeping the zooms': () => filesOf(members),
    },
    describe,
  )
  await race(
    `${title}, the tile of zoom 0, a server starts`,
    ROUNDS,
    {
      metes: () => fromFiles([files[0]], features),
      ...(hasPeers
        ? {
            'geojson-vt and vt-pbf': () => [
              encodedTile(indexOf(parsed(), FIRST_TILE_OPTIONS).getTile(0, 0, 0)!),
            ],
          }
        : {}),
    },
    describe,
  )
  for (const zoom of COLD_ZOOMS) {
    const tiles = tilesWith(members, zoom)
    for (const [what, some] of [
      ['all tiles', tiles],
      ['one tile', [tiles[tiles.length >> 1]]],
    ] as const) {
      const blocks = blocksOf(members, some)
      await race(
        `${title}, ${what} of zoom ${zoom}, nothing was ever made`,
        ROUNDS,
        {
          metes: () => coldByMetes(blocks),
          ...(hasPeers ? { 'geojson-vt and vt-pbf': () => coldByPeers(collection, some) } : {}),
        },
        describe,
      )
    }
  }
  const [whole] = allByMetes(members)
  const cache = new ResponseCache(100_000_000)
  await cache.get(
    '0/0/0',
    async () => new EncodedBody(whole!, 'tile'),
    () => {},
  )
  const coverage = simplifyBlock({
    coverage: prepareBlock({ block: WORLD, members, finestZoom: MAX_ZOOM }),
    zoom: 0,
  })
  const encodedAgain = (zoomed: ZoomCoverage): Uint8Array =>
    drawTiles({ coverage: zoomed, tiles: [WORLD], features })[0]!
  const index = hasPeers ? indexOf(collection) : null
  /** One look-up takes less than the clock can tell. */
  const often = (tile: () => Uint8Array): Drawn => Array.from({ length: HOT_TILES }, tile)
  await race(
    `${title}, ${HOT_TILES} times the tile of zoom 0, hot`,
    ROUNDS,
    {
      metes: () => often(() => cache.peek('0/0/0')!.bytes),
      'metes, encoding': () => often(() => encodedAgain(coverage)),
      ...(index === null
        ? {}
        : { 'geojson-vt and vt-pbf': () => often(() => encodedTile(index.getTile(0, 0, 0)!)) }),
    },
    describe,
  )
}

const SHARES = [0.5, 0.1, 0.03]

/** Simplification alone, to the same share of vertices; mapshaper reads and writes TopoJSON, which keeps borders shared. */
const raceSimplification = async (title: string, members: readonly Uint8Array[]): Promise<void> => {
  const areas = members.map(decodeRings)
  const text = JSON.stringify({ type: 'FeatureCollection', ...geojsonOf(members) })
  for (const share of SHARES)
    await race(
      `${title} as one coverage, ${100 * share} % of the vertices`,
      ROUNDS,
      {
        metes: () => {
          const coverage = coverageOf(areas, narrowingOfDegrees)
          const result = simplifyCoverage(
            coverage,
            thresholdFor(coverage, share * coverage.weights.length),
            10,
          )
          return () => result
        },
        ...(mapshaper === null
          ? {}
          : {
              mapshaper: async () => {
                const commands = `-i in.json -simplify weighted keep-shapes ${100 * share}% -o precision=0.000001 out.json`
                const { 'out.json': out } = await mapshaper.applyCommands(commands, { 'in.json': text })
                return () =>
                  JSON.parse(String(out)).features.map(
                    ({ geometry }: { geometry: Parameters<typeof ringsFromGeoJson>[0] }) =>
                      ringsFromGeoJson(geometry),
                  )
              },
            }),
      },
      (result) => {
        const simplified = result()
        const vertices = simplified.reduce(
          (sum: number, { coords }: { coords: Int32Array }) => sum + coords.length / 2,
          0,
        )
        return `${vertices} vertices, ${invalidCoverageEdges(simplified)} invalid edges`
      },
    )
}

printMachine()
for (const [title, iso, level] of [
  ['counties of Texas', 'US-TX', 6],
  ['states of Germany', 'DE', 4],
] as const) {
  const members = await polygonsOfAtlas(iso, level)
  await raceTiles(title, members)
  await raceSimplification(title, members)
}
