import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundary } from '../../../test/support/boundary-entries.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { choosePage, type PageQuestion } from './feature-page.ts'

const QUESTION: PageQuestion = {
  kind: 'city',
  box: null,
  properties: {},
  after: null,
  limit: 10,
  detail: 'full',
}

const unit = (number: number, vertices: number): BoundaryRecord =>
  boundary({ id: `r${number}`, name: 'Unit', vertices }).record

/** Returns a list that counts how far it is read. */
const listOf = (records: readonly BoundaryRecord[]) => {
  const read = { count: 0, expected: 0 }
  const list: Catalog['list'] = async function* ({ expected }) {
    read.expected = expected
    for (const record of records) {
      read.count++
      yield record
    }
  }
  return { read, list }
}

test('a page has the wanted number, and is read one further to know whether there are more', async () => {
  const { read, list } = listOf(Array.from({ length: 1_000 }, (_, i) => unit(i, 5)))
  const { records, nextAfter } = await choosePage({ list }, QUESTION)
  assert.equal(records.length, 10)
  assert.equal(nextAfter, 'r9')
  assert.deepEqual(read, { count: 11, expected: 11 })
})

test('the last page has no next one', async () => {
  const { list } = listOf(Array.from({ length: 10 }, (_, i) => unit(i, 5)))
  const { records, nextAfter } = await choosePage({ list }, QUESTION)
  assert.deepEqual([records.length, nextAfter], [10, null])
})

test('a page ends before 500,000 positions, as its detail shows them', async () => {
  const { list } = listOf(Array.from({ length: 10 }, (_, i) => unit(i, 200_000)))
  assert.equal((await choosePage({ list }, QUESTION)).records.length, 2)
  assert.equal((await choosePage({ list }, { ...QUESTION, detail: 'medium' })).records.length, 10)
})

test('a page has at least one boundary, however many positions it has', async () => {
  const { list } = listOf([unit(1, 9_000_000), unit(2, 5)])
  const { records, nextAfter } = await choosePage({ list }, QUESTION)
  assert.deepEqual([records.length, nextAfter], [1, 'r1'])
})
