import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentBookkeeping } from '../../test/support/silent-bookkeeping.ts'
import type { Clock } from '../util/clock.ts'
import { systemRandom } from '../util/random.ts'
import type { Audit } from './audit/audit.ts'
import { KEY_LIMITS } from './key-limits.ts'
import { createKeys } from './keys.ts'
import type { Account, ApiKey, KeyStore, NewApiKey } from './ports.ts'

const ADDRESS = '192.0.2.1'
const ORIGIN = { way: 'operation', address: ADDRESS } as const

/** Counts lookups, so that a test can check which were made. */
const memoryStore = () => {
  const accounts: Account[] = []
  const keys: (ApiKey & Pick<NewApiKey, 'hash' | 'event'>)[] = []
  const busy = { markUsed: false }
  const asked = { findKey: 0, markUsed: 0, revokeKey: 0 }
  const change = (id: string, fields: Partial<ApiKey>): void => {
    const index = keys.findIndex((key) => key.id === id)
    keys[index] = { ...keys[index], ...fields }
  }
  const store: KeyStore = {
    accountFor: async (wanted) => {
      const known = accounts.find(({ email }) => email === wanted.email)
      if (known === undefined) accounts.push(wanted)
      return known ?? wanted
    },
    setPlan: async (email, plan) => {
      const index = accounts.findIndex((account) => account.email === email)
      accounts[index] = { ...accounts[index], plan }
      return true
    },
    findAccount: async (email) => accounts.find((account) => account.email === email) ?? null,
    addKey: async (key, { maxActive }) => {
      if (keys.filter(({ revokedAt }) => revokedAt === null).length >= maxActive) return false
      keys.push({ ...key, lastUsedAt: null, revokedAt: null })
      return true
    },
    findKey: async (hash) => {
      asked.findKey++
      const key = keys.find((each) => each.hash === hash)
      return key === undefined ? null : { key, account: accounts.find(({ id }) => id === key.accountId)! }
    },
    listKeys: async () => keys,
    revokeKey: async (_account, id, at) => {
      asked.revokeKey++
      change(id, { revokedAt: at })
      return at
    },
    markUsed: async (id, at) => {
      asked.markUsed++
      if (busy.markUsed) throw new Error('The database is busy.')
      change(id, { lastUsedAt: at })
    },
  }
  return { store, asked, busy, accounts, keys, change }
}

const setUp = () => {
  const memory = memoryStore()
  let nowMs = Date.UTC(2026, 0, 1)
  const clock: Clock = { now: () => nowMs, elapsedMs: () => nowMs }
  const seen: Parameters<Audit['recordSeen']>[0][] = []
  const keys = createKeys({
    store: memory.store,
    audit: { recordSeen: (facts) => seen.push(facts) },
    bookkeeping: silentBookkeeping,
    defaultPlan: 'free',
    clock,
    random: systemRandom,
  })
  return { ...memory, seen, apiKeys: keys, pass: (ms: number) => (nowMs += ms) }
}

test('a new key is recognised as its account’s, and only its hash is stored', async () => {
  const { apiKeys, keys, accounts } = setUp()
  const { apiKey, id, prefix } = await apiKeys.create({ email: 'Ann@Example.org ', plan: null })
  assert.deepEqual(await apiKeys.identify(apiKey, ADDRESS), {
    kind: 'account',
    accountId: accounts[0].id,
    keyId: id,
    plan: 'free',
  })
  assert.equal(accounts[0].email, 'ann@example.org')
  assert.ok(!JSON.stringify(keys).includes(apiKey))
  assert.equal(prefix, apiKey.slice(0, 8))
})

test('a new account gets a plan, which changes only when one is named', async () => {
  const { apiKeys, accounts } = setUp()
  const plans = []
  for (const plan of ['pro', null, 'unlimited']) {
    await apiKeys.create({ email: 'ann@example.org', plan })
    plans.push(accounts[0].plan)
  }
  assert.deepEqual(plans, ['pro', 'pro', 'unlimited'])
  assert.equal(accounts.length, 1)
})

