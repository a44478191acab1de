import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { VertexQueue } from './vertex-queue.ts'

const POSITIONS = 40

/** Keys that are equal, similar or far apart, and some that are never taken before others. */
const keys = fc.oneof(
  fc.integer({ min: 0, max: 5 }),
  fc.integer({ min: 1_000, max: 1_020 }),
  fc.double({ min: -3, max: 70, noNaN: true }).map((power) => 2 ** power),
  fc.constantFrom(0, 0.99, 1, 2 ** 64, Number.POSITIVE_INFINITY),
)

interface Step {
  readonly is: 'put' | 'take' | 'clear'
  readonly at: number
  readonly key: number
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    is: fc.oneof(
      { weight: 60, arbitrary: fc.constant('put' as const) },
      { weight: 20, arbitrary: fc.constant('take' as const) },
      { weight: 1, arbitrary: fc.constant('clear' as const) },
    ),
    at: fc.nat(POSITIONS - 1),
    key: keys,
  }),
  { minLength: 200, maxLength: 400 },
)

test('positions are taken by key, and by coordinates where keys are equal, however often keys change', () => {
  fc.assert(
    fc.property(
      steps,
      fc.shuffledSubarray([...Array(POSITIONS).keys()], { minLength: POSITIONS }),
      (all, places) => {
        const coords = Int32Array.from({ length: 2 * POSITIONS }, (_, i) =>
          i % 2 === 0 ? Math.floor(places[i / 2] / 8) : places[(i - 1) / 2] % 8,
        )
        const queue = new VertexQueue(coords)
        const waiting = new Map<number, number>()
        for (const step of all) {
          if (step.is === 'clear') {
            queue.clear()
            waiting.clear()
          } else if (step.is === 'put') {
            if (queue.has(step.at)) queue.change(step.at, step.key)
            else queue.insert(step.at, step.key)
            waiting.set(step.at, step.key)
          } else if (waiting.size > 0) {
            const [first] = [...waiting].sort(([a, one], [b, other]) => one - other || places[a] - places[b])
            assert.deepEqual([queue.takeSmallest(), queue.takenKey], first)
            waiting.delete(first[0])
          }
          assert.equal(queue.size, waiting.size)
          for (let at = 0; at < POSITIONS; at++) assert.equal(queue.has(at), waiting.has(at))
        }
      },
    ),
    { numRuns: casesOf('queues of vertices') },
  )
})
