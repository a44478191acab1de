import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FileStoreError } from '../domain/files/ports.ts'
import { BeyondFormat } from '../domain/formats/writer.ts'
import { errorOf } from './collection-threads.ts'

const FULL = [
  { name: 'Error', message: 'ENOSPC: no space left on device, write', code: 'ENOSPC' },
  { name: 'Error', message: 'EDQUOT: disk quota exceeded, write', code: 'EDQUOT' },
  { name: 'Error', message: 'database or disk is full', code: 'ERR_SQLITE_ERROR' },
]

test('a full disk is a failure of the storage that says so', () => {
  for (const failure of FULL) {
    const error = errorOf(failure)
    assert.ok(error instanceof FileStoreError && error.isFull)
    assert.equal(error.message, `The disk for temporary files is full: ${failure.message}.`)
  }
})

test('what a format cannot hold stays such an error beyond the thread, and other errors keep their words', () => {
  assert.ok(errorOf({ name: 'BeyondFormat', message: 'Too much.', code: null }) instanceof BeyondFormat)
  const other = errorOf({ name: 'TypeError', message: 'x is not a function', code: null })
  assert.deepEqual([other.name, other.message], ['TypeError', 'x is not a function'])
})
