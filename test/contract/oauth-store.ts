/** Contract of the stores of OAuth. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { AuditStore } from '../../src/platform/audit/ports.ts'
import type { NewClient, NewGrant, OAuthRecord, OAuthStore, Shares } from '../../src/platform/oauth/ports.ts'
import type { KeyStore } from '../../src/platform/ports.ts'
import { auditEvent, EVERYTHING } from '../support/audit-events.ts'

export interface OpenedStore {
  readonly store: OAuthStore
  /** In the same database. */
  readonly keys: KeyStore
  readonly audit: AuditStore
  readonly close: () => Promise<void>
}

const NOW_MS = Date.parse('2026-01-02T03:04:05Z')

const grantOf = (id: string, changes: Partial<NewGrant> = {}): NewGrant => ({
  id,
  accountId: 'a1',
  clientId: 'https://app.example/client.json',
  clientName: 'App',
  scopes: ['boundaries', 'account'],
  resources: ['https://metes.example', 'https://metes.example/mcp'],
  createdAtMs: NOW_MS,
  expiresAtMs: NOW_MS + 1_000_000,
  event: auditEvent(`allowed ${id}`, { action: 'app_allowed' }),
  ...changes,
})
const found = ({ event: _event, ...grant }: NewGrant) => ({ ...grant, usedAtMs: null })

const clientOf = (id: string, changes: Partial<NewClient> = {}): NewClient => ({
  id,
  metadata: {},
  createdAtMs: NOW_MS,
  network: 'n',
  ...changes,
})
const UNLIMITED: Shares = { ofNetwork: 100, ofAll: 100 }

const token: OAuthRecord = {
  kind: 'AccessToken',
  hash: 'h1',
  grantId: 'g1',
  payload: { scope: 'boundaries', aud: 'https://metes.example' },
  expiresAtMs: NOW_MS + 3_600,
  usedAtMs: null,
}

