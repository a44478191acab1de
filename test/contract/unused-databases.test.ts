/** Which databases other processes have open, as the system knows it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { lockUnused } from '../../src/storage/sql/unused-databases.ts'
import { sqliteDatabase } from '../support/databases.ts'

const WRITER = fileURLToPath(new URL('../support/backup-writer-process.ts', import.meta.url))

test('a database is used while a process has several connections to it, and no longer once it is killed', async () => {
  const { place, remove } = await sqliteDatabase()
  try {
    const writer = spawn(process.execPath, [WRITER, place, 'a'], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(writer.stdout, 'data')
    const databases = ['metes.db', 'units.db', 'missing.db'].map((name) => join(place, name))
    for (const database of databases.slice(0, 2)) assert.equal(lockUnused([database]), null, database)
    const ended = once(writer, 'exit')
    writer.kill('SIGKILL')
    await ended
    const release = lockUnused(databases)
    assert.notEqual(release, null)
    release?.()
  } finally {
    await remove()
  }
})
