/** A database that goes away while the service runs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openPostgres } from '../../src/storage/sql/postgres.ts'
import { UNITS } from '../../src/storage/sql/units/migrations.ts'
import { DatabaseUnavailableError } from '../../src/util/database-unavailable.ts'
import { openAt, TEST_DATABASES, wholeDatabase } from '../support/databases.ts'

const { skip } = TEST_DATABASES.find(({ name }) => name === 'PostgreSQL')!

test('calls on a server that cannot be reached any more fail as such, reads and writes', {
  skip,
}, async () => {
  const database = await wholeDatabase()
  const storage = await openAt(`${database.url}#metes`)
  try {
    assert.equal(await storage.keys.findAccount('nobody@example.org'), null)
    await database.remove()
    await assert.rejects(storage.keys.findAccount('nobody@example.org'), DatabaseUnavailableError)
    const nowMs = Date.now()
    await assert.rejects(
      storage.units.heartbeat('a', { nowMs, aliveUntilMs: nowMs + 1_000 }),
      DatabaseUnavailableError,
    )
  } finally {
    await storage.close()
    await database.remove()
  }
})

test('a connection that breaks in a transaction, between two queries, fails the transaction and nothing else', {
  skip,
}, async () => {
  const database = await wholeDatabase()
  const pool = openPostgres(database.url, 'metes')
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  try {
    const { write, read } = await pool.open(UNITS)
    const writing = write(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
      await other.query('select pg_terminate_backend($1, 60000)', [rows[0].pid])
      // What the server says when it ends a connection arrives before the answer to this.
      await other.query('select 1')
      await sql`select 1`.execute(transaction)
    })
    await assert.rejects(writing, DatabaseUnavailableError)
    await sql`select 1`.execute(read)
  } finally {
    await other.end()
    await pool.close()
    await database.remove()
  }
})

test('a server that cannot be reached at the start fails as such, and says why', async () => {
  await assert.rejects(openAt('postgres://127.0.0.1:1/none#metes'), (error) => {
    assert.ok(error instanceof DatabaseUnavailableError)
    assert.match(error.message, /ECONNREFUSED/)
    return true
  })
})
