import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOverload } from './overload.ts'

/** A loop whose turns end and whose time passes when the test says so. */
const drawnLoop = () => {
  let nowMs = 1_000
  let idleMs = 0
  let callbacks: (() => void)[] = []
  return {
    loop: {
      elapsedMs: () => nowMs,
      idleMs: () => idleMs,
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
    idle: (ms: number) => {
      idleMs += ms
    },
  }
}

const CONNECTION = {}
const EMPTY_TURN_MS = 0.1

const opened = () => {
  const { loop, pass, endTurn, isIdle, idle } = drawnLoop()
  const warnings: string[] = []
  const database = { isBehind: false }
  const overload = createOverload({
    loop,
    isBehind: () => database.isBehind,
    processes: 1,
    log: { warn: (_facts, message) => warnings.push(message) },
  })
  const answered: { readonly request: number; readonly isRefused: boolean }[] = []
  let requests = 0
  /** Requests that arrive in one turn. An answer takes a millisecond, a refusal nothing. */
  const arrive = (count: number, connectionOf = (): object => CONNECTION): void => {
    for (let each = 0; each < count; each++) {
      const connection = connectionOf()
      const request = requests++
      overload.inTurn(connection, (isRefused) => {
        answered.push({ request, isRefused })
        if (!isRefused) pass(1)
      })
    }
  }
  const turns = (count: number, arriving: number, connectionOf?: () => object): void => {
    for (let turn = 0; turn < count; turn++) {
      arrive(arriving, connectionOf)
      endTurn()
    }
  }
  /** As many requests as are due by then: a turn that takes longer brings more of them. */
  const load = (ms: number, perMs: number, connectionOf?: () => object): void => {
    const startedMs = loop.elapsedMs()
    for (let due = 0; loop.elapsedMs() - startedMs < ms; ) {
      const now = Math.floor((loop.elapsedMs() - startedMs) * perMs)
      arrive(now - due, connectionOf)
      due = now
      pass(EMPTY_TURN_MS)
      if (isIdle()) idle(EMPTY_TURN_MS)
      endTurn()
    }
  }
  const untilIdle = (): void => {
    while (!isIdle()) endTurn()
  }
  const refused = (): number => answered.filter(({ isRefused }) => isRefused).length
  return { overload, database, warnings, answered, arrive, turns, load, untilIdle, pass, endTurn, refused }
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
  const { load, overload, answered, warnings, refused } = opened()
  load(500, 2)
  const before = answered.length
  const refusedBefore = refused()
  load(1_000, 2)
  const accepted = answered.length - before - (refused() - refusedBefore)
  assert.ok(accepted >= 850 && accepted <= 1_000, `${accepted} of 2,000`)
  const [refusals, waiting] = await Promise.all(overload.figures.map(({ read }) => read()))
  assert.deepEqual(refusals, [{ value: refused() }])
  assert.ok(waiting[0].value <= 12, `${waiting[0].value} wait`)
  assert.equal(warnings.length, 1)
})

test('at half of what it can answer, nothing is refused soon after overload', () => {
  const { load, pass, refused } = opened()
  load(1_000, 2)
  load(250, 0.5)
  const before = refused()
  for (let pause = 0; pause < 20; pause++) {
    load(100, 0.5)
    pass(20)
  }
  assert.equal(refused(), before)
})

test('pauses do not keep overload up', () => {
  const { load, arrive, untilIdle, refused } = opened()
  load(1_000, 2)
  const pause = (): void => {
    load(100, 0.5)
    arrive(20)
    untilIdle()
  }
  for (let each = 0; each < 4; each++) pause()
  const before = refused()
  for (let each = 0; each < 20; each++) pause()
  assert.equal(refused(), before)
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

test('in overload, who waited to be connected is refused more often than who was connected', () => {
  const { load, untilIdle, answered } = opened()
  load(500, 2)
  const isNew = new Map<number, boolean>()
  let asked = answered.length
  load(500, 4, () => {
    const isNext = asked % 4 === 3
    isNew.set(asked++, isNext)
    return isNext ? {} : CONNECTION
  })
  untilIdle()
  const acceptedOf = (wanted: boolean): number =>
    answered.filter(({ request, isRefused }) => isNew.get(request) === wanted && !isRefused).length
  assert.ok(acceptedOf(true) * 8 < acceptedOf(false), `${acceptedOf(true)}, ${acceptedOf(false)}`)
})

test('of many who connect at once in overload, none is accepted late', () => {
  const { load, pass, arrive, endTurn, untilIdle, answered } = opened()
  load(500, 2)
  untilIdle()
  const before = answered.length
  // The primary hands a process one connection in each turn.
  for (let turn = 0; turn < 300; turn++) {
    arrive(1, () => ({}))
    pass(0.9)
    endTurn()
  }
  const late = answered.slice(before).filter(({ isRefused }, turn) => !isRefused && turn > 60)
  assert.deepEqual(late, [])
})

test('callers that connect for each request are accepted again soon after overload', () => {
  const { load, refused } = opened()
  load(500, 2, () => ({}))
  assert.ok(refused() > 0)
  load(250, 0.5, () => ({}))
  const before = refused()
  load(500, 0.5, () => ({}))
  assert.equal(refused(), before)
})

test('new connections are refused nothing where there is no overload', () => {
  const { load, untilIdle, refused } = opened()
  load(500, 0.5, () => ({}))
  untilIdle()
  assert.equal(refused(), 0)
})

test('a burst is accepted again soon after overload', () => {
  const { load, pass, arrive, untilIdle, refused } = opened()
  load(500, 2)
  assert.ok(refused() > 0)
  untilIdle()
  pass(200)
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
