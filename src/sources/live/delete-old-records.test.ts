/** Tests which records about the live map are deleted, and when: never one that still has an effect. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryCoordination } from '../../../test/doubles/memory-coordination.ts'
import { CHILDREN, CONTAINING, SHRUNK } from '../../domain/live/ports.ts'
import { sweepLiveMap } from './delete-old-records.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-02-10T00:30:00Z')

test('answers are forgotten after they have expired, lists and losses of land after a year, and days after two', async () => {
  const coordination = memoryCoordination()
  const age = async (key: string, days: number) => coordination.remember(key, 'fetched', NOW - days * DAY_MS)
  await age('expired', 32)
  await age('good', 29)
  await age(`${SHRUNK}r1`, 300)
  await age(`${SHRUNK}r2`, 367)
  for (const beginning of [CHILDREN, CONTAINING]) {
    await age(`${beginning}1`, 300)
    await age(`${beginning}2`, 367)
  }
  await coordination.count('2026-02-08', 1, 1)
  await coordination.count('2026-02-09', 1, 1)
  await sweepLiveMap({ coordination, ttlMs: 30 * DAY_MS, clock: { now: () => NOW, elapsedMs: () => 0 } })
  const known = async (key: string) => (await coordination.remembered(key)) !== null
  assert.deepEqual(
    [await known('expired'), await known('good'), await known(`${SHRUNK}r1`), await known(`${SHRUNK}r2`)],
    [false, true, true, false],
  )
  for (const beginning of [CHILDREN, CONTAINING])
    assert.deepEqual([await known(`${beginning}1`), await known(`${beginning}2`)], [true, false])
  assert.equal((await coordination.count('2026-02-08', 0, 0)).requests, 0)
  assert.equal((await coordination.count('2026-02-09', 0, 0)).requests, 1)
})
