/** A database that goes away while the service runs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('a server that cannot be reached at the start fails as such, and says why', async () => {
  await assert.rejects(openAt('postgres://127.0.0.1:1/none#metes'), (error) => {
    assert.ok(error instanceof DatabaseUnavailableError)
    assert.match(error.message, /ECONNREFUSED/)
    return true
  })
})