test('a mistyped key is refused without asking the store', async () => {
  const { apiKeys, asked } = setUp()
  const { apiKey } = await apiKeys.create({ email: 'ann@example.org', plan: null })
  assert.equal(
    await apiKeys.identify(`${apiKey.slice(0, -1)}${apiKey.endsWith('x') ? 'y' : 'x'}`, ADDRESS),
    null,
  )
  assert.equal(asked.findKey, 0)
})

test('a revoked key is refused at once, and one that another process revoked within two seconds', async () => {
  const { apiKeys, change, pass } = setUp()
  const mine = await apiKeys.create({ email: 'ann@example.org', plan: null })
  const other = await apiKeys.create({ email: 'ann@example.org', plan: null })
  const owner = await apiKeys.identify(mine.apiKey, ADDRESS)
  await apiKeys.identify(other.apiKey, ADDRESS)
  await apiKeys.revoke(owner!.accountId, mine.id, ORIGIN)
  assert.equal(await apiKeys.identify(mine.apiKey, ADDRESS), null)
  change(other.id, { revokedAt: '2026-01-01T00:00:00Z' })
  pass(2_000)
  assert.equal(await apiKeys.identify(other.apiKey, ADDRESS), null)
})

test('a key in steady use is looked up rarely and its last use written once a minute', async () => {
  const { apiKeys, asked, pass } = setUp()
  const { apiKey } = await apiKeys.create({ email: 'ann@example.org', plan: null })
  for (let call = 0; call < 1_000; call++) {
    await apiKeys.identify(apiKey, ADDRESS)
    pass(100)
  }
  assert.equal(asked.findKey, 50)
  assert.equal(asked.markUsed, 2)
})

test('a key works although its last use cannot be written', async () => {
  const { apiKeys, busy, asked } = setUp()
  const { apiKey } = await apiKeys.create({ email: 'ann@example.org', plan: null })
  busy.markUsed = true
  assert.equal((await apiKeys.identify(apiKey, ADDRESS))?.plan, 'free')
  assert.equal(asked.markUsed, 1)
})

test('an account gets keys up to its limit, and one more for each revoked key', async () => {
  const { apiKeys, accounts } = setUp()
  const first = await apiKeys.create({ email: 'ann@example.org', plan: null })
  const wish = { accountId: accounts[0].id, name: null, origin: ORIGIN }
  for (let count = 1; count < KEY_LIMITS.maxActive; count++) assert.notEqual(await apiKeys.add(wish), null)
  assert.equal(await apiKeys.add(wish), null)
  await assert.rejects(
    apiKeys.create({ email: 'ann@example.org', plan: null }),
    /ann@example\.org has 50 keys/,
  )
  await apiKeys.revoke(wish.accountId, first.id, ORIGIN)
  assert.notEqual(await apiKeys.add(wish), null)
})

test('the audit trail records the use of a key, not each call, and never the key itself', async () => {
  const { apiKeys, seen, pass } = setUp()
  const { apiKey, id, prefix } = await apiKeys.create({ email: 'ann@example.org', plan: null })
  for (let call = 0; call < 100; call++) {
    await apiKeys.identify(apiKey, ADDRESS)
    pass(100)
  }
  assert.equal(seen.length, 5)
  assert.deepEqual(
    [seen[0].action, seen[0].keyId, seen[0].keyPrefix, seen[0].origin],
    ['key_used', id, prefix, ORIGIN],
  )
  assert.ok(!JSON.stringify(seen).includes(apiKey))
})

test('key names are cleaned, and an invisible name is null', async () => {
  const { apiKeys, accounts, keys } = setUp()
  await apiKeys.create({ email: 'ann@example.org', plan: null })
  for (const [written, kept] of [
    [' nightly\u0000 im\u202eport\n', 'nightly import'],
    ['\u0000\u200b ', null],
  ] as const) {
    const created = await apiKeys.add({ accountId: accounts[0].id, name: written, origin: ORIGIN })
    assert.equal(created?.name, kept)
    assert.equal(keys.at(-1)?.name, kept)
    assert.equal(keys.at(-1)?.event.detail, kept)
  }
})

test('malformed key ids are rejected without asking the store', async () => {
  const { apiKeys, asked } = setUp()
  for (const id of ['', '\u0000', "' or 1=1", 'x'.repeat(65)]) {
    assert.equal(await apiKeys.revoke('a1', id, ORIGIN), null)
  }
  assert.equal(asked.revokeKey, 0)
})
