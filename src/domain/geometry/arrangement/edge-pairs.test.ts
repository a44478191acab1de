import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { forEachPair } from './edge-pairs.ts'

/** A walk whose steps are short, with some that lead far away. */
const walks = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: -4, max: 4 }) },
        { weight: 1, arbitrary: fc.integer({ min: -90, max: 90 }) },
      ),
      fc.integer({ min: -4, max: 4 }),
    ),
    { minLength: 200, maxLength: 600 },
  )
  .map((moves) => {
    const coords = new Int32Array(2 * moves.length)
    let [x, y] = [0, 0]
    moves.forEach(([dx, dy], i) => {
      x += dx
      y += dy
      coords.set([x, y], 2 * i)
    })
    return coords
  })

const boxesMeet = (coords: Int32Array, edge: number, other: number): boolean =>
  [0, 1].every((axis) => {
    const [a, b] = [coords[2 * edge + axis], coords[2 * edge + 2 + axis]]
    const [c, d] = [coords[2 * other + axis], coords[2 * other + 2 + axis]]
    return Math.max(a, b) >= Math.min(c, d) && Math.min(a, b) <= Math.max(c, d)
  })

test('each two edges whose boxes meet are found, whichever edges are asked for', () => {
  let given = 0
  fc.assert(
    fc.property(walks, fc.integer({ min: 1, max: 3 }), (coords, every) => {
      const edges = Int32Array.from(
        { length: Math.floor((coords.length / 2 - 1) / every) },
        (_, i) => i * every,
      )
      const found = new Set<string>()
      const isDone = forEachPair(coords, edges, (edge, other) => {
        assert.ok(edge < other && other !== edge + 1)
        found.add(`${edge} ${other}`)
      })
      if (!isDone) return
      given++
      for (const edge of edges)
        for (const other of edges)
          if (other > edge + 1 && boxesMeet(coords, edge, other)) assert.ok(found.has(`${edge} ${other}`))
    }),
    { numRuns: casesOf('edges whose boxes meet') },
  )
  assert.ok(given > 30)
})

test('long slanting edges side by side are left to others', () => {
  const count = 2_000
  const coords = Int32Array.from({ length: 2 * count }, (_, i) => {
    const at = Math.floor(i / 2)
    return (at % 2) * 1_000_000 + (i % 2 === 0 ? at : 0)
  })
  let pairs = 0
  const edges = Int32Array.from({ length: count - 1 }, (_, i) => i)
  assert.equal(
    forEachPair(coords, edges, () => {
      pairs++
    }),
    false,
  )
  assert.ok(pairs < 100 * count)
})
