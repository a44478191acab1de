/** Contract of the stores of daily usage. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { FreeCount, UsageCount, UsageStore } from '../../src/platform/ports.ts'

export interface OpenedUsage {
  readonly store: UsageStore
  readonly close: () => Promise<void>
}

const count = (fields: Partial<FreeCount> = {}): FreeCount => ({
  accountId: 'a1',
  date: '2026-01-31',
  op: 'get_boundary',
  calls: 3,
  cacheHits: 1,
  ...fields,
})

const stored = (counts: FreeCount): UsageCount => ({ ...counts, units: 0 })

export const usageStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedUsage>,
): void => {
  describe(`usage store: ${name}`, { skip }, () => {
    let opened: OpenedUsage
    let store: UsageStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.close())

    test('counts of one day and operation are added up', async () => {
      await store.add([count()])
      await store.add([count({ calls: 10, cacheHits: 10 })])
      assert.deepEqual(await store.since('a1', '2026-01-01'), [stored(count({ calls: 13, cacheHits: 11 }))])
    })

    test('an account gets its own counts, from the requested day on, by day and operation', async () => {
      const rows = [
        count({ date: '2026-02-01' }),
        count({ op: 'search_boundaries' }),
        count(),
        count({ date: '2026-01-30' }),
        count({ accountId: 'a2' }),
      ]
      await store.add(rows)
      assert.deepEqual(await store.since('a1', '2026-01-31'), [rows[2], rows[1], rows[0]].map(stored))
      assert.deepEqual(await store.since('nobody', '2026-01-01'), [])
    })

    test('concurrent writes all count', async () => {
      const ops = ['a', 'b', 'c', 'd']
      await Promise.all(
        Array.from({ length: 40 }, (_, writer) =>
          store.add(ops.map((_op, place) => count({ op: ops[(place + writer) % 4] }))),
        ),
      )
      const counts = await store.since('a1', '2026-01-01')
      assert.deepEqual(
        counts.map(({ op, calls }) => [op, calls]),
        ops.map((op) => [op, 120]),
      )
    })

    test('adding nothing is allowed', async () => {
      await store.add([])
      assert.deepEqual(await store.since('a1', '2026-01-01'), [])
    })
  })
}
