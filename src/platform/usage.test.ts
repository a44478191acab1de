import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBookkeeping } from './bookkeeping.ts'
import type { UsageCount, UsageStore } from './ports.ts'
import { createUsage } from './usage.ts'

const setUp = (at = '2026-03-01T00:00:00Z') => {
  const rows: UsageCount[] = []
  const state = { failing: false, writes: 0 }
  const store: UsageStore = {
    add: async (counts) => {
      if (state.failing) throw new Error('the store cannot be reached')
      state.writes++
      rows.push(...counts.map((count) => ({ ...count, units: 0 })))
    },
    since: async (accountId, date) => rows.filter((row) => row.accountId === accountId && row.date >= date),
  }
  let nowMs = Date.parse(at)
  const clock = { now: () => nowMs, elapsedMs: () => nowMs }
  const logged: string[] = []
  const bookkeeping = createBookkeeping({ log: { warn: (_facts, text) => void logged.push(text) }, clock })
  const usage = createUsage(store, clock, bookkeeping)
  const count = (fields: { accountId?: string; op?: string; units?: number; cacheHit?: boolean } = {}) =>
    usage.count({ accountId: 'a', op: 'get_boundary', units: 0, cacheHit: false, ...fields })
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { rows, state, logged, usage, count, wait }
}

test('a thousand calls are written as one row, once', async () => {
  const { rows, state, usage, count } = setUp()
  for (let call = 0; call < 1_000; call++) count({ cacheHit: call % 4 === 0 })
  await Promise.all([usage.flush(), usage.flush(), usage.flush()])
  await usage.flush()
  assert.deepEqual(rows, [
    { accountId: 'a', date: '2026-03-01', op: 'get_boundary', calls: 1_000, units: 0, cacheHits: 250 },
  ])
  assert.equal(state.writes, 1)
})

test('failed writes are retried together with later counts', async () => {
  const { rows, state, usage, count } = setUp()
  count()
  state.failing = true
  await assert.rejects(usage.flush(), /cannot be reached/)
  count()
  state.failing = false
  await usage.flush()
  assert.deepEqual(
    rows.map(({ calls }) => calls),
    [2],
  )
})

test('a call with units was counted when they were spent: only its cache hit is added', async () => {
  const { rows, usage, count } = setUp()
  count({ units: 5 })
  count({ units: 5, cacheHit: true })
  await usage.flush()
  assert.deepEqual(rows, [
    { accountId: 'a', date: '2026-03-01', op: 'get_boundary', calls: 0, units: 0, cacheHits: 1 },
  ])
})

test('days that cannot be written first are answered with what is stored, and the failure is logged', async () => {
  const { state, logged, usage, count } = setUp()
  count()
  await usage.flush()
  count()
  state.failing = true
  assert.equal((await usage.days('a', 1))[0].calls, 1)
  assert.deepEqual(logged, ['the counts of usage could not be written'])
  state.failing = false
  assert.equal((await usage.days('a', 1))[0].calls, 2)
})

test('days are UTC, oldest first, today last, including empty ones', async () => {
  const { usage, count, wait } = setUp('2026-02-27T23:59:59Z')
  count({ cacheHit: true })
  wait(2 * 86_400_000)
  count()
  count({ op: 'search_boundaries' })
  count({ accountId: 'somebody else' })
  const empty = { calls: 0, units: 0, cacheHits: 0, ops: [] }
  assert.deepEqual(await usage.days('a', 4), [
    { date: '2026-02-26', ...empty },
    {
      date: '2026-02-27',
      calls: 1,
      units: 0,
      cacheHits: 1,
      ops: [{ op: 'get_boundary', calls: 1, units: 0, cacheHits: 1 }],
    },
    { date: '2026-02-28', ...empty },
    {
      date: '2026-03-01',
      calls: 2,
      units: 0,
      cacheHits: 0,
      ops: [
        { op: 'get_boundary', calls: 1, units: 0, cacheHits: 0 },
        { op: 'search_boundaries', calls: 1, units: 0, cacheHits: 0 },
      ],
    },
  ])
})
