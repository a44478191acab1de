/** The usage policy of Nominatim, kept by two processes under load: at most one request a second from all of them together. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TEST_DATABASES } from '../support/databases.ts'
import { measurePace } from './measure-pace.ts'

/** `bench/nominatim-pace.ts` measures a minute. */
const DURATION_MS = 8_000
/** Timers and the way to the server are not exact. */
const TOLERANCE_MS = 30
const MAX_MEAN_MS = 1_500

describe('two processes that search', { concurrency: true }, () => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`send one request a second: ${name}`, { skip }, async () => {
      const database = await create()
      try {
        const { requests, gapsMs } = await measurePace(database, DURATION_MS)
        assert.ok(Math.min(...gapsMs) >= 1_000 - TOLERANCE_MS, `${gapsMs.map(Math.round)}`)
        const meanMs = gapsMs.reduce((sum, gap) => sum + gap, 0) / gapsMs.length
        assert.ok(meanMs <= MAX_MEAN_MS, `${gapsMs.map(Math.round)}`)
        assert.ok(requests >= DURATION_MS / MAX_MEAN_MS, `${requests} requests`)
      } finally {
        await database.remove()
      }
    })
})
