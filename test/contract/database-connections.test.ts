/** The counts of connections to PostgreSQL, for the metrics. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import { openPostgres } from '../../src/storage/sql/postgres.ts'
import { UNITS } from '../../src/storage/sql/units/migrations.ts'
import { sqliteDatabase, TEST_DATABASES, wholeDatabase } from '../support/databases.ts'

const { skip } = TEST_DATABASES.find(({ name }) => name === 'PostgreSQL')!

test('transactions beyond the pool wait, and are counted until they get a connection', {
  skip,
}, async () => {
  const database = await wholeDatabase()
  const pool = openPostgres(database.url, 'metes')
  try {
    const { write } = await pool.open(UNITS)
    const goOn = Promise.withResolvers<void>()
    let begun = 0
    const transactions = Array.from({ length: 12 }, () =>
      write(async () => {
        begun++
        await goOn.promise
      }),
    )
    while (begun < 10) await tick()
    assert.deepEqual(pool.connections(), { inUse: 10, idle: 0, waiting: 2 })
    goOn.resolve()
    await Promise.all(transactions)
    assert.deepEqual(pool.connections(), { inUse: 0, idle: 10, waiting: 0 })
  } finally {
    await pool.close()
    await database.remove()
  }
})

test('SQLite has none', async () => {
  const database = await sqliteDatabase()
  const storage = await database.open()
  try {
    assert.equal(await storage.connections(), null)
  } finally {
    await storage.close()
    await database.remove()
  }
})
