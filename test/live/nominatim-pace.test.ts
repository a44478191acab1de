/** The usage policy of Nominatim, kept by two processes under load: at most one request a second from all of them together. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createNominatim } from '../../src/sources/nominatim/client.ts'
import { createDayBudget } from '../../src/sources/upstream/day-budget.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { upstreamAskers } from '../../src/util/work-owner.ts'
import { TEST_DATABASES } from '../support/databases.ts'
import { silentLog } from '../support/silent-log.ts'
import { measurePace, startSearching } from './measure-pace.ts'
import { serveScriptedNominatim } from './scripted-nominatim.ts'

/** `bench/nominatim-pace.ts` measures a minute. */
const DURATION_MS = 8_000
/** Timers and the way to the server are not exact. */
const TOLERANCE_MS = 30
/** On a busy machine they are fewer than one a second; the bench measures how many. */
const MIN_REQUESTS = 3

describe('two processes that search', { concurrency: true }, () => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`send one request a second: ${name}`, { skip }, async () => {
      const database = await create()
      try {
        const { requests, gapsMs } = await measurePace(database, DURATION_MS)
        assert.ok(Math.min(...gapsMs) >= 1_000 - TOLERANCE_MS, `${gapsMs.map(Math.round)}`)
        assert.ok(requests >= MIN_REQUESTS, `${requests} requests`)
      } finally {
        await database.remove()
      }
    })
})

describe('an account that searches without end, in two processes', { concurrency: true }, () => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`delays the search of another by two requests at most: ${name}`, { skip }, async () => {
      const database = await create()
      const storage = await database.open()
      const server = await serveScriptedNominatim()
      const there = startSearching(database.place, server.url, 60_000)
      try {
        const { liveCoordination: coordination } = storage
        const nominatim = createNominatim({
          urls: [server.url],
          userAgent: 'Metes test',
          owner: 'test',
          clock: systemClock,
          sleep: (durationMs) => delay(durationMs),
          coordination,
          budget: createDayBudget({ requestsPerDay: 1_000, bytesPerDay: 1e9 }, coordination, systemClock),
          random: systemRandom,
          log: silentLog,
        })
        const search = (account: string, text: string) =>
          nominatim.search(
            { text, kind: null, countries: [], near: null, languages: [], limit: 10 },
            upstreamAskers({ name: account, isAnonymous: false }),
          )
        while (server.requests.length < 2) await delay(20)
        // The other process asks for the service itself, which is an asker as well.
        const many = Array.from({ length: 4 }, (_, index) => search('', `Place ${1_000 + index}`))
        for (const text of ['Place 7', 'Place 8']) {
          const before = server.requests.length
          await search('one', text)
          const ahead = server.requests.findIndex(({ parameters }) => parameters.q === text) - before
          assert.ok(ahead <= 2, `${ahead} requests were sent first`)
        }
        await Promise.all(many)
      } finally {
        there.kill('SIGKILL')
        await server.close()
        await storage.close()
        await database.remove()
      }
    })
})
