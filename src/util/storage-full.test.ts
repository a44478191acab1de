import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isStorageFull, StorageFullError, storageFullCause } from './storage-full.ts'

const FULL = [
  { fields: { code: 'ENOSPC' }, cause: 'ENOSPC' },
  { fields: { code: 'EDQUOT' }, cause: 'EDQUOT' },
  { fields: { code: '53100' }, cause: '53100' },
  { fields: { code: 'ERR_SQLITE_ERROR', errcode: 13 }, cause: 'SQLITE_FULL' },
  { fields: { code: 'ERR_SQLITE_ERROR', errcode: 4874 }, cause: 'SQLITE_IOERR_SHMSIZE' },
]
const OTHERS = [{}, { code: 'EIO' }, { code: '53200' }, { errcode: 1 }, { errcode: 5 }, { errcode: 778 }]

/** The error as the cause of others. */
const wrapped = (error: Error, depth: number): Error =>
  depth === 0 ? error : new Error('failed', { cause: wrapped(error, depth - 1) })

test('a full storage is recognized however deep the cause is, and nothing else is', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FULL), fc.nat(6), ({ fields, cause }, depth) => {
      assert.equal(storageFullCause(wrapped(Object.assign(new Error('no'), fields), depth)), cause)
    }),
    { seed: 13 },
  )
  assert.equal(storageFullCause(wrapped(new StorageFullError('The bucket is full.'), 2)), 'StorageFullError')
  for (const fields of OTHERS)
    assert.equal(isStorageFull(wrapped(Object.assign(new Error('no'), fields), 1)), false)
  for (const nothing of [null, undefined, 'ENOSPC', { code: 'ENOSPC' }])
    assert.equal(isStorageFull(nothing), false)
})
