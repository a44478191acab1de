/** What takes too much work is left out and told, and the rest of the file is imported. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAX_MEMBERS } from '../../src/sources/extract/pbf/relations.ts'
import { boundary, boxCorners, drawMap } from '../support/drawn-map.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import type { MapSpec } from '../support/pbf-writer.ts'
import { seededRandom } from '../support/shapes.ts'

const TOWN = drawMap({
  ways: [{ id: 1, corners: boxCorners(-31, 41, -30, 42) }],
  relations: [boundary(1, 'Town', 8, [1])],
})

/** One closed coastline of random positions. */
const coastOf = (positions: number, degrees: number): MapSpec => {
  const random = seededRandom(1)
  const nodes = Array.from({ length: positions }, (_, index) => ({
    id: index + 1,
    lon: -30 + degrees * random(),
    lat: 40 + degrees * random(),
  }))
  const tags = { natural: 'coastline' }
  return {
    nodes: [...nodes, ...(TOWN.nodes ?? [])],
    ways: [...(TOWN.ways ?? []), { id: 2, nodes: [...nodes.map(({ id }) => id), 1], tags }],
    relations: TOWN.relations ?? [],
  }
}

/** So many islands in lakes in islands. */
const nestOf = (shores: number): MapSpec => {
  const corners = [
    [-1, 0],
    [0, -1],
    [1, 0],
    [0, 1],
  ]
  const drawn = Array.from({ length: shores }, (_, shore) =>
    (shore % 2 === 0 ? corners : corners.toReversed()).map(([x, y], corner) => ({
      id: 4 * shore + corner + 1,
      lon: -30 + (x * (shore + 1)) / 1e6,
      lat: 40 + (y * (shore + 1)) / 1e6,
    })),
  )
  const tags = { natural: 'coastline' }
  return {
    nodes: [...drawn.flat(), ...(TOWN.nodes ?? [])],
    ways: [
      ...(TOWN.ways ?? []),
      ...drawn.map((nodes, shore) => ({
        id: shore + 2,
        nodes: [...nodes, nodes[0]].map(({ id }) => id),
        tags,
      })),
    ],
    relations: TOWN.relations ?? [],
  }
}

describe('an import', () => {
  let world: ImportWorld
  before(async () => {
    world = await openImportWorld()
  })
  after(() => world.close())

  test('leaves a coastline out whose positions lie too far apart', async () => {
    const { boundaries, coast } = await world.importMap(coastOf(40_000, 8))
    assert.equal(boundaries, 1)
    assert.deepEqual(coast, {
      ways: 1,
      tiles: 0,
      skipped: ['w2 is left out of the coast: its positions are more than 0.01° apart on average.'],
    })
  })

  test('keeps the coast where coastlines cross each other too often', async () => {
    const { boundaries, coast } = await world.importMap(coastOf(5_000, 0.02))
    assert.equal(boundaries, 1)
    assert.deepEqual(coast, {
      ways: 1,
      tiles: 0,
      skipped: [
        'The coast between -45, 22.5 and -22.5, 45 (longitude, latitude) stays as it was: the coastlines there are too complex to process.',
      ],
    })
  })

  test('keeps the coast where too many islands lie in lakes in islands', async () => {
    const { boundaries, coast } = await world.importMap(nestOf(2_500))
    assert.equal(boundaries, 1)
    assert.deepEqual(coast, {
      ways: 2_500,
      tiles: 0,
      skipped: [
        'The coast between -30.0025, 39.9975 and -29.9975, 40.0025 (longitude, latitude) stays as it was: the coastlines there are too complex to process.',
      ],
    })
  })

  test('skips a relation with more members than OpenStreetMap allows', async () => {
    const many = Array.from({ length: MAX_MEMBERS }, (_, index) => ['n', index + 1, ''] as const)
    const [town] = TOWN.relations ?? []
    const { boundaries, skipped } = await world.importMap({
      ...TOWN,
      relations: [town, { ...town, id: 2, members: [...many, ...town.members] }],
    })
    assert.equal(boundaries, 1)
    assert.deepEqual(
      skipped.map(({ id, reason }) => [id, reason]),
      [['r2', 'Its border is too complex to process: it has more than 100,000 members.']],
    )
  })

  test('imports boundaries along one way, and says which may lack parents', async () => {
    const count = 2_010
    const relations = Array.from({ length: count }, (_, index) =>
      boundary(index + 1, `Town ${index}`, index % 2 === 0 ? 6 : 8, [1]),
    )
    const { boundaries, crowded } = await world.importMap({ ...TOWN, relations })
    assert.equal(boundaries, count)
    assert.equal(crowded.length, count / 2)
    assert.deepEqual(crowded[0], {
      id: 'r2',
      name: 'Town 1',
      adminLevel: 8,
      reason:
        'So many boundaries overlap it that only the first ones in the file were tested as its parents.',
    })
    assert.deepEqual(
      (await world.record('r2010'))?.parents.map(({ id }) => id),
      ['r1'],
    )
  })

  test('compares boundaries with some of thousands known before, and says so', async () => {
    const townsOn = (first: number, count: number, level: number) =>
      drawMap({
        ways: [{ id: 1, corners: boxCorners(10, 10, 11, 11) }],
        relations: Array.from({ length: count }, (_, index) =>
          boundary(first + index, `Town ${index}`, level, [1]),
        ),
      })
    await world.importMap(townsOn(10_000, 300, 6))
    const { boundaries, crowded } = await world.importMap(townsOn(20_000, 30, 8))
    assert.equal(boundaries, 30)
    assert.equal(crowded.length, 12)
    assert.deepEqual(crowded.at(-1), {
      id: 'r20029',
      name: 'Town 29',
      adminLevel: 8,
      reason: 'So many boundaries of earlier imports overlap it that it was compared with only some of them.',
    })
    assert.equal((await world.record('r20029'))?.parents.length, 1)
  })
})
