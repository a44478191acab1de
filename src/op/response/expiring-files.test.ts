import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryFiles } from '../../../test/doubles/memory-files.ts'
import { ACCOUNT } from '../../../test/support/account-caller.ts'
import { temporaryStorage } from '../../../test/support/databases.ts'
import { type AccountFileStore, createFileAllowance } from '../../platform/file-allowance.ts'
import { sha256 } from '../../util/sha256.ts'
import { createExpiringFiles } from './expiring-files.ts'

test('a file that no disk has space for is not counted, also if that can be stored only later', async () => {
  const storage = await temporaryStorage()
  const files = memoryFiles()
  const isFull = { disk: false, database: false }
  const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  const clock = { now: () => Date.UTC(2026, 0, 2), elapsedMs: () => 0 }
  const expiring = createExpiringFiles({
    files: { ...files, put: (...parts) => (isFull.disk ? full() : files.put(...parts)) },
    allowance: createFileAllowance({
      store: new Proxy(storage.accountFiles, {
        get: (real, name: keyof AccountFileStore) =>
          isFull.database && name === 'remove' ? full : real[name].bind(real),
      }),
      plans: { [ACCOUNT.plan]: { unitsPerMonth: null, callsPerMinute: null, fileBytes: 100 } },
      clock,
    }),
    ttlSeconds: 3_600,
    filesUrl: 'https://metes.example/files',
    clock,
  })
  const store = (letter: string) => {
    const bytes = Buffer.from(letter.repeat(60))
    return expiring.store(ACCOUNT, { bytes, sha256: sha256(bytes), format: 'wkb', stem: 'x', plainStem: 'x' })
  }
  try {
    for (const database of [false, true]) {
      Object.assign(isFull, { disk: true, database })
      await assert.rejects(store('a'), /full/)
      Object.assign(isFull, { disk: false, database: false })
      // Sixty of a hundred bytes: both files together would not fit.
      if (!database) {
        await store('b')
        await assert.rejects(store('c'), { code: 'too_many_files' })
        await storage.accountFiles.sweep(Number.MAX_SAFE_INTEGER)
      } else await store('d')
    }
  } finally {
    await storage.close()
  }
})
