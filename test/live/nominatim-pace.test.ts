/** The usage policy of Nominatim, kept by two processes under load: at most one request a second from all of them together. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { TEST_DATABASES } from '../support/databases.ts'
import { serveScriptedNominatim } from './scripted-nominatim.ts'

const PROCESS = join(import.meta.dirname, 'nominatim-process.ts')
const DURATION_MS = 8_000
/** Timers and the way to the server are not exact. */
const TOLERANCE_MS = 30
const MAX_MEAN_MS = 1_500

describe('two processes that search', { concurrency: true }, () => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`send one request a second: ${name}`, { skip }, async () => {
      const database = await create()
      const nominatim = await serveScriptedNominatim()
      try {
        await (await database.open()).close()
        const run = () =>
          new Promise((resolve) =>
            spawn(process.execPath, [PROCESS, database.place, nominatim.url, String(DURATION_MS)], {
              stdio: ['ignore', 'ignore', 'inherit'],
            }).on('close', resolve),
          )
        assert.deepEqual(await Promise.all([run(), run()]), [0, 0])
        const times = nominatim.requests.map(({ atMs }) => atMs)
        const gaps = times.slice(1).map((atMs, index) => atMs - times[index])
        assert.ok(Math.min(...gaps) >= 1_000 - TOLERANCE_MS, `${gaps.map(Math.round)}`)
        assert.ok((times.at(-1)! - times[0]) / gaps.length <= MAX_MEAN_MS, `${gaps.map(Math.round)}`)
        assert.ok(times.length >= DURATION_MS / MAX_MEAN_MS, `${times.length} requests`)
      } finally {
        await nominatim.close()
        await database.remove()
      }
    })
})
