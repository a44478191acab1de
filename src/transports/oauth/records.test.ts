import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyOAuthStore } from '../../../test/doubles/empty-oauth-store.ts'
import type { OAuthStore } from '../../platform/oauth/ports.ts'
import { systemClock } from '../../util/clock.ts'
import { systemRandom } from '../../util/random.ts'
import { createRecords, MAX_INTERACTIONS, MAX_UNUSED_CLIENTS } from './records.ts'

const recordsOver = (store: Partial<OAuthStore>) =>
  createRecords({
    store: { ...emptyOAuthStore, ...store },
    deviceAccesses: { start: async () => {}, poll: async () => null, redeem: async () => false },
    forgetTokens: () => {},
    clock: systemClock,
    random: systemRandom,
  })
const UNAVAILABLE = { message: 'temporarily_unavailable', statusCode: 503 }

test('the number of authorizations in progress is limited, and those in progress can end', async () => {
  const stored: string[] = []
  let count = MAX_INTERACTIONS - 1
  const interactions = recordsOver({
    countRecords: async () => count,
    putRecord: async ({ hash }) => void stored.push(hash),
  })('Interaction')
  await interactions.upsert('a', {}, 60)
  count = MAX_INTERACTIONS
  await assert.rejects(interactions.upsert('b', {}, 60), UNAVAILABLE)
  await interactions.upsert('a', { result: { consent: { grantId: 'g' } } }, 60)
  assert.equal(stored.length, 2)
})

test('the number of unused clients is limited', async () => {
  const added: string[] = []
  let count = MAX_UNUSED_CLIENTS - 1
  const clients = recordsOver({
    countUnusedClients: async () => count,
    addClient: async (id) => void added.push(id),
  })('Client')
  await clients.upsert('a', {}, 0)
  count = MAX_UNUSED_CLIENTS
  await assert.rejects(clients.upsert('b', {}, 0), UNAVAILABLE)
  assert.deepEqual(added, ['a'])
})
