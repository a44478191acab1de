import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDue } from './download-due.ts'

test('a download is due when its time has passed, and after a mistake of the clock', () => {
  const day = 86_400_000
  const now = Date.parse('2024-06-02T00:00:00Z')
  for (const [checkedAt, due] of [
    ['2024-06-01T00:00:00Z', true],
    ['2024-06-01T00:00:01Z', false],
    ['2024-06-03T00:00:00Z', true],
    [null, true],
    ['soon', true],
  ] as const)
    assert.equal(isDue({ checkedAt }, day, now), due, String(checkedAt))
})
