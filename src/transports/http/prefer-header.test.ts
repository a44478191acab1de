import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferencesOf } from './prefer-header.ts'

for (const [header, respondAsync, waitSeconds] of [
  [undefined, false, null],
  ['', false, null],
  ['respond-async', true, null],
  ['Respond-Async, WAIT=10', true, 10],
  ['wait = "5" , respond-async;foo=1', true, 5],
  ['respond-async; wait=10', true, null],
  ['return=minimal, wait=0', false, 0],
  ['respond-async, wait=9999', true, 60],
  ['respond-async, wait=3, wait=30', true, 3],
  ['respond-async, wait=soon', true, null],
  ['respond-async, wait=-1', true, null],
  ['respond-asynchronously', false, null],
  [`${'a,'.repeat(5_000)}respond-async`, true, null],
] as const) {
  test(`Prefer: ${String(header).slice(0, 40)}`, () => {
    const { maxInlineBytes: _, ...parsed } = preferencesOf(header)
    assert.deepEqual(parsed, { respondAsync, waitSeconds })
  })
}

for (const [header, maxInlineBytes] of [
  [undefined, null],
  ['respond-async, max-inline-bytes=8000', 8_000],
  ['max-inline-bytes="0"', 0],
  ['max-inline-bytes=-1', null],
  ['max-inline-bytes=8e3', null],
  ['max-inline-bytes=9999999999', null],
] as const) {
  test(`Prefer, for the size of polygons: ${header}`, () => {
    assert.equal(preferencesOf(header).maxInlineBytes, maxInlineBytes)
  })
}
