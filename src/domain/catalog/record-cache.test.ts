import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundary } from '../../../test/support/boundary-entries.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { keptRecords } from './record-cache.ts'

const idsOf = (...ids: readonly string[]) => ids as readonly BoundaryId[]

test('a known record, and a missing one, are each requested once', async () => {
  const asked: (readonly string[])[] = []
  const { record } = boundary({ id: 'r1', name: 'Utland' })
  const records = keptRecords({
    records: async (ids) => {
      asked.push(ids)
      return ids.includes(record.id) ? [record] : []
    },
  })
  assert.deepEqual(await records(idsOf('r1', 'r2')), [record])
  assert.deepEqual(await records(idsOf('r2', 'r1')), [record])
  assert.deepEqual(await records(idsOf('r1', 'r3')), [record])
  assert.deepEqual(asked, [['r1', 'r2'], ['r3']])
})

test('a failure is not cached', async () => {
  let isBroken = true
  const { record } = boundary({ id: 'r1', name: 'Utland' })
  const records = keptRecords({
    records: async () => {
      if (isBroken) throw new Error('the disk is gone')
      return [record]
    },
  })
  await assert.rejects(records(idsOf('r1')), /the disk is gone/)
  isBroken = false
  assert.deepEqual(await records(idsOf('r1')), [record])
})
