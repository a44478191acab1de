import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../util/random.ts'
import { monthOfDate } from './billing-month.ts'
import { STANDARD_PLANS } from './plans.ts'
import type { UnitHold, UnitStore } from './ports.ts'
import { createQuota, HEARTBEAT_EVERY_MS, type Reservation, type UnitsRefusal } from './quota.ts'

/** Records its calls; `failing` makes it unreachable. */
const memoryUnits = () => {
  const holds = new Map<string, UnitHold>()
  const state = { used: 0, failing: false, isAnswerLost: false, month: '', expiredBeforeMs: 0 }
  const reach = () => {
    if (state.failing) throw new Error('the store cannot be reached')
  }
  const store: UnitStore = {
    reserve: async (hold, allowance) => {
      reach()
      state.month = monthOfDate(hold.date)
      if (allowance !== null && state.used + hold.units > allowance) return false
      state.used += hold.units
      holds.set(hold.id, hold)
      if (state.isAnswerLost) throw new Error('the connection broke after the commit')
      return true
    },
    spend: async (id) => {
      reach()
      return holds.delete(id)
    },
    refund: async (id) => {
      reach()
      state.used -= holds.get(id)?.units ?? 0
      holds.delete(id)
    },
    used: async () => state.used,
    heartbeat: async (_owner, { nowMs }) => {
      reach()
      state.expiredBeforeMs = nowMs
    },
    share: async () => true,
    endLease: async () => {
      for (const id of holds.keys()) await store.refund(id)
    },
  }
  return { state, holds, store }
}

const setUp = (at = '2026-01-31T23:59:59Z') => {
  const memory = memoryUnits()
  let nowMs = Date.parse(at)
  let jumpedMs = 0
  const quota = createQuota({
    store: memory.store,
    plans: { ...STANDARD_PLANS, tiny: { unitsPerMonth: 5, callsPerMinute: null, fileBytes: null } },
    clock: { now: () => nowMs + jumpedMs, elapsedMs: () => nowMs },
    random: systemRandom,
  })
  const reserve = (units: number, plan = 'tiny') =>
    quota.reserve({ kind: 'account', accountId: 'a', keyId: 'k', plan }, units, 'get_boundary')
  const wait = (ms: number) => {
    nowMs += ms
  }
  const jump = (ms: number) => {
    jumpedMs += ms
  }
  return { ...memory, quota, reserve, wait, jump }
}

const granted = (answer: Reservation | UnitsRefusal): Reservation => {
  assert.ok('spend' in answer, 'the units are refused')
  return answer
}

test('a refusal for lack of units names the allowance, the used units and the end of the month', async () => {
  const { reserve } = setUp()
  await granted(await reserve(4)).spend()
  assert.deepEqual(await reserve(2), { allowance: 5, used: 4, resetsAt: '2026-02-01T00:00:00Z' })
  assert.ok('spend' in (await reserve(1)))
})

test('months are UTC, and December ends in the next year', async () => {
  const { reserve, state, wait } = setUp('2026-12-31T23:59:59Z')
  assert.equal(((await reserve(6)) as UnitsRefusal).resetsAt, '2027-01-01T00:00:00Z')
  assert.equal(state.month, '2026-12')
  wait(1_000)
  assert.equal(((await reserve(6)) as UnitsRefusal).resetsAt, '2027-02-01T00:00:00Z')
  assert.equal(state.month, '2027-01')
})

test('a plan without an allowance refuses nothing, and a removed plan gets the smallest limits', async () => {
  const { reserve } = setUp()
  granted(await reserve(10_000_000, 'unlimited'))
  assert.equal(((await reserve(1, 'gone')) as UnitsRefusal).allowance, 5)
})

test('only accounts are charged, and only for units', async () => {
  const { quota, state, reserve } = setUp()
  granted(await quota.reserve({ kind: 'operator' }, 3, 'get_boundary'))
  granted(await quota.reserve({ kind: 'anonymous', address: '192.0.2.1' }, 3, 'get_boundary'))
  granted(await reserve(0))
  assert.equal(state.used, 0)
})

test('a failed refund is retried when the store is back', async () => {
  const { quota, reserve, state } = setUp()
  const reservation = granted(await reserve(3))
  state.failing = true
  await reservation.refund()
  await assert.rejects(quota.heartbeat())
  assert.equal(state.used, 3)
  state.failing = false
  await quota.heartbeat()
  assert.equal(state.used, 0)
})

test('units whose refund failed are neither part of the balance nor in the way of other calls', async () => {
  const { quota, reserve, state } = setUp()
  await granted(await reserve(1)).spend()
  const reservation = granted(await reserve(4))
  assert.equal(await quota.used('a', '2026-01'), 5)
  state.failing = true
  await reservation.refund()
  assert.equal(await quota.used('a', '2026-01'), 1)
  assert.equal(await quota.used('b', '2026-01'), 5)
  state.failing = false
  granted(await reserve(4))
  assert.equal(await quota.used('a', '2026-01'), 5)
})

test('a process that was taken for dead reserves again, and fails when no units are left', async () => {
  const { reserve, store, holds, state } = setUp()
  const takeAway = () => Promise.all([...holds.keys()].map((id) => store.refund(id)))
  const first = granted(await reserve(5))
  await takeAway()
  await first.spend()
  assert.deepEqual([state.used, holds.size], [5, 0])
  state.used = 0
  const second = granted(await reserve(3))
  await takeAway()
  state.used = 4
  await assert.rejects(second.spend(), /3 units .* refunded while it ran/)
  assert.equal(state.used, 4)
})

for (const [name, hours] of [
  ['an hour', 1],
  ['a day', 24],
  ['an hour back', -1],
  ['a day back', -24],
] as const)
  test(`a clock that jumps by ${name} makes nobody dead who sends heartbeats`, async () => {
    const { quota, state, wait, jump } = setUp()
    await quota.heartbeat()
    assert.ok(state.expiredBeforeMs > 0)
    jump(hours * 3_600_000)
    for (let heartbeat = 0; heartbeat < 4; heartbeat++) {
      await quota.heartbeat()
      assert.equal(state.expiredBeforeMs, 0, 'the others have sent their heartbeats by the old time')
      wait(HEARTBEAT_EVERY_MS)
    }
    await quota.heartbeat()
    assert.ok(state.expiredBeforeMs > 0)
  })

test('units of a reservation whose answer was lost are refunded with the next heartbeat', async () => {
  const { reserve, state, quota } = setUp()
  state.isAnswerLost = true
  await assert.rejects(reserve(5))
  assert.equal(state.used, 5)
  state.isAnswerLost = false
  await quota.heartbeat()
  assert.equal(state.used, 0)
  assert.ok('spend' in (await reserve(5)))
})
