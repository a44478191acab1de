import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRestartDelay } from './restart-delay.ts'

test('each crash in a row doubles the delay, up to half a minute', () => {
  const { afterCrash } = createRestartDelay()
  const delays = Array.from({ length: 11 }, () => afterCrash(0))
  assert.deepEqual(delays, [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000])
})

test('a process that served for ten seconds ends the row', () => {
  const { afterCrash } = createRestartDelay()
  assert.deepEqual([0, 9_999, 10_000, 0].map(afterCrash), [100, 200, 100, 200])
})
