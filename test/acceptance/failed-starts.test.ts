/** A start that fails at any part ends the process, says why, and leaves nothing open. */

import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { openService } from '../../src/app/main.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { HERE } from '../support/compute.ts'
import { serveLocally } from '../support/local-server.ts'
import { type Installation, install } from '../support/service.ts'

/** SQLite removes its journal when the last connection is closed. */
const journals = async (directory: string): Promise<readonly string[]> =>
  (await readdir(directory)).filter((name) => /-(?:wal|shm|journal)$/.test(name))

describe('a server', () => {
  let metes: Installation
  beforeEach(async () => {
    metes = await install()
  })
  afterEach(() => metes.remove())

  /** Waits for the end of the process: anything left open would keep it alive. */
  const failing = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const { code, stderr } = await metes.run(['serve'], { PORT: '0', METES_SOURCES: 'extract', ...env })
    assert.equal(code, 1, stderr)
    assert.deepEqual(await journals(metes.dataDir), [])
    return stderr
  }

  test('ends when its database cannot be reached', async () => {
    assert.match(await failing({ METES_DATABASE_URL: 'postgres://127.0.0.1:1/none' }), /ECONNREFUSED/)
  })

  test('ends when the file storage cannot be used', async () => {
    await writeFile(join(metes.dataDir, 'files'), 'not a directory')
    assert.match(await failing({}), /files/)
  })

  test('ends when the land file is invalid', async () => {
    const file = join(metes.dataDir, 'land.geojson')
    await writeFile(file, '{"type":"Point","coordinates":[1,2]}')
    assert.match(await failing({ METES_LAND_FILE: file }), /METES_LAND_FILE: .* cannot be used/)
  })

  test('ends when its port is taken', async () => {
    const other = await serveLocally(() => {})
    try {
      assert.match(await failing({ PORT: new URL(other.url).port }), /is in use by another process/)
    } finally {
      await other.close()
    }
  })
})

describe('the service in this process', () => {
  let directory: string
  let closed: number
  const compute = (close: () => Promise<void> = async () => {}) => ({
    ...HERE,
    close: async () => {
      closed++
      await close()
    },
  })
  const config = (env: Readonly<Record<string, string>> = {}) =>
    readConfig({ METES_DATA_DIR: directory, METES_SOURCES: 'extract', ...env })
  beforeEach(async () => {
    closed = 0
    directory = await mkdtemp(join(tmpdir(), 'metes-start-'))
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  test('closes what it has opened when a later part fails', async () => {
    const withoutBucket = config({ METES_FILES_URL: 's3://key:secret@files.example.org' })
    await assert.rejects(openService(withoutBucket, compute()), /no bucket/)
    assert.equal(closed, 1)
    assert.deepEqual(await journals(directory), [])
  })

  test('closes the other parts when one cannot be closed, and then reports it', async () => {
    const stuck = compute(() => Promise.reject(new Error('The threads are stuck.')))
    const service = await openService(config(), stuck)
    await service.createKey({ email: 'me@example.org', plan: null })
    assert.notDeepEqual(await journals(directory), [])
    await assert.rejects(service.close(), /^Error: The threads are stuck\.$/)
    assert.deepEqual(await journals(directory), [])
  })
})