export const oauthStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedStore>,
): void => {
  describe(`store of OAuth: ${name}`, { skip }, () => {
    let opened: OpenedStore
    let store: OAuthStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      for (const id of ['a1', 'a2'])
        await opened.keys.accountFor({
          id,
          email: `${id}@example.org`,
          plan: 'free',
          createdAt: '2026-01-02T03:04:05Z',
        })
    })
    afterEach(() => opened.close())

    test('a grant is found as stored, and listed to its account, newest first, until it expires', async () => {
      const [older, newer] = [grantOf('g1'), grantOf('g2', { createdAtMs: NOW_MS + 1, clientName: null })]
      for (const grant of [older, newer, grantOf('g3', { accountId: 'a2' })]) await store.addGrant(grant, 50)
      assert.deepEqual(await store.findGrant('g1'), found(older))
      assert.deepEqual(await store.listGrants('a1', NOW_MS), [found(newer), found(older)])
      assert.deepEqual(await store.listGrants('a1', newer.expiresAtMs), [])
      assert.equal(await store.findGrant('g4'), null)
    })

    test('of too many grants the least recently used end, with their tokens', async () => {
      await store.addGrant(grantOf('g1'), 2)
      await store.putRecord(token)
      await store.addGrant(grantOf('g2', { createdAtMs: NOW_MS + 1 }), 2)
      await store.markGrantUsed('g1', NOW_MS + 2)
      await store.addGrant(grantOf('g3', { createdAtMs: NOW_MS + 3 }), 2)
      assert.deepEqual((await store.listGrants('a1', NOW_MS)).map(({ id }) => id).sort(), ['g1', 'g3'])
      assert.notEqual(await store.findToken('h1'), null)
      await store.addGrant(grantOf('g4', { createdAtMs: NOW_MS + 4 }), 2)
      assert.equal(await store.findToken('h1'), null)
      assert.equal(await store.findRecord('AccessToken', 'h1'), null)
    })

    test('a token leads to the account of its grant, and to nobody once that is removed', async () => {
      await store.addGrant(grantOf('g1'), 50)
      await store.putRecord(token)
      assert.deepEqual(await store.findToken('h1'), {
        grantId: 'g1',
        clientName: 'App',
        accountId: 'a1',
        plan: 'free',
        grantUsedAtMs: null,
        payload: token.payload,
        expiresAtMs: token.expiresAtMs,
      })
      assert.equal(await store.removeGrant('g1', auditEvent('revoked', { action: 'app_revoked' })), true)
      assert.equal(await store.findToken('h1'), null)
      assert.equal(await store.removeGrant('g1', auditEvent('again', { action: 'app_revoked' })), false)
      const trail = await opened.audit.list(EVERYTHING)
      assert.deepEqual(trail.map(({ id }) => id).sort(), ['allowed g1', 'revoked'])
    })

    test('a token that is written after its grant was removed leads nowhere', async () => {
      await store.putRecord(token)
      assert.equal(await store.findToken('h1'), null)
    })

    test('a token expires with its grant', async () => {
      await store.addGrant(grantOf('g1', { expiresAtMs: NOW_MS + 10 }), 50)
      await store.putRecord(token)
      assert.equal((await store.findToken('h1'))?.expiresAtMs, NOW_MS + 10)
    })

    test('only access tokens lead to an account', async () => {
      await store.addGrant(grantOf('g1'), 50)
      await store.putRecord({ ...token, kind: 'RefreshToken' })
      assert.equal(await store.findToken('h1'), null)
    })

    test('a record is found by its kind and hash, as last stored', async () => {
      await store.putRecord(token)
      const changed = { ...token, payload: { result: { login: 'a1' } }, expiresAtMs: NOW_MS + 5 }
      await store.putRecord(changed)
      await store.putRecord({ ...token, kind: 'Interaction', grantId: null })
      assert.deepEqual(await store.findRecord('AccessToken', 'h1'), changed)
      assert.equal((await store.findRecord('Interaction', 'h1'))?.grantId, null)
      assert.equal(await store.findRecord('RefreshToken', 'h1'), null)
      await store.removeRecord('AccessToken', 'h1')
      assert.equal(await store.findRecord('AccessToken', 'h1'), null)
      assert.notEqual(await store.findRecord('Interaction', 'h1'), null)
    })

    test('of many concurrent uses of a record one counts', async () => {
      await store.putRecord({ ...token, kind: 'AuthorizationCode' })
      const used = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.useRecord('AuthorizationCode', 'h1', NOW_MS + index)),
      )
      assert.equal(used.filter(Boolean).length, 1)
      assert.equal((await store.findRecord('AuthorizationCode', 'h1'))?.usedAtMs, NOW_MS + used.indexOf(true))
      assert.equal(await store.useRecord('AuthorizationCode', 'h2', NOW_MS), false)
    })

    test('the records of a grant are removed by kind', async () => {
      for (const [kind, hash, grantId] of [
        ['AccessToken', 'h1', 'g1'],
        ['AccessToken', 'h2', 'g2'],
        ['RefreshToken', 'h1', 'g1'],
      ] as const)
        await store.putRecord({ ...token, kind, hash, grantId })
      await store.removeRecordsOf('AccessToken', 'g1')
      assert.equal(await store.findRecord('AccessToken', 'h1'), null)
      assert.notEqual(await store.findRecord('AccessToken', 'h2'), null)
      assert.notEqual(await store.findRecord('RefreshToken', 'h1'), null)
    })

    test('a client is found as registered', async () => {
      const metadata = { client_id: 'c1', redirect_uris: ['http://127.0.0.1/cb'] }
      await store.addClient(clientOf('c1', { metadata }), UNLIMITED)
      assert.deepEqual(await store.findClient('c1'), metadata)
      assert.equal(await store.findClient('c2'), null)
    })

    for (const [what, add, left] of [
      [
        'authorizations in progress',
        (id: string, network: string, atMs: number, shares: Shares) =>
          store.addInteraction(
            { ...token, kind: 'Interaction', hash: id, grantId: null, expiresAtMs: atMs },
            network,
            shares,
          ),
        async (id: string) => (await store.findRecord('Interaction', id)) !== null,
      ],
      [
        'unused clients',
        (id: string, network: string, atMs: number, shares: Shares) =>
          store.addClient(clientOf(id, { network, createdAtMs: atMs }), shares),
        async (id: string) => (await store.findClient(id)) !== null,
      ],
    ] as const) {
      const remaining = async (ids: readonly string[]) => {
        const found: string[] = []
        for (const id of ids) if (await left(id)) found.push(id)
        return found
      }

      test(`a network with its share of ${what} loses its oldest, and no other network does`, async () => {
        const shares = { ofNetwork: 2, ofAll: 100 }
        const ids = ['a1', 'b1', 'a2', 'a3', 'a4']
        for (const [at, id] of ids.entries()) await add(id, id[0], NOW_MS + at, shares)
        assert.deepEqual(await remaining(ids), ['b1', 'a3', 'a4'])
      })

      test(`when there are too many ${what}, the network that has most makes room`, async () => {
        const shares = { ofNetwork: 100, ofAll: 4 }
        const ids = ['b1', 'a1', 'a2', 'a3', 'c1', 'd1']
        for (const [at, id] of ids.entries()) await add(id, id[0], NOW_MS + at, shares)
        assert.deepEqual(await remaining(ids), ['b1', 'a3', 'c1', 'd1'])
        await add('e1', 'e', NOW_MS + ids.length, shares)
        assert.deepEqual(await remaining([...ids, 'e1']), ['a3', 'c1', 'd1', 'e1'], 'of equals the oldest')
      })

      test(`many networks that add ${what} at once stay below the limits with the next`, async () => {
        const shares = { ofNetwork: 3, ofAll: 10 }
        const ids = Array.from({ length: 40 }, (_, index) => `${'abcdefgh'[index % 8]}${index}`)
        await Promise.all(ids.map((id, at) => add(id, id[0], NOW_MS + at, shares)))
        await add('z1', 'z', NOW_MS + 100, shares)
        const found = await remaining([...ids, 'z1'])
        assert.ok(found.length <= shares.ofAll + shares.ofNetwork, `${found.length} are left`)
        assert.ok(found.includes('z1'))
      })
    }

    test('clients in use have no share and are not deleted', async () => {
      const shares = { ofNetwork: 1, ofAll: 1 }
      await store.addClient(clientOf('c1'), shares)
      await store.addGrant(grantOf('g1', { clientId: 'c1' }), 50)
      await store.addClient(clientOf('c2', { createdAtMs: NOW_MS + 1 }), shares)
      await store.addClient(clientOf('c3', { createdAtMs: NOW_MS + 2 }), shares)
      assert.deepEqual(await Promise.all(['c1', 'c2', 'c3'].map((id) => store.findClient(id))), [
        {},
        null,
        {},
      ])
    })

    test('an authorization that was decided is the same one', async () => {
      const begun = { ...token, kind: 'Interaction', grantId: null } as const
      await store.addInteraction(begun, 'a', UNLIMITED)
      const decided = { ...begun, payload: { result: { login: 'a1' } } }
      await store.putRecord(decided)
      assert.deepEqual(await store.findRecord('Interaction', 'h1'), decided)
    })

    test('what expired before a time is deleted, and clients that nobody uses', async () => {
      await store.addGrant(grantOf('g1', { clientId: 'c1' }), 50)
      await store.addGrant(grantOf('g2', { clientId: 'c2', expiresAtMs: NOW_MS - 1 }), 50)
      await store.putRecord(token)
      await store.putRecord({ ...token, hash: 'h2', expiresAtMs: NOW_MS - 1 })
      await store.putRecord({ ...token, kind: 'Interaction', hash: 'h3', expiresAtMs: NOW_MS + 1 })
      await store.putRecord({ ...token, kind: 'Interaction', hash: 'h4', expiresAtMs: NOW_MS + 3 })
      await store.addClient(clientOf('c1', { createdAtMs: NOW_MS - 10 }), UNLIMITED)
      await store.addClient(clientOf('c2', { createdAtMs: NOW_MS - 10 }), UNLIMITED)
      await store.addClient(clientOf('c3'), UNLIMITED)
      await store.sweep({ nowMs: NOW_MS + 2, expiredBeforeMs: NOW_MS, registeredBeforeMs: NOW_MS - 1 })
      assert.notEqual(await store.findGrant('g1'), null)
      assert.equal(await store.findGrant('g2'), null)
      assert.notEqual(await store.findRecord('AccessToken', 'h1'), null)
      assert.equal(await store.findRecord('AccessToken', 'h2'), null)
      assert.equal(await store.findRecord('Interaction', 'h3'), null, 'without delay')
      assert.notEqual(await store.findRecord('Interaction', 'h4'), null)
      assert.deepEqual(await Promise.all(['c1', 'c2', 'c3'].map((id) => store.findClient(id))), [
        {},
        null,
        {},
      ])
    })
  })
}
