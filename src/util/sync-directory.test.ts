import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { syncDirectory } from './sync-directory.ts'

test('a directory is synced, except on Windows, which refuses it', async () => {
  await syncDirectory(tmpdir())
  const missing = join(tmpdir(), 'metes-none')
  for (const platform of ['linux', 'darwin'] as const)
    await assert.rejects(syncDirectory(missing, platform), { code: 'ENOENT' })
  await syncDirectory(missing, 'win32')
})
