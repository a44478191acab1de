import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inBatches } from './in-batches.ts'

test('what arrives while a batch runs goes together in the next one, up to its size', async () => {
  const batches: (readonly number[])[] = []
  const double = inBatches(async (items: readonly number[]) => {
    batches.push(items)
    return items.map((item) => 2 * item)
  }, 3)
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(double.add)), [2, 4, 6, 8, 10])
  assert.deepEqual(batches, [[1], [2, 3, 4], [5]])
  assert.equal(await double.add(6), 12)
})

test('a batch that fails fails for each of its items, and for no others', async () => {
  const checked = inBatches(async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('no 2')
    return items
  }, 10)
  const ends = await Promise.allSettled([1, 2, 3].map(checked.add))
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
  assert.equal(await checked.add(4), 4)
})

test('the next batch does not wait for results that come later', async () => {
  const late = Promise.withResolvers<number>()
  const batches = inBatches(
    async (items: readonly number[]) => items.map((item) => (item === 1 ? late.promise : item)),
    1,
  )
  const first = batches.add(1)
  assert.equal(await batches.add(2), 2)
  late.resolve(1)
  assert.equal(await first, 1)
})
