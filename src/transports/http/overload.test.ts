import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOverload } from './overload.ts'

/** A loop whose time passes when the test says so. */
const drawnLoop = () => {
  let nowMs = 1_000
  let idleMs = 500
  let endTurn: (() => void) | null = null
  return {
    loop: {
      elapsedMs: () => nowMs,
      idleMs: () => idleMs,
      atEndOfTurn: (callback: () => void) => {
        endTurn = callback
      },
    },
    wait: (ms: number) => {
      nowMs += ms
      idleMs += ms
    },
    work: (ms: number) => {
      nowMs += ms
    },
    endTurn: () => endTurn?.(),
  }
}

const opened = () => {
  const drawn = drawnLoop()
  const warnings: string[] = []
  const overload = createOverload(drawn.loop, { warn: (_facts, message) => warnings.push(message) })
  /** Of so many requests that arrived together and take a millisecond each, those that are accepted. */
  const acceptedOf = (count: number): number => {
    let accepted = 0
    for (let request = 0; request < count; request++) {
      if (overload.isRefused()) continue
      accepted++
      drawn.work(1)
    }
    drawn.endTurn()
    return accepted
  }
  return { ...drawn, overload, warnings, acceptedOf }
}

test('a burst is answered, however large it is for a moment', () => {
  const { wait, acceptedOf } = opened()
  wait(1)
  assert.equal(acceptedOf(99), 99)
})

test('when more arrives than can be answered, each turn takes a bounded time, and the rest is refused', async () => {
  const { overload, acceptedOf, warnings } = opened()
  acceptedOf(100)
  assert.deepEqual([acceptedOf(200), acceptedOf(200)], [32, 32])
  assert.deepEqual(await overload.figure.read(), [{ value: 336 }])
  assert.equal(warnings.length, 1)
})

test('few callers are never refused, even by a loop that stands still', () => {
  const { work, acceptedOf } = opened()
  for (let turn = 0; turn < 5; turn++) {
    work(5_000)
    assert.equal(acceptedOf(32), 32)
  }
})

test('all is accepted again once the loop has waited for events', () => {
  const { wait, acceptedOf } = opened()
  acceptedOf(100)
  assert.equal(acceptedOf(50), 32)
  wait(1)
  assert.equal(acceptedOf(50), 50)
})
