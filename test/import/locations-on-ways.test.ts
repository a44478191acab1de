/** Files of `osmium add-locations-to-ways`: most nodes are left out, and the ways have the positions. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { boundary, boxCorners, type Corner, drawMap } from '../support/drawn-map.ts'
import { areaOf } from '../support/geos.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import { type MapSpec, writePbf } from '../support/pbf-writer.ts'

let world: ImportWorld
beforeEach(async () => {
  world = await openImportWorld()
})
afterEach(() => world.close())

const BOX = { bbox: [-1, -1, 11, 11] } as const
const LOCATED = { ...BOX, requiredFeatures: ['OsmSchema-V0.6', 'DenseNodes', 'LocationsOnWays'] } as const
const drawn = (town: readonly Corner[]): MapSpec =>
  drawMap({
    ways: [
      { id: 1, corners: boxCorners(0, 0, 10, 10) },
      { id: 2, corners: town.slice(0, 3) },
      { id: 3, corners: town.slice(2) },
    ],
    relations: [boundary(100, 'Land', 2, [1], { 'ISO3166-1': 'XA' }), boundary(101, 'Town', 8, [2, 3])],
  })

/** As osmium writes it: untagged nodes only in the ways. */
const located = ({ nodes = [], ways = [], relations = [] }: MapSpec): MapSpec => {
  const positions = new Map(nodes.map(({ id, lon, lat }) => [id, [lon, lat] as const]))
  return {
    ways: ways.map((way) => ({ ...way, locations: way.nodes.map((id) => positions.get(id)!) })),
    relations,
  }
}

test('positions on ways give the same polygons as nodes', async () => {
  const map = drawn(boxCorners(1, 1, 3, 3))
  await world.importMap(map, BOX)
  const [land, town] = [await world.rings('r100'), await world.rings('r101')]
  const other = await openImportWorld()
  try {
    const { boundaries, skipped } = await other.importMap(located(map), LOCATED)
    assert.deepEqual([boundaries, skipped], [2, []])
    assert.deepEqual(await other.rings('r100'), land)
    assert.deepEqual(await other.rings('r101'), town)
  } finally {
    await other.close()
  }
})

test('an update with positions on ways moves a border and marks nothing stale', async () => {
  await world.importMap(drawn(boxCorners(1, 1, 3, 3)), BOX)
  const { kept } = await world.importMap(located(drawn(boxCorners(1, 1, 3, 4))), LOCATED)
  assert.deepEqual(kept, [])
  const town = await world.record('r101')
  assert.deepEqual([town?.bbox, town?.source.stale], [[1, 1, 3, 4], false])
})

test('a node of the file counts before the position on a way', async () => {
  const map = drawn(boxCorners(1, 1, 3, 3))
  const moved = located(drawn(boxCorners(1, 1, 3, 3)))
  const [corner] = map.ways![1].nodes
  const node = map.nodes!.find(({ id }) => id === corner)!
  await world.importMap({ ...moved, nodes: [{ ...node, lon: 0.5 }] }, LOCATED)
  assert.deepEqual((await world.record('r101'))?.bbox, [0.5, 1, 3, 3])
})

test('the higher version of a way has the positions that count', async () => {
  const { ways = [], relations = [] } = located(drawn(boxCorners(1, 1, 3, 3)))
  const [land, west, east] = ways
  const later = {
    ...east,
    version: 3,
    locations: east.locations!.map(([lon, lat]) => [lon, lat + (lat === 3 ? 0.5 : 0)] as const),
  }
  const laterWest = {
    ...west,
    version: 3,
    locations: west.locations!.map(([lon, lat]) => [lon, lat === 3 ? 3.5 : lat] as const),
  }
  await world.importMap({ ways: [land, laterWest, west, east, later], relations }, LOCATED)
  assert.deepEqual((await world.record('r101'))?.bbox, [1, 1, 3, 3.5])
})

test('a position off the map counts as missing', async () => {
  const { ways = [], relations = [] } = located(drawn(boxCorners(1, 1, 3, 3)))
  const [land, west, east] = ways
  const undefinedFirst = {
    ...west,
    locations: west.locations!.map((each, i) => (i === 1 ? ([214.7483647, 214.7483647] as const) : each)),
  }
  const { skipped } = await world.importMap({ ways: [land, undefinedFirst, east], relations }, LOCATED)
  assert.match(skipped[0].reason, /Node missing: the file lacks n\d+ of w2\./)
})

test('a way with fewer positions than nodes is refused', async () => {
  const { ways = [], relations = [] } = located(drawn(boxCorners(1, 1, 3, 3)))
  const [land, west, east] = ways
  const short = { ...west, locations: west.locations!.slice(1) }
  await assert.rejects(
    world.importMap({ ways: [land, short, east], relations }, LOCATED),
    /A way does not have one position for each of its nodes\./,
  )
})

test('an import of which nothing can be placed fails, says why, and leaves the catalog as it was', async () => {
  await world.importMap(drawn(boxCorners(1, 1, 3, 3)), BOX)
  const { ways, relations } = drawn(boxCorners(1, 1, 3, 3))
  await assert.rejects(
    world.importMap({ ways: ways!, relations: relations!.map((each) => ({ ...each, version: 9 })) }, BOX),
    /^NothingPlaced: None of the 2 boundaries of the file can be used.*The file lacks ways or nodes of every boundary\..*The first is r100, Land: Node missing/,
  )
  assert.equal((await world.record('r101'))?.source.stale, false)
  await assert.rejects(
    world.importBytes(writePbf({ nodes: [{ id: 1, lon: 1, lat: 1 }] }, BOX)),
    /The file has no administrative or postal boundary and no coastline/,
  )
})

test('ways that end at 180° continue at −180°', async () => {
  const map = drawMap({
    ways: [
      {
        id: 1,
        corners: [
          [180, 1],
          [170, 1],
          [170, 5],
          [180, 5],
        ],
      },
      {
        id: 2,
        corners: [
          [-180, 5],
          [-170, 5],
          [-170, 1],
          [-180, 1],
        ],
      },
    ],
    relations: [boundary(100, 'Both sides', 4, [1, 2])],
  })
  const { skipped } = await world.importMap(map)
  assert.deepEqual(skipped, [])
  const rings = await world.rings('r100')
  assert.equal(rings.polygonEnds.length, 2)
  assert.equal(areaOf(rings), 80)
})
