/** Accounts from before tokens had an audience, opened by this version. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ACCOUNTS } from '../../src/storage/sql/accounts/migrations/index.ts'
import type { OpenDatabase } from '../../src/storage/sql/dialect.ts'
import { openPostgres } from '../../src/storage/sql/postgres.ts'
import { openSqlite } from '../../src/storage/sql/sqlite.ts'
import { TEST_DATABASES } from '../support/databases.ts'

/** Rows as the database has them. */
type Tables = Record<string, Record<string, unknown>>

const BEFORE = { ...ACCOUNTS, migrations: ACCOUNTS.migrations.slice(0, 10) }
const BASE = 'https://metes.example'

const openBefore = async (
  place: string,
): Promise<{ readonly db: OpenDatabase<Tables>; readonly close: () => Promise<void> }> => {
  const [url, schema] = place.split('#')
  if (schema === undefined) {
    const db = await openSqlite<Tables>(join(place, 'metes.db'), BEFORE, { cacheBytes: 1 << 20 })
    await db.create()
    return { db, close: db.close }
  }
  const pool = openPostgres(url, schema)
  return { db: await pool.open<Tables>(BEFORE), close: pool.close }
}

const recordOf = (kind: string, hash: string, payload: object) => ({
  kind,
  hash,
  grant_id: 'g1',
  payload: JSON.stringify(payload),
  expires_at_ms: 10,
  used_at_ms: null,
})

for (const { name, skip, create } of TEST_DATABASES) {
  describe(`accounts of earlier versions: ${name}`, { skip }, () => {
    test('earlier tokens stay valid for the API and for agents; what lasts minutes is removed', async () => {
      const database = await create()
      const before = await openBefore(database.place)
      const resources = [BASE, `${BASE}/`, `${BASE}/mcp`]
      await before.db.write(async (transaction) => {
        await transaction
          .insertInto('account')
          .values({
            id: 'a1',
            email: 'a@example.org',
            plan: 'free',
            created_at: '2026-01-02T03:04:05Z',
          })
          .execute()
        await transaction
          .insertInto('oauth_grant')
          .values({
            id: 'g1',
            account_id: 'a1',
            client_id: 'https://app.example/mcp',
            client_name: 'App',
            scopes: 'areas',
            resources: `${BASE}/mcp ${BASE}`,
            created_at_ms: 1,
            used_at_ms: null,
            expires_at_ms: 10,
          })
          .execute()
        await transaction
          .insertInto('oauth_client')
          .values({ id: 'c1', metadata: '{"client_name":"Ünï"}', created_at_ms: 1 })
          .execute()
        for (const [at, resource] of resources.entries())
          await transaction
            .insertInto('oauth_record')
            .values([
              recordOf('AccessToken', `h${at}`, { clientId: 'https://app.example/mcp', aud: resource }),
              recordOf('RefreshToken', `h${at}`, { scope: 'areas', resource }),
              recordOf('RefreshToken', `list${at}`, { scope: 'areas', resource: [resource, BASE] }),
            ])
            .execute()
        await transaction
          .insertInto('oauth_record')
          .values(['Interaction', 'AuthorizationCode'].map((kind) => recordOf(kind, 'h', { resource: BASE })))
          .execute()
      })
      await before.close()

      const storage = await database.open()
      try {
        const { oauth } = storage
        for (const at of resources.keys()) {
          assert.deepEqual((await oauth.findToken(`h${at}`))?.payload, {
            clientId: 'https://app.example/mcp',
            aud: `${BASE}/*`,
          })
          for (const hash of [`h${at}`, `list${at}`])
            assert.deepEqual((await oauth.findRecord('RefreshToken', hash))?.payload, {
              scope: 'areas',
              resource: `${BASE}/*`,
            })
        }
        assert.deepEqual((await oauth.findGrant('g1'))?.resources, [`${BASE}/*`])
        assert.deepEqual(await oauth.findClient('c1'), { client_name: 'Ünï' })
        assert.equal(await oauth.findRecord('Interaction', 'h'), null)
        assert.equal(await oauth.findRecord('AuthorizationCode', 'h'), null)
      } finally {
        await storage.close()
        await database.remove()
      }
    })
  })
}
