/** The table of section 3.1 of the interface, written out a second time by hand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { COLLECTION_MS, type DeviceState, stateAt, transition } from './state-machine.ts'

const EXPIRES_AT_MS = 900_000

const ROWS: readonly (readonly [DeviceState, 'poll' | 'approve' | 'deny', DeviceState, string])[] = [
  ['pending', 'poll', 'pending', 'authorization_pending'],
  ['pending', 'approve', 'approved', 'done'],
  ['pending', 'deny', 'denied', 'done'],
  ['approved', 'poll', 'used', 'key'],
  ['approved', 'approve', 'approved', 'already_decided'],
  ['approved', 'deny', 'approved', 'already_decided'],
  ['used', 'poll', 'used', 'invalid_grant'],
  ['used', 'approve', 'used', 'already_decided'],
  ['used', 'deny', 'used', 'already_decided'],
  ['denied', 'poll', 'denied', 'access_denied'],
  ['denied', 'approve', 'denied', 'already_decided'],
  ['denied', 'deny', 'denied', 'already_decided'],
  ['expired', 'poll', 'expired', 'expired_token'],
  ['expired', 'approve', 'expired', 'expired'],
  ['expired', 'deny', 'expired', 'expired'],
]

for (const [state, trigger, next, result] of ROWS) {
  test(`${state}, ${trigger}: ${next}, ${result}`, () => {
    assert.deepEqual(transition(state, trigger), { next, result })
  })
}

test('only approval leads to a key, and only once', () => {
  const leading = ROWS.filter(([, , , result]) => result === 'key')
  assert.deepEqual(
    leading.map(([state]) => state),
    ['approved'],
  )
  assert.equal(transition(transition('approved', 'poll').next, 'poll').result, 'invalid_grant')
})

test('an undecided sign-in expires exactly at its time', () => {
  const pending = { state: 'pending', expiresAtMs: EXPIRES_AT_MS } as const
  assert.equal(stateAt(pending, EXPIRES_AT_MS - 1), 'pending')
  assert.equal(stateAt(pending, EXPIRES_AT_MS), 'expired')
})

test('an approved sign-in can be collected for a minute after expiry, and no later', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 * EXPIRES_AT_MS }), (nowMs) => {
      const { result } = transition(stateAt({ state: 'approved', expiresAtMs: EXPIRES_AT_MS }, nowMs), 'poll')
      assert.equal(result, nowMs < EXPIRES_AT_MS + COLLECTION_MS ? 'key' : 'expired_token')
    }),
    { seed: 88, examples: [[EXPIRES_AT_MS + 59_999], [EXPIRES_AT_MS + 60_000]] },
  )
})

test('used and denied are final', () => {
  for (const state of ['used', 'denied'] as const)
    assert.equal(stateAt({ state, expiresAtMs: EXPIRES_AT_MS }, EXPIRES_AT_MS * 2), state)
})
