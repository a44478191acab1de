import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { tangledPolygons } from '../../../test/support/arbitrary-rings.ts'
import { areaOf, builtArea, overlayAreas, validityReason } from '../../../test/support/geos.ts'
import { missingRelation, recordedWays } from '../../../test/support/recorded-relations.ts'
import { findFault } from '../../../test/support/validity.ts'
import { type Assembly, assemble, type MemberWay } from './assemble.ts'
import { repair } from './repair.ts'
import { type Rings, ringStart } from './rings.ts'

const DEGREE = 1e7

const way = (id: number, role: string, ...degrees: readonly number[]): MemberWay => ({
  id,
  role,
  coords: Int32Array.from(degrees, (value) => value * DEGREE),
})

const closedBox = (
  id: number,
  role: string,
  west: number,
  south: number,
  east: number,
  north: number,
): MemberWay => way(id, role, west, south, east, south, east, north, west, north, west, south)

/** Returns square degrees, after GEOS and our own check found the area valid. */
const areaOfValid = ({ rings }: Assembly): number => {
  assert.equal(validityReason(rings), 'Valid Geometry')
  assert.equal(findFault(rings), null)
  return Math.round(areaOf(rings) * 1e6) / 1e6
}

test('ways in any order and direction, with any roles, make the same area', () => {
  fc.assert(
    fc.property(
      // Edges of less than 180 degrees: longer ones mean the other way around the Earth.
      tangledPolygons({ corners: 8, spacings: [10_000, 40_000_000] }),
      fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }),
      (tangled, choices) => {
        const rings = repair(tangled)
        const members = cutIntoWays(rings, choices)
        const assembly = assemble(members)
        assert.deepEqual(assembly.gaps, [])
        assert.equal(findFault(assembly.rings), null)
        if (rings.polygonEnds.length > 0)
          assert.equal(overlayAreas(assembly.rings, rings, 1).symmetricDifference, 0)
      },
    ),
    { seed: 20260104, numRuns: casesOf('ways in any order, direction and role') },
  )
})

/** Cuts each ring at some positions, then reverses, labels and shuffles the ways, all as chosen by the numbers. */
const cutIntoWays = (rings: Rings, choices: readonly number[]): MemberWay[] => {
  let asked = 0
  const choose = (below: number): number => (choices[asked++ % choices.length] + asked) % below
  const members: MemberWay[] = []
  for (let ring = 0; ring < rings.ringEnds.length; ring++) {
    const start = 2 * ringStart(rings, ring)
    const ringCoords = rings.coords.subarray(start, 2 * rings.ringEnds[ring])
    let line = [ringCoords[0], ringCoords[1]]
    for (let i = 2; i <= ringCoords.length; i += 2) {
      const at = i % ringCoords.length
      line.push(ringCoords[at], ringCoords[at + 1])
      if (at !== 0 && choose(3) > 0) continue
      const coords = choose(2) ? Int32Array.from(line) : backwards(line)
      const role = ['outer', 'inner', ''][choose(3)]
      members.splice(choose(members.length + 1), 0, { id: members.length, role, coords })
      line = line.slice(-2)
    }
  }
  return members
}

const backwards = (line: readonly number[]): Int32Array =>
  Int32Array.from(line, (_, i) => line[line.length - 2 - (i & ~1) + (i & 1)])

test('a ring that does not close is reported at both ends and dropped, the others stay', () => {
  const { rings, gaps } = assemble([
    way(1, 'outer', 0, 0, 4, 0, 4, 4),
    way(2, 'outer', 0, 0, 0, 4),
    closedBox(3, 'outer', 6, 0, 8, 2),
  ])
  assert.deepEqual(gaps, [
    { way: 1, at: [4, 4] },
    { way: 2, at: [0, 4] },
  ])
  assert.equal(areaOf(rings), 4)
})

test('a way that leads nowhere is reported, and the ring that it hangs on stays', () => {
  const { rings, gaps } = assemble([
    way(1, 'outer', 0, 0, 4, 0, 4, 4),
    way(2, 'outer', 4, 4, 0, 4, 0, 0),
    way(3, 'outer', 4, 4, 6, 6),
    way(4, 'outer', 6, 6, 7, 6),
  ])
  assert.deepEqual(
    gaps.map((gap) => gap.way),
    [1, 2, 3, 4],
  )
  assert.equal(areaOf(rings), 16)
})

test('where nobody can tell which way is too many, none of them counts', () => {
  const { rings, gaps } = assemble([
    way(1, 'outer', 0, 0, 4, 0, 4, 4),
    way(2, 'outer', 4, 4, 0, 4, 0, 0),
    way(3, 'outer', 0, 0, 4, 4),
  ])
  assert.equal(gaps.length, 6)
  assert.equal(rings.polygonEnds.length, 0)
})

test('a member given twice counts once', () => {
  const box = closedBox(1, 'outer', 0, 0, 4, 4)
  assert.equal(areaOfValid(assemble([box, box])), 16)
})

test('the same ring drawn by two ways counts once', () => {
  const twins = [closedBox(1, 'outer', 0, 0, 4, 4), way(2, 'outer', 4, 4, 0, 4, 0, 0, 4, 0, 4, 4)]
  assert.equal(areaOfValid(assemble(twins)), 16)
})

test('inner rings that share a border are one hole', () => {
  const members = [
    closedBox(1, 'outer', 0, 0, 9, 9),
    closedBox(2, 'inner', 2, 2, 4, 4),
    closedBox(3, 'inner', 4, 2, 6, 4),
  ]
  const assembly = assemble(members)
  assert.equal(areaOfValid(assembly), 81 - 8)
  assert.equal(assembly.rings.ringEnds.length, 2)
})

