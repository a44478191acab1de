import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { edgesNear } from './near.ts'

test('no edge that comes within reach of a fresh one is left out, and most others are', () => {
  const place = fc.integer({ min: 0, max: 100_000 })
  const little = fc.integer({ min: -300, max: 300 })
  let [left, all] = [0, 0]
  fc.assert(
    fc.property(
      fc.array(fc.tuple(place, place, little, little), { minLength: 2_000, maxLength: 2_000 }),
      fc.integer({ min: 0, max: 3_000 }),
      (edges, reach) => {
        const strands = {
          coords: Int32Array.from(edges.flatMap(([x, y, dx, dy]) => [x, y, x + dx, y + dy])),
          ends: Int32Array.from(edges, (_, i) => 2 * i + 2),
          weights: new Int16Array(0),
        }
        const fresh = new Uint8Array(2 * edges.length)
        fresh[0] = 1
        const found = new Set(edgesNear(strands, fresh, reach))
        left += found.size
        all += edges.length
        // By the boxes: no edge is nearer than its box.
        const gap = (one: number, other: number, span: number, otherSpan: number): number =>
          Math.max(one + Math.min(0, span), other + Math.min(0, otherSpan)) -
          Math.min(one + Math.max(0, span), other + Math.max(0, otherSpan))
        const [ax, ay, adx, ady] = edges[0]
        edges.forEach(([x, y, dx, dy], i) => {
          const isNear = gap(ax, x, adx, dx) <= reach && gap(ay, y, ady, dy) <= reach
          if (isNear) assert.ok(found.has(2 * i), `edge ${i}`)
        })
      },
    ),
    { numRuns: casesOf('edges near fresh ones') },
  )
  assert.ok(left < all / 10, `${left} of ${all}`)
})
