import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atMost } from './limit-concurrency.ts'

test('no more works run at once than allowed, the others in order, also after a failure', async () => {
  const limited = atMost(2)
  const ends: (() => void)[] = []
  const begun: number[] = []
  const works = [0, 1, 2, 3].map((index) =>
    limited(async () => {
      begun.push(index)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (index === 0) throw new Error('no')
      return index
    }),
  )
  const outcomes = Promise.allSettled(works)
  for (const [ended, expected] of [
    [0, [0, 1]],
    [1, [0, 1, 2]],
    [2, [0, 1, 2, 3]],
  ] as const) {
    assert.deepEqual(begun, expected)
    ends[ended]()
    await works[ended].catch(() => {})
    // The next one begins in a later microtask.
    await Promise.resolve()
  }
  ends[3]()
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  )
})
