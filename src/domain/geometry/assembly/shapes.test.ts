/**
 * Shapes of relations as mappers draw them, right and wrong: each has one area, no matter how its rings are cut into ways.
 */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { ringsOfPlain } from '../../../../test/support/arbitrary-rings.ts'
import { areaOf, oddArea, validityReason } from '../../../../test/support/geos.ts'
import { RELATION_SHAPES, type ShapeRing, waysOfRings } from '../../../../test/support/relation-shapes.ts'
import { findFault } from '../../../../test/support/validity.ts'
import { assemble } from '../assemble.ts'
import { UNITS_PER_DEGREE } from '../rings.ts'

/** Returns square degrees, after GEOS and our own check found the area valid. */
const areaOfRings = (rings: readonly ShapeRing[], choices: readonly number[]): number => {
  const assembly = assemble(waysOfRings(rings, choices))
  assert.equal(validityReason(assembly.rings), 'Valid Geometry')
  assert.equal(findFault(assembly.rings), null)
  assert.deepEqual(assembly.gaps, [])
  return Math.round(areaOf(assembly.rings) * 1e6) / 1e6
}

/** Returns GEOS's area of the rings without roles: inside an odd number of them. */
const evenOddByGeos = (rings: readonly ShapeRing[]): number =>
  oddArea(rings.map(({ line }) => ringsOfPlain([[line.map((value) => value * UNITS_PER_DEGREE)]])))

const choicesOf = (max: number) => fc.array(fc.nat(max), { minLength: 12, maxLength: 12 })

describe('a relation', () => {
  for (const { shows, rings, area, isEvenOdd } of RELATION_SHAPES)
    test(`of ${shows} has the area ${area}, however it is cut into ways`, () => {
      if (isEvenOdd) assert.ok(Math.abs(evenOddByGeos(rings) - area) < 1e-9, 'GEOS has another area')
      fc.assert(
        fc.property(choicesOf(0xffff), (choices) => {
          assert.equal(areaOfRings(rings, choices), area)
        }),
        { seed: 20260818, numRuns: casesOf('ways that each shape is cut into') },
      )
    })
})

/** Rectangles with distinct sides: they may cross, contain each other or be apart, but share no node. */
const rectangles = fc
  .integer({ min: 1, max: 7 })
  .chain((count) =>
    fc.tuple(
      fc.shuffledSubarray([...Array(2 * count).keys()], { minLength: 2 * count }),
      fc.shuffledSubarray([...Array(2 * count).keys()], { minLength: 2 * count }),
      fc.array(fc.constantFrom('outer', 'inner', ''), { minLength: count, maxLength: count }),
    ),
  )
  .map(([xs, ys, roles]) =>
    roles.map((role, i) => {
      const [west, east] = [xs[2 * i], xs[2 * i + 1]].sort((a, b) => a - b)
      const [south, north] = [ys[2 * i], ys[2 * i + 1]].sort((a, b) => a - b)
      return { role, west, south, east, north }
    }),
  )

