import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOverload } from './overload.ts'

/** A loop whose turns end and whose time passes when the test says so. */
const drawnLoop = () => {
  let nowMs = 1_000
  let callbacks: (() => void)[] = []
  return {
    loop: {
      elapsedMs: () => nowMs,
      atEndOfTurn: (callback: () => void) => void callbacks.push(callback),
      afterMs: (ms: number, callback: () => void) =>
        void callbacks.push(() => {
          nowMs += ms
          callback()
        }),
    },
    pass: (ms: number) => {
      nowMs += ms
    },
    endTurn: () => {
      const due = callbacks
      callbacks = []
      for (const callback of due) callback()
    },
    isIdle: () => callbacks.length === 0,
  }
}

const opened = () => {
  const { loop, pass, endTurn, isIdle } = drawnLoop()
  const warnings: string[] = []
  const database = { isBehind: false }
  const overload = createOverload(loop, () => database.isBehind, {
    warn: (_facts, message) => warnings.push(message),
  })
  const answered: { readonly request: number; readonly isRefused: boolean }[] = []
  let requests = 0
  /** Requests that arrive in one turn. An answer takes a millisecond, a refusal nothing. */
  const arrive = (count: number): void => {
    for (let each = 0; each < count; each++) {
      const request = requests++
      overload.inTurn((isRefused) => {
        answered.push({ request, isRefused })
        if (!isRefused) pass(1)
      })
    }
  }
  const turns = (count: number, arriving: number): void => {
    for (let turn = 0; turn < count; turn++) {
      arrive(arriving)
      endTurn()
    }
  }
  const untilIdle = (): void => {
    while (!isIdle()) endTurn()
  }
  const refused = (): number => answered.filter(({ isRefused }) => isRefused).length
  return { overload, database, warnings, answered, arrive, turns, untilIdle, pass, endTurn, refused }
}

test('a request that nothing waits before is answered at once', () => {
  const { arrive, answered } = opened()
  arrive(1)
  assert.deepEqual(answered, [{ request: 0, isRefused: false }])
})

test('requests are answered in their order, a few in each turn of the loop', () => {
  const { arrive, endTurn, untilIdle, answered } = opened()
  arrive(20)
  assert.equal(answered.length, 8)
  endTurn()
  arrive(1)
  assert.equal(answered.length, 8)
  endTurn()
  assert.equal(answered.length, 16)
  untilIdle()
  assert.deepEqual(
    answered.map(({ request }) => request),
    Array.from({ length: 21 }, (_, at) => at),
  )
})

test('a burst is answered, even if it takes some time', () => {
  const { arrive, untilIdle, refused, answered } = opened()
  arrive(80)
  untilIdle()
  assert.deepEqual([answered.length, refused()], [80, 0])
})

test('of twice as much as it can answer, half is refused, and what is accepted hardly waits', async () => {
  const { turns, overload, answered, warnings, refused } = opened()
  turns(100, 16)
  turns(200, 4)
  const before = answered.length
  const refusedBefore = refused()
  turns(200, 4)
  const accepted = answered.length - before - (refused() - refusedBefore)
  assert.ok(accepted >= 395 && accepted <= 405, `${accepted} of 800`)
  const [refusals, waiting] = await Promise.all(overload.figures.map(({ read }) => read()))
  assert.deepEqual(refusals, [{ value: refused() }])
  assert.ok(waiting[0].value <= 100, `${waiting[0].value} wait`)
  assert.equal(warnings.length, 1)
})

test('few callers are never refused, even by a loop that stands still', () => {
  const { arrive, pass, untilIdle, refused } = opened()
  for (let round = 0; round < 5; round++) {
    arrive(100)
    pass(5_000)
    untilIdle()
  }
  assert.equal(refused(), 0)
})

test('all is accepted again once the queue was empty', () => {
  const { turns, arrive, untilIdle, refused } = opened()
  turns(100, 20)
  assert.ok(refused() > 0)
  untilIdle()
  const before = refused()
  arrive(50)
  untilIdle()
  assert.equal(refused(), before)
})

test('while the database is behind, requests wait; what comes when that lasts is refused', () => {
  const { arrive, turns, untilIdle, database, answered, refused } = opened()
  database.isBehind = true
  arrive(150)
  turns(60, 1)
  assert.deepEqual([answered.length, refused()], [8, 8])
  database.isBehind = false
  untilIdle()
  assert.deepEqual([answered.length, refused()], [210, 8])
})

test('a database that does not answer at all holds requests up for a second', () => {
  const { arrive, turns, database, answered } = opened()
  database.isBehind = true
  arrive(1)
  turns(990, 0)
  assert.equal(answered.length, 0)
  turns(20, 0)
  assert.deepEqual(answered, [{ request: 0, isRefused: false }])
})
