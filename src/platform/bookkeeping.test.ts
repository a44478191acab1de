import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBookkeeping, LOG_EVERY_MS } from './bookkeeping.ts'

test('failures are logged once a minute per kind and never reject', async () => {
  let nowMs = 0
  const lines: string[] = []
  const { note } = createBookkeeping({
    log: { warn: (_facts, message) => void lines.push(message) },
    clock: { now: () => nowMs, elapsedMs: () => nowMs },
  })
  const fail = () => Promise.reject(new Error('The store is away.'))
  for (nowMs = 0; nowMs < 2 * LOG_EVERY_MS; nowMs += 1_000) {
    await note('the last use of a key', fail)
    await note('the last use of a session', fail)
    await note('the end of old sign-ins', async () => {})
  }
  assert.deepEqual(lines.sort(), [
    'the last use of a key could not be written',
    'the last use of a key could not be written',
    'the last use of a session could not be written',
    'the last use of a session could not be written',
  ])
})
