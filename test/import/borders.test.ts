/** Which relations and ways become boundaries, and the reports about the others. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { besideAnother, boundary, boxCorners, drawMap, nodeAt } from '../support/drawn-map.ts'
import { HOSTILE_SHAPES } from '../support/hostile-ways.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import type { MapSpec } from '../support/pbf-writer.ts'
import { seededRandom } from '../support/shapes.ts'

let world: ImportWorld
before(async () => {
  world = await openImportWorld()
})
after(() => world.close())

const BOX = { id: 1, corners: boxCorners(0, 0, 4, 4) }
const SOUTH = { id: 2, corners: [[0, 0] as const, [4, 0] as const] }
const NORTH = { id: 3, corners: [[4, 0] as const, [4, 4] as const, [0, 4] as const, [0, 0] as const] }

const reasonFor = async (map: MapSpec, id: string): Promise<string> => {
  const { skipped, kept } = await world.importMap(besideAnother(map))
  assert.deepEqual(kept, [])
  const found = skipped.find((boundary) => boundary.id === id)
  assert.ok(found !== undefined, `${id} is not among the skipped: ${JSON.stringify(skipped)}`)
  assert.equal(await world.record(id), null)
  return found.reason
}

const imported = async (map: MapSpec): Promise<string[]> => {
  const { skipped } = await world.importMap(map)
  assert.deepEqual(skipped, [])
  const records = await Promise.all((map.relations ?? []).map(({ id }) => world.record(`r${id}`)))
  return records.flatMap((record) => (record === null ? [] : [record.id]))
}

test('an open ring is reported with its ends and never closed by a straight line', async () => {
  const corners = [[4, 0] as const, [4, 4] as const, [1, 4] as const]
  const map = drawMap({ ways: [SOUTH, { id: 3, corners }], relations: [boundary(100, 'Open', 8, [2, 3])] })
  assert.equal(
    await reasonFor(map, 'r100'),
    'Open ring: nothing continues w2 at 0, 0, w3 at 1, 4 (longitude, latitude).',
  )
})

test('a member missing from the file is reported with the place where the border breaks off', async () => {
  const map = drawMap({ ways: [SOUTH], relations: [boundary(101, 'Cut', 8, [2, 77])] })
  assert.equal(
    await reasonFor(map, 'r101'),
    'Member missing: the file lacks 1 of its 2 ways (w77). The border breaks off after w2 at 0, 0, w2 at 4, 0 (longitude, latitude).',
  )
})

test('a border of 3,000 random positions is reported as too complex, and the rest of the file is imported', async () => {
  const [line] = HOSTILE_SHAPES['a ring of random positions'](3_000, seededRandom(1))
  const nodes = Array.from({ length: 3_000 }, (_, index) => ({
    id: 1_000 + index,
    lon: line[2 * index] / UNITS_PER_DEGREE,
    lat: line[2 * index + 1] / UNITS_PER_DEGREE,
  }))
  const box = drawMap({ ways: [BOX] })
  const map = {
    nodes: [...nodes, ...box.nodes!].sort((a, b) => Number(a.id) - Number(b.id)),
    ways: [...box.ways!, { id: 9, nodes: [...nodes, nodes[0]].map(({ id }) => id) }],
    relations: [boundary(90, 'Tangle', 8, [9]), boundary(91, 'Box', 8, [1])],
  }
  assert.equal(
    await reasonFor(map, 'r90'),
    'Its border is too complex to process: its lines cross each other more than 13,001 times.',
  )
  assert.equal((await world.record('r91'))?.name, 'Box')
})

test('a boundary with a missing exclave is incomplete, even if the rest closes', async () => {
  const map = drawMap({ ways: [BOX], relations: [boundary(102, 'No exclave', 8, [1, 78])] })
  assert.equal(await reasonFor(map, 'r102'), 'Member missing: the file lacks 1 of its 2 ways (w78).')
})

test('a node missing from the file is reported with its way', async () => {
  const map = drawMap({ ways: [BOX], relations: [boundary(103, 'No node', 8, [1])] })
  const without = { ...map, nodes: map.nodes!.filter(({ id }) => id !== nodeAt(4, 4)) }
  assert.equal(await reasonFor(without, 'r103'), `Node missing: the file lacks n${nodeAt(4, 4)} of w1.`)
})

test('members without a border, or with one that encloses nothing, are reported', async () => {
  const there = { id: 9, corners: [[0, 0] as const, [4, 0] as const] }
  const back = { id: 10, corners: [[4, 0] as const, [0, 0] as const] }
  const map = drawMap({
    ways: [there, back],
    relations: [boundary(104, 'No ways', 8, []), boundary(105, 'There and back', 8, [9, 10])],
  })
  assert.equal(await reasonFor(map, 'r104'), 'It has no member way that draws a border.')
  assert.equal(await reasonFor(map, 'r105'), 'Its border encloses no area.')
})

test('a relation without a level, with a wrong one or without a name is reported', async () => {
  const tags = { type: 'boundary', boundary: 'administrative' }
  const map = drawMap({
    ways: [BOX],
    relations: [
      { id: 106, members: [['w', 1, 'outer']], tags: { ...tags, name: 'Level?' } },
      { id: 107, members: [['w', 1, 'outer']], tags: { ...tags, name: 'Levels', admin_level: '8;9' } },
      { id: 108, members: [['w', 1, 'outer']], tags: { ...tags, admin_level: '8' } },
    ],
  })
  assert.equal(await reasonFor(map, 'r106'), 'It has no admin_level.')
  assert.equal(await reasonFor(map, 'r107'), 'Its admin_level "8;9" is not a whole number from 1 to 12.')
  assert.equal(await reasonFor(map, 'r108'), 'It has no name.')
})

test('other boundaries and border lines are skipped', async () => {
  const members = [['w', 1, 'outer'] as const]
  const map = drawMap({
    ways: [BOX],
    relations: ['political', 'census', 'religious_administration', 'historic', 'maritime']
      .map((kind, index) => ({
        id: 110 + index,
        members,
        tags: { type: 'boundary', boundary: kind, admin_level: '8', name: kind },
      }))
      .concat([
        {
          id: 119,
          members,
          tags: { type: 'multilinestring', boundary: 'administrative', admin_level: '2', name: 'Line' },
        },
      ]),
  })
  const report = await world.importMap(besideAnother(map))
  assert.deepEqual([report.boundaries, report.skipped], [1, []])
})

test('wrong roles, members given twice and reversed ways make the same area', async () => {
  const hole = { id: 4, corners: boxCorners(1, 1, 2, 2) }
  const relations = [
    {
      ...boundary(120, 'Right', 8, []),
      members: [
        ['w', 2, 'outer'],
        ['w', 3, 'outer'],
        ['w', 4, 'inner'],
      ],
    },
    {
      ...boundary(121, 'No roles', 8, []),
      members: [
        ['w', 4, ''],
        ['w', 3, ''],
        ['w', 2, ''],
      ],
    },
    {
      ...boundary(122, 'Lies', 8, []),
      members: [
        ['w', 2, 'inner'],
        ['w', 3, 'inner'],
        ['w', 4, 'outer'],
      ],
    },
    {
      ...boundary(123, 'Twice', 8, []),
      members: [
        ['w', 2, 'outer'],
        ['w', 2, 'outer'],
        ['w', 3, 'outer'],
        ['w', 4, 'inner'],
      ],
    },
  ] as const
  const map = drawMap({
    ways: [SOUTH, NORTH, hole],
    relations: relations.map((relation) => ({ ...relation })),
  })
  assert.equal((await imported(map)).length, 4)
  const areas = await Promise.all(
    [120, 121, 122, 123].map(async (id) => (await world.record(`r${id}`))?.areaKm2),
  )
  assert.ok(areas[0]! > 100_000)
  for (const area of areas) assert.ok(Math.abs(area! / areas[0]! - 1) < 1e-12, `${areas}`)
})

test('subareas, labels and land areas among the members do not count as border', async () => {
  const inside = { id: 5, corners: boxCorners(1, 1, 2, 2) }
  const relation = {
    ...boundary(124, 'With subareas', 6, []),
    members: [
      ['w', 1, 'outer'],
      ['r', 125, 'subarea'],
      ['w', 5, 'land_area'],
      ['w', 999, 'claimed'],
      ['n', 888, 'admin_centre'],
    ] as const,
  }
  await imported(drawMap({ ways: [BOX, inside], relations: [relation, boundary(125, 'Part', 8, [5])] }))
  assert.equal((await world.record('r124'))?.vertices, 5)
})

test('member relations are followed where the own ways do not close, even through a cycle of relations', async () => {
  const line = (id: number, members: readonly (readonly ['w' | 'r', number, string])[]) => ({
    id,
    members,
    tags: { type: 'multilinestring', name: 'Border line' },
  })
  const map = drawMap({
    ways: [SOUTH, NORTH],
    relations: [
      {
        ...boundary(130, 'Pyramid', 2, []),
        members: [
          ['w', 2, 'outer'],
          ['r', 131, 'outer'],
        ],
      },
      line(131, [['r', 132, '']]),
      line(132, [
        ['r', 131, ''],
        ['r', 130, ''],
        ['w', 3, ''],
      ]),
    ],
  })
  assert.deepEqual(await imported(map), ['r130'])
})

test('a relation whose own ways close does not take those of its member relations', async () => {
  const other = { id: 6, corners: boxCorners(10, 10, 12, 12) }
  const map = drawMap({
    ways: [BOX, other],
    relations: [
      {
        ...boundary(133, 'Old subareas', 6, []),
        members: [
          ['w', 1, 'outer'],
          ['r', 134, ''],
        ],
      },
      boundary(134, 'Elsewhere', 8, [6]),
    ],
  })
  await imported(map)
  assert.deepEqual((await world.record('r133'))?.bbox, [0, 0, 4, 4])
})

test('a closed way with a name is a boundary; without one, with its relation’s, or at a state’s level it is a piece of border', async () => {
  const administrative = (level: string, name?: string) => ({
    boundary: 'administrative',
    admin_level: level,
    ...(name === undefined ? {} : { name }),
  })
  const map = drawMap({
    ways: [
      { id: 20, corners: boxCorners(0, 0, 1, 1), tags: administrative('10', 'Quarter') },
      { id: 21, corners: boxCorners(2, 0, 3, 1), tags: administrative('8') },
      { id: 22, corners: boxCorners(4, 0, 5, 1), tags: administrative('8', 'Isle') },
      { id: 23, corners: boxCorners(6, 0, 7, 1), tags: administrative('4', 'State line') },
      {
        id: 24,
        corners: [
          [8, 0],
          [9, 0],
          [9, 1],
        ],
        tags: administrative('8', 'Not closed'),
      },
      { id: 25, corners: boxCorners(10, 0, 11, 1), tags: { boundary: 'postal_code', postal_code: '4000' } },
    ],
    relations: [boundary(140, 'Isle', 8, [22])],
  })
  const report = await world.importMap(map)
  assert.deepEqual(report.skipped, [])
  const ids = await Promise.all(
    ['w20', 'w21', 'w22', 'w23', 'w24', 'w25', 'r140'].map((id) => world.record(id)),
  )
  assert.deepEqual(
    ids.flatMap((record) => (record === null ? [] : [record.id])),
    ['w20', 'w25', 'r140'],
  )
  assert.equal((await world.record('w20'))?.source.url, 'https://www.openstreetmap.org/way/20')
})

test('a touching inner ring and two that share an edge leave a valid area with its holes', async () => {
  const outer = { id: 30, corners: boxCorners(0, 0, 6, 6) }
  const left = { id: 31, corners: boxCorners(1, 1, 2, 2) }
  const right = { id: 32, corners: boxCorners(2, 1, 3, 2) }
  const corner = {
    id: 33,
    corners: [
      [0, 6],
      [1, 5],
      [2, 5],
      [0, 6],
    ] as const,
  }
  const relation = {
    ...boundary(150, 'Holes', 8, []),
    members: [30, 31, 32, 33].map((way) => ['w', way, way === 30 ? 'outer' : 'inner'] as const),
  }
  await imported(drawMap({ ways: [outer, left, right, corner], relations: [relation] }))
  const rings = await world.rings('r150')
  assert.deepEqual([rings.polygonEnds.length, rings.ringEnds.length], [1, 3])
})
