import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import {
  clockwise,
  coastRing,
  type Ring,
  ringsOf,
  seededRandom,
  starRing,
} from '../../../test/support/shapes.ts'
import { PINNED, vertexWeights } from './weights.ts'

const keyOf = (position: readonly [number, number]): string => position.map((x) => Math.round(x * 1e7)).join()

/** Returns the weight of each position. */
const weighed = (ring: Ring, fixed: ReadonlySet<string> = new Set()): Map<string, number> => {
  const flags = Uint8Array.from(ring, (position) => Number(fixed.has(keyOf(position))))
  const weights = vertexWeights(ringsOf([[ring]]), flags)
  return new Map(ring.map((position, i) => [keyOf(position), weights[i]]))
}

const coast = (seed: number): Ring =>
  coastRing(seededRandom(seed), { lon: 10, lat: 50, radius: 2, doublings: 6, roughness: 0.5 })

test('a vertex on a straight line weighs nothing, a corner weighs more than a dent', () => {
  const weights = vertexWeights(
    ringsOf([
      [
        [
          [0, 0],
          [5, 0],
          [10, 0],
          [10, 10],
          [5, 9.9],
          [0, 10],
        ],
      ],
    ]),
  )
  assert.equal(weights[1], 0)
  assert.ok(weights[4] > 0 && weights[4] < Math.min(weights[0], weights[2], weights[3], weights[5]))
})

test('the last three of every ring are pinned, and no more', () => {
  const weights = vertexWeights(ringsOf([[coast(1)], [coast(2)]]))
  const half = weights.length / 2
  for (const part of [weights.subarray(0, half), weights.subarray(half)]) {
    assert.equal(part.filter((weight) => weight === PINNED).length, 3)
  }
})

test('weights equal those of the published method, computed the slow way', () => {
  const ring = ringsOf([[coast(3)]]).coords
  const triangle = (a: number, b: number, c: number): number => {
    const [ax, ay, bx, by, cx, cy] = [a, b, c].flatMap((i) => [ring[2 * i], ring[2 * i + 1]])
    return Math.abs((ax - bx) * (cy - by) - (cx - bx) * (ay - by)) * Math.cos((by * Math.PI) / 180 / 1e7)
  }
  const left = Array.from({ length: ring.length / 2 }, (_, i) => i)
  const expected = new Uint16Array(left.length).fill(PINNED)
  let largest = 0
  while (left.length > 3) {
    const areas = left.map((vertex, i) => triangle(left.at(i - 1) ?? 0, vertex, left[(i + 1) % left.length]))
    const smallest = areas.indexOf(Math.min(...areas))
    largest = Math.max(largest, areas[smallest])
    expected[left[smallest]] = Math.round(Math.log2(1 + largest) * 511)
    left.splice(smallest, 1)
  }
  const weights = vertexWeights(ringsOf([[coast(3)]]))
  for (const [i, weight] of weights.entries()) assert.ok(Math.abs(weight - expected[i]) <= 1)
})

test('weights do not depend on the direction or the start of a ring', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 4, max: 120 }), (seed, corners) => {
      const random = seededRandom(seed)
      // A coarse grid has many triangles of the same size.
      const ring = starRing(random, { lon: 20, lat: 0, radius: 1, corners }).map(
        ([lon, lat]) => [Math.round(lon * 5) / 5, Math.round(lat * 5) / 5] as const,
      )
      const distinct = ring.filter(
        (position, i) => ring.findIndex((other) => keyOf(other) === keyOf(position)) === i,
      )
      fc.pre(distinct.length > 3)
      const start = Math.floor(random() * distinct.length)
      const expected = weighed(distinct)
      assert.deepEqual(weighed(clockwise(distinct)), expected)
      assert.deepEqual(weighed([...distinct.slice(start), ...distinct.slice(0, start)]), expected)
    }),
    { seed: 21, numRuns: casesOf('weights of rings') },
  )
})

test('two boundaries weigh their shared border alike', () => {
  const border = coast(4).slice(0, 150)
  const ends = new Set([border[0], border[149]].map(keyOf))
  const west: Ring = [...border, [-20, 60], [-30, 40]]
  const east: Ring = [...clockwise(border), [40, 40], [30, 70], [35, 80]]
  const [one, other] = [weighed(west, ends), weighed(east, ends)]
  for (const position of border.slice(1, -1))
    assert.equal(one.get(keyOf(position)), other.get(keyOf(position)))
})

test('fixed vertices weigh more than all others', () => {
  const ring = coast(5)
  const fixed = new Set(ring.filter((_, i) => i % 20 === 0).map(keyOf))
  const weights = weighed(ring, fixed)
  const others = [...weights].filter(([key]) => !fixed.has(key)).map(([, weight]) => weight)
  const heaviest = Math.max(...others)
  for (const key of fixed) assert.ok((weights.get(key) ?? 0) > heaviest)
})

test('corners on the antimeridian and the line along a pole are pinned, straight stretches along them are not', () => {
  const cap = ringsOf([
    [
      [
        [180, -70],
        [90, -71],
        [45, -69],
        [0, -72],
        [-90, -68],
        [-180, -70],
        [-180, -80],
        [-180, -90],
        [0, -90],
        [180, -90],
        [180, -80],
      ],
    ],
  ])
  const weights = vertexWeights(cap)
  for (const corner of [0, 5, 7, 9]) assert.equal(weights[corner], PINNED)
  for (const straight of [6, 8, 10]) assert.equal(weights[straight], 0)
})
