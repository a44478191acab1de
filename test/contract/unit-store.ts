/** Contract of the stores of units. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { UnitHold, UnitStore, UsageStore } from '../../src/platform/ports.ts'

export interface OpenedUnits {
  readonly store: UnitStore
  readonly usage: UsageStore
  readonly close: () => Promise<void>
}

const MONTH = '2026-01'
const hold = (id: string, fields: Partial<UnitHold> = {}): UnitHold => ({
  id,
  owner: 'p1',
  accountId: 'a1',
  date: `${MONTH}-31`,
  op: 'get_boundary',
  units: 1,
  ...fields,
})

export const unitStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedUnits>,
): void => {
  describe(`unit store: ${name}`, { skip }, () => {
    let opened: OpenedUnits
    let store: UnitStore
    const used = () => store.used('a1', MONTH)
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      await store.heartbeat('p1', { nowMs: 0, aliveUntilMs: 100 })
    })
    afterEach(() => opened.close())

    test('units are reserved as long as all of them fit, even for the first call', async () => {
      assert.equal(await store.reserve(hold('h0', { units: 11 }), 10), false)
      assert.equal(await used(), 0)
      assert.equal(await store.reserve(hold('h1', { units: 7 }), 10), true)
      assert.equal(await store.reserve(hold('h2', { units: 4 }), 10), false)
      assert.equal(await store.reserve(hold('h3', { units: 3 }), 10), true)
      assert.equal(await used(), 10)
    })

    test('an allowance of zero refuses everything, and without an allowance everything is counted', async () => {
      assert.equal(await store.reserve(hold('h1'), 0), false)
      assert.equal(await store.reserve(hold('h2', { units: 1_000_000 }), null), true)
      assert.equal(await used(), 1_000_000)
    })

    test('accounts and months are counted separately', async () => {
      await store.reserve(hold('h1'), 1)
      assert.equal(await store.reserve(hold('h2', { accountId: 'a2' }), 1), true)
      assert.equal(await store.reserve(hold('h3', { date: '2026-02-01' }), 1), true)
      assert.equal(await store.reserve(hold('h4'), 1), false)
    })

    test('spent units stay used, refunded ones do not, and each happens once', async () => {
      await store.reserve(hold('h1', { units: 2 }), 10)
      await store.reserve(hold('h2', { units: 3 }), 10)
      assert.equal(await store.spend('h1'), true)
      assert.equal(await store.spend('h1'), false)
      await store.refund('h1')
      await store.refund('h2')
      await store.refund('h2')
      assert.equal(await store.spend('h2'), false)
      assert.equal(await used(), 2)
    })

    test('spent units count as a call of their operation on the day of the reservation; others do not count', async () => {
      await store.reserve(hold('h1', { units: 2 }), 100)
      await store.reserve(hold('h2', { units: 3 }), 100)
      await store.reserve(hold('h3', { units: 4, date: `${MONTH}-30` }), 100)
      await store.reserve(hold('h4', { units: 5, op: 'create_area' }), 100)
      await store.reserve(hold('h5', { units: 6 }), 100)
      await Promise.all(['h1', 'h2', 'h2', 'h3', 'h4', 'none'].map((id) => store.spend(id)))
      await store.refund('h5')
      assert.deepEqual(
        (await opened.usage.since('a1', MONTH)).map(({ date, op, calls, units }) => [date, op, calls, units]),
        [
          [`${MONTH}-30`, 'get_boundary', 1, 4],
          [`${MONTH}-31`, 'create_area', 1, 5],
          [`${MONTH}-31`, 'get_boundary', 2, 5],
        ],
      )
      assert.equal(await used(), 14)
    })

    test('two hundred concurrent calls with fifty units left spend exactly fifty', async () => {
      const taken = await Promise.all(
        Array.from({ length: 200 }, async (_, call) => {
          const fits = await store.reserve(hold(`h${call}`), 50)
          return fits && (await store.spend(`h${call}`))
        }),
      )
      assert.equal(taken.filter(Boolean).length, 50)
      assert.equal(await used(), 50)
    })

    test('units held by a dead process are refunded, units it spent are not', async () => {
      await store.reserve(hold('h1', { units: 2 }), 10)
      await store.reserve(hold('h2', { units: 3 }), 10)
      await store.reserve(hold('h3', { units: 4, accountId: 'a2' }), 10)
      await store.spend('h1')
      await store.heartbeat('p2', { nowMs: 100, aliveUntilMs: 200 })
      assert.equal(await used(), 5)
      await store.heartbeat('p2', { nowMs: 101, aliveUntilMs: 201 })
      assert.equal(await used(), 2)
      assert.equal(await store.used('a2', MONTH), 0)
      assert.equal(await store.spend('h2'), false)
    })

    test('units held by a process that died before the clock was set back are refunded, those of a living one are not', async () => {
      const nowMs = 1_800_000_000_000
      const hourMs = 3_600_000
      await store.heartbeat('dead', { nowMs: 0, aliveUntilMs: nowMs + hourMs })
      await store.heartbeat('p1', { nowMs: 0, aliveUntilMs: nowMs + 15_000 })
      await store.reserve(hold('h1', { units: 2 }), 10)
      await store.reserve(hold('h2', { units: 3, owner: 'dead' }), 10)
      await store.heartbeat('p1', { nowMs: 0, aliveUntilMs: nowMs + 15_000 })
      assert.equal(await used(), 5, 'just after the jump nobody is dead')
      await store.heartbeat('p1', { nowMs, aliveUntilMs: nowMs + 15_000 })
      assert.equal(await used(), 2)
      assert.equal(await store.spend('h1'), true)
    })

    test('a process that sends heartbeats keeps its holds', async () => {
      await store.reserve(hold('h1'), 10)
      await store.heartbeat('p1', { nowMs: 90, aliveUntilMs: 190 })
      await store.heartbeat('p2', { nowMs: 150, aliveUntilMs: 250 })
      assert.equal(await store.spend('h1'), true)
    })

    test('a process that ends its lease refunds its own holds at once, and no others', async () => {
      await store.heartbeat('p2', { nowMs: 0, aliveUntilMs: 100 })
      await store.reserve(hold('h1'), 10)
      await store.reserve(hold('h2', { owner: 'p2' }), 10)
      await store.endLease('p1')
      assert.equal(await used(), 1)
      assert.equal(await store.spend('h2'), true)
    })
  })
}
