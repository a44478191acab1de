/** Tests when the limit of open files is too low, and what is said then. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitIn } from '../util/open-file-limit.ts'
import { tooFewFilesText } from './doctor-open-files.ts'

test('a limit is enough for the connections and 256 files of our own; one that is not known is', () => {
  for (const limit of [1256, 1_048_576, Number.POSITIVE_INFINITY, null])
    assert.equal(tooFewFilesText({ connections: 1000 }, limit), null)
})

test('a lower one is told with both remedies, or with the one that helps', () => {
  const text = tooFewFilesText({ connections: 10_000 }, 1024)
  assert.match(text!, /^A process may have 1024 files open, too few for the 10000 connections/)
  assert.match(text!, /Set the limit to 10256 or more \(LimitNOFILE .*\), or METES_MAX_CONNECTIONS to 768\.$/)
  assert.match(tooFewFilesText({ connections: 10_000 }, 256)!, /"ulimit -n" of a shell\)\.$/)
})

test('the limit is read as Linux writes it', () => {
  const line = (soft: string) =>
    `Limit                     Soft Limit           Hard Limit           Units     \nMax open files            ${soft}                524288               files     \n`
  assert.equal(limitIn(line('1024')), 1024)
  assert.equal(limitIn(line('unlimited')), Number.POSITIVE_INFINITY)
  assert.equal(limitIn('Max cpu time unlimited unlimited seconds\n'), null)
})