test('an inner ring that touches the outer one in a single node stays a hole', () => {
  const members = [
    way(1, 'outer', 0, 0, 5, 0, 9, 0, 9, 9, 0, 9, 0, 0),
    way(2, 'inner', 5, 0, 7, 3, 3, 3, 5, 0),
  ]
  const assembly = assemble(members)
  assert.equal(areaOfValid(assembly), 81 - 6)
  assert.equal(assembly.rings.ringEnds.length, 2)
})

test('an inner ring that shares a border with the outer one is a bay', () => {
  const members = [
    way(1, 'outer', 0, 0, 3, 0),
    way(2, 'outer', 3, 0, 6, 0),
    way(3, 'outer', 6, 0, 9, 0, 9, 9, 0, 9, 0, 0),
    way(4, 'inner', 3, 0, 6, 0, 6, 3, 3, 3, 3, 0),
  ]
  const assembly = assemble(members)
  assert.equal(areaOfValid(assembly), 81 - 9)
  assert.equal(assembly.rings.ringEnds.length, 1)
})

for (const roles of [
  ['outer', 'inner', 'outer'],
  ['inner', 'outer', 'inner'],
  ['outer', 'outer', 'outer'],
  ['inner', 'inner', 'inner'],
  ['', '', ''],
  ['exclave', 'enclave', 'oter'],
])
  test(`an enclave with an exclave in it comes out right with the roles ${roles.join(', ') || 'left out'}`, () => {
    const members = roles.map((role, i) => closedBox(i, role, i, i, 9 - i, 9 - i))
    const assembly = assemble(members)
    assert.equal(areaOfValid(assembly), 81 - 49 + 25)
    assert.equal(assembly.rings.polygonEnds.length, 2)
  })

test('outer rings that overlap count once', () => {
  const crossing = [closedBox(1, 'outer', 0, 0, 4, 4), closedBox(2, 'outer', 2, 2, 6, 6)]
  assert.equal(areaOfValid(assemble(crossing)), 28)
})

test('rings that share the nodes where they cross touch there, and do not overlap', () => {
  const throughNodes = [
    way(1, 'outer', 0, 0, 4, 0, 4, 2, 4, 4, 2, 4, 0, 4, 0, 0),
    way(2, '', 2, 2, 4, 2, 6, 2, 6, 6, 2, 6, 2, 4, 2, 2),
  ]
  assert.equal(areaOfValid(assemble(throughNodes)), 12 + 12)
})

test('outer rings that share a border are one part', () => {
  const assembly = assemble([closedBox(1, 'outer', 0, 0, 4, 4), closedBox(2, 'outer', 4, 0, 8, 4)])
  assert.equal(areaOfValid(assembly), 32)
  assert.equal(assembly.rings.ringEnds.length, 1)
})

test('inner rings that overlap are one hole, also where an island lies in it', () => {
  const members = [
    closedBox(1, 'outer', 0, 0, 9, 9),
    closedBox(2, 'inner', 1, 1, 5, 5),
    closedBox(3, 'inner', 4, 4, 8, 8),
    closedBox(4, 'outer', 2, 2, 3, 3),
  ]
  assert.equal(areaOfValid(assemble(members)), 81 - 31 + 1)
})

test('an inner ring that reaches beyond the outer one takes nothing from outside', () => {
  const members = [closedBox(1, 'outer', 0, 0, 4, 4), closedBox(2, 'inner', 2, 2, 6, 3)]
  assert.equal(areaOfValid(assemble(members)), 16 - 2)
})

test('rings that touch in a node stay two parts whatever way the walk takes', () => {
  const members = [
    way(1, 'outer', 0, 0, 4, 4),
    way(2, 'outer', 4, 4, 8, 8, 4, 8),
    way(3, 'outer', 4, 8, 4, 4),
    way(4, 'outer', 4, 4, 4, 0, 0, 0),
  ]
  const assembly = assemble(members)
  assert.equal(areaOfValid(assembly), 16)
  assert.equal(assembly.rings.polygonEnds.length, 2)
})

test('a stretch walked out and back encloses nothing', () => {
  const members = [way(1, 'outer', 0, 0, 4, 0, 4, 2, 7, 2, 4, 2, 4, 4, 0, 4, 0, 0)]
  assert.equal(areaOfValid(assemble(members)), 16)
})

test('a relation without usable ways has no area', () => {
  assert.equal(assemble([]).rings.polygonEnds.length, 0)
  const { rings, gaps } = assemble([way(1, 'outer', 1, 1), way(2, 'outer'), way(3, 'outer', 2, 2, 2, 2)])
  assert.equal(rings.polygonEnds.length, 0)
  assert.deepEqual(gaps, [])
})

for (const { file, parts, holes } of [
  /** Baarle-Nassau: Dutch land with Belgian enclaves that contain Dutch ones. */
  { file: 'osm2geojson-py-issue35.json', parts: 9, holes: 21 },
  { file: 'osm2geojson-lite-herne.json', parts: 1, holes: 0 },
  { file: 'osm2geojson-lite-hebei.json', parts: 4, holes: 4 },
  { file: 'osm2geojson-lite-tokyodo.json', parts: 18, holes: 1 },
]) {
  test(`${file} has the area that GEOS builds of its lines`, { skip: missingRelation(file) }, () => {
    const members = recordedWays(file)
    const assembly = assemble(members)
    assert.deepEqual(assembly.gaps, [])
    assert.equal(validityReason(assembly.rings), 'Valid Geometry')
    assert.equal(assembly.rings.polygonEnds.length, parts)
    assert.equal(assembly.rings.ringEnds.length - parts, holes)
    const expected = builtArea(members.map(({ coords }) => coords))
    assert.ok(Math.abs(areaOf(assembly.rings) / expected - 1) < 1e-12)
  })
}
