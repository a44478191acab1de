import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BackupError } from '../../platform/backup/ports.ts'
import { sha256 } from '../../util/sha256.ts'
import { manifestText, readManifest } from './manifest.ts'

const FILE = { path: 'files/aa/bb/x.svg.meta', bytes: 3, sha256: '0'.repeat(64) }
const MANIFEST = {
  metes: '0.1.0',
  created_at: '2026-01-31T04:05:06Z',
  database: 'sqlite' as const,
  schemas: { accounts: 1 },
  rows: { 'metes.db': { account: 1 } },
  has_secret_key: false,
  leaves_out_bucket: false,
  files: [FILE],
}

test('a manifest is read as it was written', () => {
  assert.deepEqual(readManifest(manifestText(MANIFEST), 'here'), { format: 1, ...MANIFEST })
})

test('a manifest that was cut off or changed anywhere is refused', () => {
  const text = manifestText(MANIFEST)
  for (let length = 0; length < text.length - 2; length += 7)
    assert.throws(() => readManifest(text.slice(0, length), 'here'), BackupError)
  for (let at = 0; at < text.length; at++) {
    const changed = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`
    // Spaces between the values are no part of them.
    if (text[at] !== ' ' && text[at] !== '\n')
      assert.throws(() => readManifest(changed, 'here'), BackupError, `at ${at}`)
  }
})

test('no path leads out of the data directory', () => {
  for (const path of ['../x', '/etc/x', 'files/../../x', '..', '.', 'files//x', 'a\\..\\b', 'C:x', ''])
    assert.throws(
      () => {
        const content = { format: 1, ...MANIFEST, files: [{ ...FILE, path }] }
        readManifest(JSON.stringify({ ...content, sha256: sha256(JSON.stringify(content)) }), 'here')
      },
      BackupError,
      path,
    )
})
