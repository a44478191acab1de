import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentBookkeeping } from '../../../test/support/silent-bookkeeping.ts'
import { createAccessTokens } from './access-tokens.ts'
import type { FoundToken } from './ports.ts'
import { resourcesAt } from './resources.ts'

const TOKEN = 'x'.repeat(43)
const FOUND: FoundToken = {
  grantId: 'g',
  clientName: 'App',
  accountId: 'a',
  plan: 'free',
  grantUsedAtMs: 0,
  payload: { aud: 'https://metes.example', scope: 'areas' },
  expiresAtMs: 1_000,
}

const setUp = (findToken: () => Promise<FoundToken | null>) =>
  createAccessTokens({
    store: { findToken, markGrantUsed: async () => {} },
    resources: resourcesAt('https://metes.example'),
    audit: { recordSeen: () => {} },
    bookkeeping: silentBookkeeping,
    clock: { now: () => 0, elapsedMs: () => 0 },
  })

test('a token is known after its lookup', async () => {
  const tokens = setUp(async () => FOUND)
  assert.equal(tokens.known(TOKEN), null)
  await tokens.identify(TOKEN, null)
  assert.equal(tokens.known(TOKEN)?.accountId, 'a')
  tokens.forget()
  assert.equal(tokens.known(TOKEN), null)
})

test('a lookup that began before a revocation is not remembered', async () => {
  const lookup = Promise.withResolvers<FoundToken>()
  const tokens = setUp(() => lookup.promise)
  const identified = tokens.identify(TOKEN, null)
  tokens.forget()
  lookup.resolve(FOUND)
  await identified
  assert.equal(tokens.known(TOKEN), null)
})
