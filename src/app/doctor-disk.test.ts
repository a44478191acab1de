/** Tests the doctor's text about free space. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diskSpaceText } from './doctor-disk.ts'

test('enough space is shown, and too little fails', () => {
  assert.equal(diskSpaceText(123_456_000_000), '123.5 GB free')
  assert.equal(diskSpaceText(2e9), '2 GB free')
  assert.throws(() => diskSpaceText(1.94e9), {
    message: 'Only 1.9 GB are free on the disk of the data directory; an import may need 2 GB.',
  })
})