interface Rectangle {
  readonly role: string
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

const ringOf = ({ role, west, south, east, north }: Rectangle): ShapeRing => ({
  role,
  line: [west, south, east, south, east, north, west, north],
})

const overlap = (a: Rectangle, b: Rectangle): boolean => {
  const meet = a.west < b.east && b.west < a.east && a.south < b.north && b.south < a.north
  const holds = (one: Rectangle, other: Rectangle): boolean =>
    one.west < other.west && one.east > other.east && one.south < other.south && one.north > other.north
  return meet && !holds(a, b) && !holds(b, a)
}

/** Groups of overlapping rectangles. */
const groupsOf = (all: readonly Rectangle[]): Rectangle[][] => {
  const left = new Set(all)
  return all.flatMap((seed) => {
    if (!left.delete(seed)) return []
    const group = [seed]
    for (const member of group)
      for (const other of [...left])
        if (overlap(member, other)) {
          left.delete(other)
          group.push(other)
        }
    return [group]
  })
}

/** Applies the rule cell by cell: groups from the outermost inwards. */
const areaByCells = (all: readonly Rectangle[]): number => {
  const size = (group: readonly Rectangle[]): number =>
    Math.max(...group.map(({ west, east, south, north }) => (east - west) * (north - south)))
  const groups = groupsOf(all).sort((a, b) => size(b) - size(a))
  let area = 0
  for (let x = 0; x < 2 * all.length; x++)
    for (let y = 0; y < 2 * all.length; y++) {
      let inside = false
      for (const group of groups) {
        const around = group.filter(
          ({ west, east, south, north }) => x >= west && x < east && y >= south && y < north,
        )
        if (around.length === 0) continue
        const inner = around.filter(({ role }) => role === 'inner').length
        const kinds = new Set(group.map(({ role }) => role === 'inner'))
        inside = kinds.size === 1 ? !inside : Number(inside) + around.length - inner > inner
      }
      if (inside) area++
    }
  return area
}

test('rings that overlap count by their roles, group by group, all others by how they are nested', () => {
  fc.assert(
    fc.property(rectangles, choicesOf(0xffff), (all, choices) => {
      assert.equal(areaOfRings(all.map(ringOf), choices), areaByCells(all))
    }),
    { seed: 20260819, numRuns: casesOf('rings that overlap, by role and nesting') },
  )
})

/** Rectangles on a small lattice, with a node at every lattice point that they pass. */
const latticeRings = fc.array(
  fc
    .tuple(fc.nat(4), fc.nat(4), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([west, south, width, height]) =>
      fc.constantFrom('outer', 'inner', '').map(
        (role): ShapeRing => ({
          role,
          line: [
            ...Array.from({ length: width }, (_, i) => [west + i, south]),
            ...Array.from({ length: height }, (_, i) => [west + width, south + i]),
            ...Array.from({ length: width }, (_, i) => [west + width - i, south + height]),
            ...Array.from({ length: height }, (_, i) => [west, south + height - i]),
          ].flat(),
        }),
      ),
    ),
  { minLength: 1, maxLength: 5 },
)

const edgesOf = ({ role, line }: ShapeRing): string[] =>
  Array.from({ length: line.length / 2 }, (_, i) => {
    const ends = [0, 2].map((step) => {
      const at = (2 * i + step) % line.length
      return `${line[at]},${line[at + 1]}`
    })
    return `${role === 'inner' ? 'inner' : 'outer'} ${ends.sort().join(' ')}`
  })

test('the area of rings that share nodes and edges does not depend on how they are cut into ways', () => {
  fc.assert(
    fc.property(latticeRings, choicesOf(0xffff), choicesOf(0xffff), (rings, some, others) => {
      const area = areaOfRings(rings, some)
      assert.equal(areaOfRings(rings, others), area)
      const edges = rings.flatMap(edgesOf)
      if (new Set(edges).size === edges.length) assert.ok(Math.abs(area - evenOddByGeos(rings)) < 1e-9)
    }),
    { seed: 20260820, numRuns: casesOf('ways of rings that share nodes and edges') },
  )
})

/** Rings of arbitrary nodes on a lattice: they cross, touch and overlap each other and themselves. */
const tangledRings = fc.array(
  fc.record({
    role: fc.constantFrom('outer', 'inner', ''),
    line: fc
      .array(fc.tuple(fc.nat(5), fc.nat(5)), { minLength: 3, maxLength: 8 })
      .map((positions) => positions.flat()),
  }),
  { minLength: 1, maxLength: 4 },
)

test('the area of rings that cross each other and themselves does not depend on it either', () => {
  fc.assert(
    fc.property(tangledRings, choicesOf(0xffff), choicesOf(0xffff), (rings, some, others) => {
      // Crossings are rounded to 1e-7 degrees, in the order in which they are found.
      assert.ok(Math.abs(areaOfRings(rings, some) - areaOfRings(rings, others)) < 1e-5)
    }),
    { seed: 20260821, numRuns: casesOf('ways of rings that cross each other and themselves') },
  )
})
