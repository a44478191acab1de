import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { boundary, stream } from '../../../test/support/boundary-entries.ts'
import { HERE, intercepted } from '../../../test/support/compute.ts'
import { boxRing, ringsOf } from '../../../test/support/shapes.ts'
import { type TestCatalog, testCatalog } from '../../../test/support/test-catalog.ts'
import { SERVICE } from '../../util/work-owner.ts'
import { encodeRings } from '../geometry/codec.ts'
import { prepareBlockWork } from './block.ts'
import { drawTilesWork } from './draw-tile.ts'
import { type TileAddress, tileAt } from './tile-grid.ts'
import { createTiles, type Tiles } from './tiles.ts'
import type { ZoomTask } from './zoom-tiles.ts'
import { encodeZoomWork } from './zoom-tiles.ts'

const WEST = boundary({
  id: 'r1',
  name: 'West',
  kind: 'state',
  adminLevel: 4,
  bbox: [10, 50, 11, 51],
  country: 'AA',
})
const EAST = boundary({ id: 'r2', name: 'East', kind: 'city', alsoKinds: ['state'], bbox: [11, 50, 12, 51] })
const FAR = boundary({ id: 'r3', name: 'Far', kind: 'state', adminLevel: 4, bbox: [-60, -10, -59, -9] })
const SCOPE = { origin: 'extract', coveredCountries: [] } as const

const NEAR_TILE = tileAt([10.9, 50.5], 7)
const FAR_TILE = tileAt([-59.5, -9.5], 7)

const setUp = async (
  imported = [WEST, EAST, FAR],
): Promise<{
  world: TestCatalog
  tiles: Tiles
  work: string[]
  files: Map<string, Uint8Array>
  open: () => Tiles
}> => {
  const world = await testCatalog({ imported })
  const files = new Map<string, Uint8Array>()
  const work: string[] = []
  const open = (): Tiles =>
    createTiles({
      catalog: world.catalog,
      compute: intercepted(({ work: { name }, run }) => {
        if (name === prepareBlockWork.name) work.push('prepare')
        return run()
      }),
      maxBytes: 10_000_000,
      files: {
        read: async (name) => files.get(name) ?? null,
        write: async (name, bytes) => {
          files.set(name, bytes)
        },
      },
    })
  return { world, tiles: open(), work, files, open }
}

const namesIn = (bytes: Uint8Array | null): readonly unknown[] => {
  if (bytes === null) return []
  const layer = new VectorTile(new PbfReader(bytes)).layers.boundaries
  return Array.from({ length: layer.length }, (_, i) => layer.feature(i).properties.name)
}

test('an import changes the tiles that it meets, and no others', async () => {
  const { world, tiles } = await setUp()
  const before = [await tiles.versionAt(NEAR_TILE), await tiles.versionAt(FAR_TILE)]
  const other = boundary({ id: 'r4', name: 'Other', bbox: [10.2, 50.2, 10.4, 50.4] })
  await world.store.replace(stream([other]), SCOPE)
  assert.notEqual(await tiles.versionAt(NEAR_TILE), before[0])
  assert.equal(await tiles.versionAt(FAR_TILE), before[1])
  const [drawn] = await tiles.draw([NEAR_TILE], { set: 'all', languages: [] }, SERVICE)
  assert.ok(namesIn(drawn).includes('Other'))
  await world.close()
})

test('an import of a scattered boundary changes no tiles between its parts', async () => {
  const scattered = (version: number) => ({
    ...boundary({
      id: 'r6',
      name: 'Islands',
      bbox: [-61, -10, 11, 51],
      areaKm2: 20_000,
      source: { version },
    }),
    geometry: {
      rings: encodeRings(ringsOf([[boxRing(-61, -10, -60, -9)], [boxRing(10, 50, 11, 51)]])),
      weights: null,
    },
  })
  const { world, tiles } = await setUp([scattered(1), EAST, FAR])
  const between = tileAt([-25, 20], 7)
  const versions = () => Promise.all([NEAR_TILE, FAR_TILE, between].map(tiles.versionAt))
  const before = await versions()
  await world.store.replace(stream([scattered(2)]), SCOPE)
  const after = await versions()
  assert.deepEqual(
    after.map((version, i) => version === before[i]),
    [false, false, true],
  )
  const [drawn] = await tiles.draw([NEAR_TILE], { set: 'all', languages: [] }, SERVICE)
  assert.ok(namesIn(drawn).includes('Islands'))
  await world.close()
})

