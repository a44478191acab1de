/** What every store of units must do. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { UnitHold, UnitStore } from '../../src/platform/ports.ts'

export interface OpenedUnits {
  readonly store: UnitStore
  readonly close: () => Promise<void>
}

const MONTH = '2026-01'
const hold = (id: string, fields: Partial<UnitHold> = {}): UnitHold => ({
  id,
  owner: 'p1',
  accountId: 'a1',
  month: MONTH,
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

    test('units are taken as long as all of them fit, the first call’s too', async () => {
      assert.equal(await store.reserve(hold('h0', { units: 11 }), 10), false)
      assert.equal(await used(), 0)
      assert.equal(await store.reserve(hold('h1', { units: 7 }), 10), true)
      assert.equal(await store.reserve(hold('h2', { units: 4 }), 10), false)
      assert.equal(await store.reserve(hold('h3', { units: 3 }), 10), true)
      assert.equal(await used(), 10)
    })

    test('nothing is taken from an allowance of nothing, and without an allowance all is counted', async () => {
      assert.equal(await store.reserve(hold('h1'), 0), false)
      assert.equal(await store.reserve(hold('h2', { units: 1_000_000 }), null), true)
      assert.equal(await used(), 1_000_000)
    })

    test('an account and a month do not use up what is another’s', async () => {
      await store.reserve(hold('h1'), 1)
      assert.equal(await store.reserve(hold('h2', { accountId: 'a2' }), 1), true)
      assert.equal(await store.reserve(hold('h3', { month: '2026-02' }), 1), true)
      assert.equal(await store.reserve(hold('h4'), 1), false)
    })

    test('what is spent stays used, what is given back does not, and each happens once', async () => {
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

    test('two hundred calls at once with fifty units left spend exactly fifty', async () => {
      const taken = await Promise.all(
        Array.from({ length: 200 }, async (_, call) => {
          const fits = await store.reserve(hold(`h${call}`), 50)
          return fits && (await store.spend(`h${call}`))
        }),
      )
      assert.equal(taken.filter(Boolean).length, 50)
      assert.equal(await used(), 50)
    })

    test('what a dead process held is given back, what it spent is not', async () => {
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

    test('a process that goes on saying that it is alive keeps what it holds', async () => {
      await store.reserve(hold('h1'), 10)
      await store.heartbeat('p1', { nowMs: 90, aliveUntilMs: 190 })
      await store.heartbeat('p2', { nowMs: 150, aliveUntilMs: 250 })
      assert.equal(await store.spend('h1'), true)
    })

    test('who leaves gives back at once, and nobody else’s', async () => {
      await store.heartbeat('p2', { nowMs: 0, aliveUntilMs: 100 })
      await store.reserve(hold('h1'), 10)
      await store.reserve(hold('h2', { owner: 'p2' }), 10)
      await store.endLease('p1')
      assert.equal(await used(), 1)
      assert.equal(await store.spend('h2'), true)
    })
  })
}
