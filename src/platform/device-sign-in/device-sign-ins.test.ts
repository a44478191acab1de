/** Tests device sign-ins with a store in memory: devices learn the outcome, and guessers learn nothing. */

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { silentBookkeeping } from '../../../test/support/silent-bookkeeping.ts'
import { systemRandom } from '../../util/random.ts'
import { KEY_LIMITS } from '../key-limits.ts'
import type { Account, NewApiKey } from '../ports.ts'
import { createMemoryRateLimitStore } from '../rate-limit/memory-store.ts'
import { POLICIES } from '../rate-limit/policies.ts'
import { deviceCodeHash } from './codes.ts'
import { createDeviceSignIns, type DeviceSignIns } from './device-sign-ins.ts'
import type { DeviceSignIn, DeviceSignInStore } from './ports.ts'

const ANN = { accountId: 'a1', address: '192.0.2.1' }
const LIFETIME_SECONDS = 900

const account: Account = {
  id: 'a1',
  email: 'ann@example.org',
  plan: 'free',
  createdAt: '2026-01-02T03:04:05Z',
}

let nowMs: number
let rows: Map<string, DeviceSignIn>
let keys: NewApiKey[]
let signIns: DeviceSignIns
let sweepFails: boolean
beforeEach(() => {
  nowMs = Date.parse('2026-01-02T03:04:05Z')
  rows = new Map()
  keys = []
  sweepFails = false
  signIns = createDeviceSignIns({
    store: memoryStore(),
    profiles: {
      find: async () => ({ account, profile: { name: null, company: null, useCase: null } }),
    },
    keys: { listKeys: async () => keys.map((key) => ({ ...key, lastUsedAt: null, revokedAt: null })) },
    rateLimits: createMemoryRateLimitStore({ now: () => nowMs, elapsedMs: () => nowMs }),
    bookkeeping: silentBookkeeping,
    lifetimeSeconds: LIFETIME_SECONDS,
    clock: { now: () => nowMs, elapsedMs: () => nowMs },
    random: systemRandom,
  })
})

const memoryStore = (): DeviceSignInStore => {
  const change = (signIn: DeviceSignIn | undefined, changes: Partial<DeviceSignIn>): boolean => {
    if (signIn === undefined) return false
    rows.set(signIn.deviceHash, { ...signIn, ...changes })
    return true
  }
  const byUser = (userCode: string) => [...rows.values()].find((row) => row.userCode === userCode)
  return {
    add: async (signIn) => byUser(signIn.userCode) === undefined && !!rows.set(signIn.deviceHash, signIn),
    findByDevice: async (hash) => rows.get(hash) ?? null,
    findByUser: async (userCode) => byUser(userCode) ?? null,
    polled: async (hash, { atMs, intervalSeconds }) => {
      change(rows.get(hash), { polledAtMs: atMs, intervalSeconds })
    },
    decide: async (userCode, { state, accountId, grant }) =>
      change(byUser(userCode), { state, accountId, grantId: grant?.added.id ?? null }),
    redeem: async (hash, key, { maxActive }) => {
      if (rows.get(hash)?.state !== 'approved') return 'not_approved'
      if (keys.length >= maxActive) return 'too_many_keys'
      keys.push(key)
      change(rows.get(hash), { state: 'used' })
      return 'redeemed'
    },
    redeemAccess: async (hash) =>
      rows.get(hash)?.state === 'approved' && change(rows.get(hash), { state: 'used' }),
    sweep: async (expiredBeforeMs) => {
      if (sweepFails) throw new Error('The database is busy.')
      for (const row of rows.values()) if (row.expiresAtMs < expiredBeforeMs) rows.delete(row.deviceHash)
    },
  }
}

const start = () => signIns.start({ clientName: 'laptop', address: '192.0.2.9' })

test('only the hash of the device code is stored', async () => {
  const { deviceCode } = await start()
  assert.ok(rows.has(deviceCodeHash(deviceCode)))
  assert.ok(!JSON.stringify([...rows]).includes(deviceCode))
})

test('after approval exactly one poll gets a key, named like the device', async () => {
  const { deviceCode, userCode } = await start()
  assert.equal(await signIns.approve(userCode.toLowerCase().replace('-', ' '), ANN), 'done')
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIns.poll(deviceCode, '192.0.2.9')))
  const [key, ...others] = answers.sort((a) => (a.result === 'key' ? -1 : 1))
  assert.ok(key.result === 'key')
  assert.match(key.apiKey, /^mts_/)
  assert.equal(key.email, 'ann@example.org')
  assert.ok(others.every(({ result }) => result === 'invalid_grant'))
  assert.deepEqual(
    keys.map(({ accountId, name }) => [accountId, name]),
    [['a1', 'laptop']],
  )
})

test('before the approval there is no key in the store', async () => {
  const { userCode } = await start()
  await signIns.approve(userCode, ANN)
  assert.deepEqual(keys, [])
})

test('every poll of a denied device gets access_denied', async () => {
  const { deviceCode, userCode } = await start()
  assert.equal(await signIns.deny(userCode, ANN), 'done')
  for (let count = 0; count < 3; count++)
    assert.deepEqual(await signIns.poll(deviceCode, '192.0.2.9'), { result: 'access_denied' })
  assert.equal(await signIns.approve(userCode, ANN), 'already_decided')
})

