/** Islands outside all units of their country, and the unit that the build gives each to. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Unit } from '../../scripts/atlas/natural-earth.ts'
import { type ListedPoints, remoteIslands } from '../../scripts/atlas/remote-islands.ts'
import type { Town } from '../../scripts/atlas/town-votes.ts'
import { joinRings, polygonsOf } from '../../src/domain/geometry/parts.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { boxRing, ringsOf } from '../support/shapes.ts'

const box = (west: number, south: number, side: number): Rings =>
  ringsOf([[boxRing(west, south, west + side, south + side)]])

const WEST = box(0, 0, 2)
const EAST = box(2, 0, 2)
const MAINLAND = box(0, 0, 4)
/** A degree is 111 km: both are far from all units. */
const FAR = box(8, 1, 0.1)
const ISLET = box(8.15, 1, 0.01)
const FURTHER = box(12, 1, 0.1)
const NEAR_EAST = box(4.1, 1, 0.05)
const BETWEEN = box(1.99, -0.1, 0.05)

const unit = (iso: string, name: string): Unit =>
  ({ country: 'AA', iso, name, names: {}, otherNames: [] }) as unknown as Unit
const UNITS = [unit('AA-W', 'West'), unit('AA-E', 'East')]

const town = (lon: number, lat: number, ...codes: readonly string[]): Town => ({
  lon,
  lat,
  population: 0,
  divisions: codes.map((code) => ({ code, name: code })),
})
/** Nine towns of a division in the west. */
const WESTERN = Array.from({ length: 9 }, (_, i) => town(0.5 + i / 10, 1, 'AA.1'))

/** The number of islands that each unit gets, and of those that are left. */
const shared = (
  islands: readonly Rings[],
  towns: readonly Town[] = [],
  listed: ListedPoints = new Map(),
): readonly [west: number, east: number, left: number] => {
  const withIslands = remoteIslands(towns, listed, () => {})
  const { shapes, gaps } = withIslands(joinRings([MAINLAND, ...islands]), UNITS, {
    shapes: [WEST, EAST],
    gaps: joinRings(islands),
  })
  const [west, east] = shapes.map((shape) => polygonsOf(shape).length - 1)
  return [west, east, polygonsOf(gaps).length]
}

test('an island belongs to the unit with the other towns of its division', () => {
  assert.deepEqual(shared([FAR], [...WESTERN, town(8.05, 1.05, 'AA.1', 'AA.1.7')]), [1, 0, 0])
})

test('the largest division of which one unit has the other towns decides', () => {
  const towns = [town(3, 1, 'AA.9', 'AA.9.1'), town(1, 1, 'AA.9', 'AA.9.2')]
  assert.deepEqual(shared([FAR], [...towns, town(8.05, 1.05, 'AA.9', 'AA.9.1')]), [0, 1, 0])
  assert.deepEqual(shared([FAR], [...WESTERN, ...towns, town(8.05, 1.05, 'AA.1', 'AA.9.1')]), [1, 0, 0])
})

describe('an island that is drawn in the wrong unit', () => {
  const moved = (division: string): readonly number[] => {
    const towns = [
      ...Array.from({ length: 9 }, (_, i) => ({
        ...town(0.5 + i / 10, 1),
        divisions: [{ code: 'AA.1', name: division }],
      })),
      { ...town(8.05, 1.05), divisions: [{ code: 'AA.1', name: division }] },
    ]
    const withIslands = remoteIslands(towns, new Map(), () => {})
    const { shapes } = withIslands(joinRings([MAINLAND, FAR, ISLET]), UNITS, {
      shapes: [WEST, joinRings([EAST, FAR, ISLET])],
      gaps: joinRings([]),
    })
    return shapes.map((shape) => polygonsOf(shape).length)
  }

  test('moves to the one that has the name and the towns of its division, with the islets around it', () => {
    assert.deepEqual(moved('West'), [3, 1])
  })

  test('stays where names do not say so', () => {
    assert.deepEqual(moved('East'), [1, 3], 'the division has the name of the unit')
    assert.deepEqual(moved('Elsewhere'), [1, 3])
  })
})

test('an island whose towns disagree, or whose division lies in several units, is left', () => {
  const eastern = [town(3, 1, 'AA.2'), town(8.07, 1.05, 'AA.2')]
  assert.deepEqual(shared([FAR], [...WESTERN, ...eastern, town(8.05, 1.05, 'AA.1')]), [0, 0, 1])
  const everywhere = [town(1, 1, 'AA.3'), town(3, 1, 'AA.3'), town(8.05, 1.05, 'AA.3')]
  assert.deepEqual(shared([FAR], everywhere), [0, 0, 1])
})

test('an island without towns belongs to the only unit within 20 km, also over another island', () => {
  assert.deepEqual(shared([NEAR_EAST, box(4.3, 1, 0.05)]), [0, 2, 0])
  assert.deepEqual(shared([BETWEEN]), [0, 0, 1])
  assert.deepEqual(shared([NEAR_EAST], [town(4.12, 1.02, 'BB.1')]), [0, 0, 1], 'of another country')
  assert.deepEqual(shared([FAR]), [0, 0, 1])
})

test('a listed island belongs to the unit that is named, and a point without an island fails the build', () => {
  assert.deepEqual(shared([FAR, FURTHER], [], new Map([['AA-W', [[12.05, 1.05]]]])), [1, 0, 1])
  assert.throws(() => shared([FAR], [], new Map([['AA-W', [[9, 9]]]])), /no island of AA-W is at 9,9/)
})

test('a gap beside a unit is no island', () => {
  const withIslands = remoteIslands([], new Map(), () => {})
  const { gaps } = withIslands(MAINLAND, UNITS, { shapes: [WEST, box(2, 0, 1)], gaps: box(3, 0, 1) })
  assert.equal(polygonsOf(gaps).length, 1)
})