test('a block is prepared once for all its zooms and sets, and again after a change in it', async () => {
  const { world, tiles, work } = await setUp()
  for (const zoom of [6, 7, 8])
    for (const set of ['all', 'state'] as const)
      await tiles.draw([tileAt([10.9, 50.5], zoom)], { set, languages: [] }, SERVICE)
  assert.deepEqual(work, ['prepare'])
  await world.store.replace(
    stream([boundary({ id: 'r5', name: 'Later', bbox: [-60, -10, -59.5, -9] })]),
    SCOPE,
  )
  await tiles.draw([NEAR_TILE], { set: 'all', languages: [] }, SERVICE)
  assert.deepEqual(work, ['prepare'])
  await tiles.draw([FAR_TILE], { set: 'all', languages: [] }, SERVICE)
  assert.deepEqual(work, ['prepare', 'prepare'])
  await world.close()
})

test('a set has what is of its kind as well, and the deepest level lies on top', async () => {
  const { world, tiles } = await setUp()
  const drawn = async (set: 'all' | 'state' | 'city' | 'ward'): Promise<readonly unknown[]> =>
    namesIn((await tiles.draw([NEAR_TILE], { set, languages: [] }, SERVICE))[0])
  assert.deepEqual(await drawn('all'), ['West', 'East'])
  assert.deepEqual(await drawn('state'), ['West', 'East'])
  assert.deepEqual(await drawn('city'), ['East'])
  assert.deepEqual(await drawn('ward'), [])
  await world.close()
})

test('equal catalogs give equal bytes', async () => {
  const { world, tiles, open } = await setUp()
  const selection = { set: 'all', languages: [] } as const
  const [one] = await tiles.draw([NEAR_TILE], selection, SERVICE)
  const [other] = await open().draw([NEAR_TILE], selection, SERVICE)
  assert.deepEqual(one, other)
  await world.close()
})

const SELECTION = { set: 'all', languages: [] } as const
const LARGE = { ...WEST, record: { ...WEST.record, vertices: 2_000 } }

/** Draws each zoom of the block, which waits until all of its files are written. */
const drawZooms = (tiles: Tiles): Promise<readonly unknown[]> =>
  Promise.all([6, 7, 8].map((zoom) => tiles.draw([tileAt([10.9, 50.5], zoom)], SELECTION, SERVICE)))

test('the next process finds large blocks in files, and draws the same', async () => {
  const { world, tiles, work, files, open } = await setUp([LARGE, EAST, FAR])
  const before = await drawZooms(tiles)
  assert.deepEqual([...files.keys()].sort(), ['6-33-21.6', '6-33-21.7', '6-33-21.8'])
  assert.deepEqual(await drawZooms(open()), before)
  assert.deepEqual(work, ['prepare'])
  await world.close()
})

test('a tile waits for no other zoom of its block', { timeout: 10_000 }, async () => {
  const { world } = await setUp([LARGE, EAST, FAR])
  const steps: string[] = []
  const encodedAll = Promise.withResolvers<void>()
  const tiles = createTiles({
    catalog: world.catalog,
    compute: intercepted(({ work, task, run }) => {
      if (work === encodeZoomWork) steps.push(`encode ${(task as ZoomTask).zoom}`)
      if (work === drawTilesWork) steps.push('draw')
      if (steps.length === 4) encodedAll.resolve()
      return run()
    }),
    maxBytes: 10_000_000,
    files: { read: async () => null, write: async () => {} },
  })
  await tiles.draw([NEAR_TILE], SELECTION, SERVICE)
  await encodedAll.promise
  assert.deepEqual(steps, ['encode 7', 'draw', 'encode 6', 'encode 8'])
  await world.close()
})

