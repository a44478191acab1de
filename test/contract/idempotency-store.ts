/** Contract of the stores of calls with an Idempotency-Key. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { IdempotencyStore, IdempotentCall, KeptAnswer } from '../../src/platform/idempotency/ports.ts'
import type { UnitStore } from '../../src/platform/ports.ts'

export interface OpenedRepeats {
  readonly store: IdempotencyStore
  readonly units: UnitStore
  readonly close: () => Promise<void>
}

const MONTH = '2026-01'
const call = (fields: Partial<IdempotentCall> = {}): IdempotentCall => ({
  accountId: 'a1',
  key: 'k1',
  fingerprint: 'f1',
  claim: 'c1',
  owner: 'p1',
  nowMs: 10,
  expiresAtMs: 1_000,
  ...fields,
})
const answer = (bytes: number): KeptAnswer => ({
  mediaType: 'application/geo+json',
  coded: Uint8Array.from({ length: bytes }, (_, at) => at % 256),
})
const RUNNING = { fingerprint: 'f1', state: 'running', answer: null, jobId: null }

export const repeatStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedRepeats>,
): void => {
  describe(`idempotency store: ${name}`, { skip }, () => {
    let opened: OpenedRepeats
    let store: IdempotencyStore
    let units: UnitStore
    const used = () => units.used('a1', MONTH)
    const reserve = (id: string, owner = 'p1') =>
      units.reserve({ id, owner, accountId: 'a1', date: `${MONTH}-31`, op: 'create_area', units: 50 }, 1_000)
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      units = opened.units
      await units.heartbeat('p1', { nowMs: 0, aliveUntilMs: 100 })
    })
    afterEach(() => opened.close())

    test('of a hundred concurrent calls with one key, one begins', async () => {
      const begun = await Promise.all(
        Array.from({ length: 100 }, (_, at) => store.begin(call({ claim: `c${at}` }))),
      )
      assert.equal(begun.filter((each) => each === 'begun').length, 1)
      assert.deepEqual(
        begun.find((each) => each !== 'begun'),
        RUNNING,
      )
    })

    test('repeats get the stored answer, byte for byte', async () => {
      await store.begin(call())
      assert.equal(await store.keep(call(), answer(300), null), 'kept')
      const found = await store.begin(call({ claim: 'c2', fingerprint: 'f2' }))
      assert.ok(found !== 'begun' && found.answer !== null)
      assert.deepEqual([found.fingerprint, found.state], ['f1', 'answered'])
      assert.equal(found.answer.mediaType, 'application/geo+json')
      assert.deepEqual(Uint8Array.from(found.answer.coded), answer(300).coded)
    })

    test('keys of different accounts are independent', async () => {
      await store.begin(call())
      assert.equal(await store.begin(call({ accountId: 'a2' })), 'begun')
      assert.equal(await store.begin(call({ key: 'k2' })), 'begun')
    })

    test('the answer is stored and charged together', async () => {
      await reserve('h1')
      await store.begin(call())
      assert.equal(await store.keep(call(), answer(1), 'h1'), 'kept')
      await units.refund('h1')
      assert.equal(await used(), 50)
    })

    test('without a hold nothing is stored', async () => {
      await store.begin(call())
      assert.equal(await store.keep(call(), answer(1), 'h1'), 'not_held')
      assert.deepEqual(await store.begin(call({ claim: 'c2' })), RUNNING)
    })

    test('an abandoned key is free again, and an answered one cannot be abandoned', async () => {
      await store.begin(call())
      await store.forget(call({ claim: 'another' }))
      assert.deepEqual(await store.begin(call({ claim: 'c2' })), RUNNING)
      await store.forget(call())
      assert.equal(await store.begin(call({ claim: 'c2' })), 'begun')
      await store.keep(call({ claim: 'c2' }), answer(1), null)
      await store.forget(call({ claim: 'c2' }))
      assert.notEqual(await store.begin(call({ claim: 'c3' })), 'begun')
    })

    test('the key of a dead process is taken over, and the dead process spends nothing', async () => {
      await reserve('h1')
      await store.begin(call())
      await units.heartbeat('p2', { nowMs: 101, aliveUntilMs: 200 })
      assert.equal(await store.begin(call({ claim: 'c2', owner: 'p2', nowMs: 102 })), 'begun')
      assert.equal(await store.keep(call(), answer(1), 'h1'), 'lost')
      assert.equal(await used(), 0)
      assert.equal(await store.keep(call({ claim: 'c2' }), answer(2), null), 'kept')
    })

    test('an answer survives its process, until it expires', async () => {
      await store.begin(call())
      await store.keep(call(), answer(1), null)
      await units.heartbeat('p2', { nowMs: 101, aliveUntilMs: 200 })
      assert.notEqual(await store.begin(call({ claim: 'c2', owner: 'p2', nowMs: 999 })), 'begun')
      assert.equal(await store.begin(call({ claim: 'c2', owner: 'p2', nowMs: 1_000 })), 'begun')
    })

    test('sweeping deletes what has expired', async () => {
      await store.begin(call())
      await store.keep(call(), answer(1), null)
      await store.sweep({ nowMs: 999, bytesPerAccount: 1_000 })
      assert.notEqual(await store.begin(call({ claim: 'c2' })), 'begun')
      await store.sweep({ nowMs: 1_000, bytesPerAccount: 1_000 })
      assert.equal(await store.begin(call({ claim: 'c2' })), 'begun')
    })

    test('an account that stores too much loses its oldest answers, but they stay known as paid', async () => {
      for (const [at, key] of ['old', 'middle', 'new'].entries()) {
        await store.begin(call({ key, nowMs: at }))
        await store.keep(call({ key }), answer(40), null)
      }
      await store.begin(call({ accountId: 'a2' }))
      await store.keep(call({ accountId: 'a2' }), answer(90), null)
      await store.sweep({ nowMs: 10, bytesPerAccount: 99 })
      const states = await Promise.all(
        ['old', 'middle', 'new'].map(async (key) => {
          const found = await store.begin(call({ key, claim: 'c2' }))
          return found === 'begun' ? found : found.state
        }),
      )
      assert.deepEqual(states, ['spent', 'answered', 'answered'])
      const others = await store.begin(call({ accountId: 'a2', claim: 'c2' }))
      assert.ok(others !== 'begun' && others.answer !== null)
    })

    test('an answer that is too large to store is remembered as paid', async () => {
      await store.begin(call())
      assert.equal(await store.keep(call(), null, null), 'kept')
      assert.deepEqual(await store.begin(call({ claim: 'c2' })), { ...RUNNING, state: 'spent' })
    })
  })
}
