import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { validityReason } from '../../../test/support/geos.ts'
import { boxRing, coastRing, ringsOf, seededRandom } from '../../../test/support/shapes.ts'
import { planarAreaDegrees } from './area.ts'
import { unionMinus } from './boolean.ts'
import { type AreaBits, combine, MAX_COMBINED } from './combine.ts'
import type { Rings } from './rings.ts'

const box = (west: number, south: number, east: number, north: number): Rings =>
  ringsOf([[boxRing(west, south, east, north)]])

const A = 1
const B = 2
const C = 4

const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? 0) - expected) < 1e-9, `${actual} is not ${expected}`)

describe('combine', () => {
  const a = box(0, 0, 4, 4)
  const b = box(2, 0, 6, 4)
  const c = box(1, 1, 3, 3)

  test('knows for every face which areas contain it', () => {
    const { pieces } = combine([a, b, c], () => false)
    assert.deepEqual([...pieces.keys()].sort(), [A, B, A | B, A | C, A | B | C].sort())
    near(pieces.get(A), 8 - 2)
    near(pieces.get(B), 8)
    near(pieces.get(A | B), 8 - 2)
    near(pieces.get(A | C), 2)
    near(pieces.get(A | B | C), 2)
  })

  test('takes the selected faces', () => {
    const aWithoutBButC = (within: AreaBits) =>
      (within & A) !== 0 && ((within & B) === 0 || (within & C) !== 0)
    const { rings } = combine([a, b, c], aWithoutBButC)
    near(planarAreaDegrees(rings), 16 - 8 + 2)
    assert.equal(validityReason(rings), 'Valid Geometry')
  })

  test('a border shared by two areas and crossed by a third one remains only where the third one is cut out', () => {
    const west = ringsOf([
      [
        [
          [0, 0],
          [1.2345678, 0],
          [3.3333333, 7],
          [0, 7],
        ],
      ],
    ])
    const east = ringsOf([
      [
        [
          [1.2345678, 0],
          [9, 0],
          [9, 7],
          [3.3333333, 7],
        ],
      ],
    ])
    const across = box(1, 2.7777777, 3, 5.1111111)
    const inFirst = (within: AreaBits) => (within & A) !== 0 && (within & C) === 0
    const { rings } = combine([west, east, across], (within) => inFirst(within) || (within & B) !== 0)
    assert.deepEqual([rings.polygonEnds.length, rings.ringEnds.length], [1, 2])
    assert.equal(validityReason(rings), 'Valid Geometry')
  })

  test('neighbours that differ in the last digit only keep their own digits in the slivers between them', () => {
    const random = seededRandom(5)
    const shaken = (dx: number) =>
      ringsOf([
        [
          Array.from(
            { length: 400 },
            (_, i) => [5 + dx + 2e-7 * random(), i / 100] as [number, number],
          ).concat([
            [dx === 0 ? 0 : 9, 4],
            [dx === 0 ? 0 : 9, 0],
          ]),
        ],
      ])
    const areas = [box(0, 0, 5, 4), shaken(1e-7), box(5, 0, 9, 4)]
    const { rings, pieces } = combine(areas, (within) => within !== 0)
    assert.equal(validityReason(rings), 'Valid Geometry')
    near(planarAreaDegrees(rings), 36)
    assert.ok([...pieces.keys()].every((within) => within > 0 && within < 8))
  })

  test('more areas than the digits hold are refused', () => {
    const many = Array.from({ length: MAX_COMBINED }, (_, i) => box(i, 0, i + 1.5, 1))
    const all = combine(many, (within) => within !== 0)
    near(planarAreaDegrees(all.rings), MAX_COMBINED + 0.5)
    near(all.pieces.get(1 << (MAX_COMBINED - 1)), 1)
    assert.throws(() => combine([...many, a], () => false), RangeError)
  })

  test('an included and an excluded set give unionMinus, and the pieces add up to the whole', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 4 }), (seed, count) => {
        const random = seededRandom(seed)
        const coasts = Array.from({ length: 2 * count }, () =>
          ringsOf([
            [coastRing(random, { lon: 3 * random(), lat: 3 * random(), radius: 1 + random(), doublings: 3 })],
          ]),
        )
        const included = (1 << count) - 1
        const isIn = (within: AreaBits) => (within & included) !== 0 && within <= included
        const { rings, pieces } = combine(coasts, isIn)
        const expected = unionMinus(coasts.slice(0, count), coasts.slice(count))
        near(planarAreaDegrees(rings) - planarAreaDegrees(expected), 0)
        const inside = [...pieces].filter(([within]) => isIn(within)).reduce((sum, [, each]) => sum + each, 0)
        near(inside - planarAreaDegrees(rings), 0)
        assert.equal(validityReason(rings), 'Valid Geometry')
      }),
      { numRuns: casesOf('pieces of combined areas') },
    )
  })
})