test('a tile does not wait until its block is written', { timeout: 10_000 }, async () => {
  const { world } = await setUp([LARGE, EAST, FAR])
  const tiles = createTiles({
    catalog: world.catalog,
    compute: HERE,
    maxBytes: 10_000_000,
    files: { read: async () => null, write: () => new Promise(() => {}) },
  })
  const [drawn] = await tiles.draw([NEAR_TILE], SELECTION, SERVICE)
  assert.ok(namesIn(drawn).includes('East'))
  await world.close()
})

test('small blocks are not worth a file', async () => {
  const { world, tiles, files } = await setUp()
  await drawZooms(tiles)
  assert.equal(files.size, 0)
  await world.close()
})

test('files are made again when a boundary in their block changes, and left as they are when another one does', async () => {
  const { world, work, open } = await setUp([LARGE, EAST, FAR])
  await drawZooms(open())
  await world.store.replace(
    stream([boundary({ id: 'r5', name: 'Later', bbox: [-60, -10, -59.5, -9] })]),
    SCOPE,
  )
  await drawZooms(open())
  assert.deepEqual(work, ['prepare'])
  await world.store.replace(
    stream([boundary({ id: 'r4', name: 'Other', bbox: [10.2, 50.2, 10.4, 50.4] })]),
    SCOPE,
  )
  const [drawn] = await open().draw([NEAR_TILE], SELECTION, SERVICE)
  assert.ok(namesIn(drawn).includes('Other'))
  assert.deepEqual(work, ['prepare', 'prepare'])
  await world.close()
})

test('a damaged file is made again', async () => {
  const { world, tiles, work, files, open } = await setUp([LARGE, EAST, FAR])
  const before = await drawZooms(tiles)
  for (const [name, bytes] of files)
    files.set(
      name,
      bytes.map((byte, i) => (i === bytes.length - 5 ? byte ^ 1 : byte)),
    )
  assert.deepEqual(await drawZooms(open()), before)
  assert.deepEqual(work, ['prepare', 'prepare'])
  await world.close()
})

test('each boundary has one label at each zoom, in the tile of its representative point', async () => {
  const { world, tiles } = await setUp(LABELLED)
  for (const zoom of [6, 8]) {
    const labels: unknown[] = []
    const { x, y } = tileAt([10.5, 50.5], zoom)
    for (const tile of around({ z: zoom, x, y })) {
      const bytes = await tiles.drawLabels(tile, ['de'], SERVICE)
      if (bytes === null) continue
      const { labels: layer } = new VectorTile(new PbfReader(bytes)).layers
      for (let i = 0; i < layer.length; i++) {
        const feature = layer.feature(i)
        const { geometry } = feature.toGeoJSON(tile.x, tile.y, tile.z)
        assert.ok(geometry.type === 'Point')
        labels.push([
          feature.properties.name,
          feature.properties.level,
          ...geometry.coordinates.map(Math.round),
        ])
      }
    }
    assert.deepEqual(labels.sort(), [
      ['East', 8, 12, 50],
      ['West', 4, 10, 50],
    ])
  }
  await world.close()
})

test('a boundary without room for its name has no label', async () => {
  const { world, tiles } = await setUp(LABELLED)
  for (const [zoom, count] of [
    [0, 0],
    [3, 0],
    [5, 1],
  ])
    assert.equal(
      (await tiles.drawLabels(tileAt([10.4, 50.4], zoom), [], SERVICE)) === null ? 0 : 1,
      count,
      `zoom ${zoom}`,
    )
  await world.close()
})

/** A degree each way, with representative points in tiles of their own. */
const LABELLED = [
  { ...WEST, record: { ...WEST.record, centroid: [10.4, 50.4], areaKm2: 7_900 } },
  { ...EAST, record: { ...EAST.record, centroid: [11.9, 50.4], areaKm2: 7_900 } },
] satisfies (typeof WEST)[]

/** The tile and the eight beside it. */
const around = ({ z, x, y }: TileAddress): readonly TileAddress[] =>
  [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => ({ z, x: x + right, y: y + down })))
