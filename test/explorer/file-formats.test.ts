/** The formats that the map page offers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SINGLE_FORMATS } from '../../src/domain/formats/index.ts'
import { COMMON_FORMATS, FORMAT_LABELS, FURTHER_FORMATS } from '../../src/explorer/file-formats.ts'

test('the page offers every format once, each under a name of its own', () => {
  const offered = [...COMMON_FORMATS, ...FURTHER_FORMATS]
  assert.deepEqual(offered.toSorted(), SINGLE_FORMATS.toSorted())
  assert.equal(new Set(offered.map((format) => FORMAT_LABELS[format])).size, SINGLE_FORMATS.length)
})