test('an undecided sign-in expires and can no longer be approved', async () => {
  const { deviceCode, userCode } = await start()
  nowMs += LIFETIME_SECONDS * 1000
  assert.deepEqual(await signIns.poll(deviceCode, '192.0.2.9'), { result: 'expired_token' })
  assert.equal(await signIns.approve(userCode, ANN), 'expired')
})

test('a key approved at the last moment can be collected for one more minute', async () => {
  const approved = async () => {
    const started = await start()
    nowMs += LIFETIME_SECONDS * 1000 - 1
    assert.equal(await signIns.approve(started.userCode, ANN), 'done')
    return started.deviceCode
  }
  const inTime = await approved()
  nowMs += 60_000
  assert.equal((await signIns.poll(inTime, null)).result, 'key')
  const late = await approved()
  nowMs += 60_001
  assert.deepEqual(await signIns.poll(late, null), { result: 'expired_token' })
})

test('a sign-in starts although old ones cannot be removed', async () => {
  sweepFails = true
  assert.match((await start()).userCode, /-/)
})

test('an unknown device code is an invalid grant', async () => {
  assert.deepEqual(await signIns.poll('nothing', '192.0.2.9'), { result: 'invalid_grant' })
})

test('polling faster than the interval increases the interval', async () => {
  const { deviceCode, intervalSeconds } = await start()
  const poll = async () => {
    const answer = await signIns.poll(deviceCode, '192.0.2.9')
    assert.ok(answer.result === 'authorization_pending')
    return [answer.tooFast, answer.intervalSeconds]
  }
  assert.deepEqual(await poll(), [false, 5])
  nowMs += intervalSeconds * 1000
  assert.deepEqual(await poll(), [false, 5])
  nowMs += 1000
  assert.deepEqual(await poll(), [true, 10])
  nowMs += 5000
  assert.deepEqual(await poll(), [true, 15])
  nowMs += 15_000
  assert.deepEqual(await poll(), [false, 15])
  for (let count = 0; count < 30; count++) await poll()
  assert.deepEqual(await poll(), [true, 60])
})

test('a person sees name, address and time of the request before deciding', async () => {
  const { userCode } = await start()
  assert.deepEqual(await signIns.find(userCode, ANN), {
    userCode,
    clientName: 'laptop',
    address: '192.0.2.9',
    createdAtMs: nowMs,
    expiresAtMs: nowMs + LIFETIME_SECONDS * 1000,
    access: null,
    state: 'pending',
  })
  assert.equal(await signIns.find('BCDF-GHJ', ANN), 'unknown')
})

test('too many codes block an account for a while, even for right codes', async () => {
  const { userCode } = await start()
  for (let count = 0; count < 20; count++)
    assert.equal(await signIns.find('BBBB-BBBB', { ...ANN, address: `192.0.2.${count}` }), 'unknown')
  assert.equal(await signIns.find(userCode, ANN), 'too_many_attempts')
  assert.equal(await signIns.approve(userCode, ANN), 'too_many_attempts')
  assert.equal(await signIns.approve(userCode, { accountId: 'a2', address: '198.51.100.1' }), 'done')
  nowMs += POLICIES.userCodes.windowSeconds * 1000
  assert.notEqual(await signIns.find(userCode, ANN), 'too_many_attempts')
})

test('the limit of a network applies to all its accounts', async () => {
  const results = []
  for (let count = 0; count < 61; count++)
    results.push(
      await signIns.find('BBBB-BBBB', { accountId: `a${count}`, address: `2001:db8::${count.toString(16)}` }),
    )
  assert.equal(results.at(-2), 'unknown')
  assert.equal(results.at(-1), 'too_many_attempts')
})

test('old sign-ins are deleted, recent outcomes stay available', async () => {
  const { deviceCode } = await start()
  nowMs += 2 * LIFETIME_SECONDS * 1000
  await start()
  assert.deepEqual(await signIns.poll(deviceCode, '192.0.2.9'), { result: 'expired_token' })
  nowMs += 61_000
  await start()
  assert.deepEqual(await signIns.poll(deviceCode, '192.0.2.9'), { result: 'invalid_grant' })
})

test('an account at its key limit learns so before approving, and can deny', async () => {
  keys.push(...Array.from({ length: KEY_LIMITS.maxActive }, () => ({}) as NewApiKey))
  const { deviceCode, userCode } = await start()
  assert.equal(await signIns.approve(userCode, ANN), 'too_many_keys')
  assert.equal((await signIns.poll(deviceCode, null)).result, 'authorization_pending')
  assert.equal(await signIns.deny(userCode, ANN), 'done')
})

test('an approved device gets its key as soon as the account is below its key limit', async () => {
  const { deviceCode, userCode } = await start()
  await signIns.approve(userCode, ANN)
  keys.push(...Array.from({ length: KEY_LIMITS.maxActive }, () => ({}) as NewApiKey))
  assert.deepEqual(await signIns.poll(deviceCode, null), { result: 'too_many_keys' })
  keys.pop()
  assert.equal((await signIns.poll(deviceCode, null)).result, 'key')
})
