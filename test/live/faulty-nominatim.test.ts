/** A search by name at a server that fails in every way: a failure is told as one and never taken, or kept, for "nothing has this name". */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LiveMap, LiveQuestion } from '../../src/domain/live/ports.ts'
import { LiveMapFailed } from '../../src/domain/live/ports.ts'
import { createNominatim } from '../../src/sources/nominatim/client.ts'
import { createDayBudget } from '../../src/sources/upstream/day-budget.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { systemRandom } from '../../src/util/random.ts'
import { temporaryStorage } from '../support/databases.ts'
import { silentLog } from '../support/silent-log.ts'
import {
  NOMINATIM_FAULTS,
  type ScriptedNominatim,
  serveScriptedNominatim,
  TWO_MINUTES_OF_REST,
} from './scripted-nominatim.ts'
import { type ScriptedOverpass, serveScriptedOverpass } from './scripted-overpass.ts'
import { skippingClock } from './skipping-clock.ts'
import { testMap, testOverpass } from './test-map.ts'

const ATTEMPTS = 3
/** An answer that cannot be used is asked for once more, one that exceeds a limit is not. */
const ATTEMPTS_FOR: Readonly<Record<string, number>> = {
  'a page with status 200': 2,
  'a page that says it is JSON': 2,
  'an empty body': 2,
  'an error object with status 200': 2,
  'a list of something else': 2,
  'truncated JSON': 2,
  'a broken transfer': 2,
  'a gzip bomb': 1,
  'a body that never ends': 1,
}
/** The first rest of a question. */
const REST_MS = 2_000

const questionOf = (relation: number): LiveQuestion => ({
  text: `Place ${relation}`,
  kind: null,
  countries: [],
  near: null,
  languages: [],
  limit: 10,
})

describe('a failing search', () => {
  let storage: Storage
  let overpass: ScriptedOverpass
  let nominatim: ScriptedNominatim
  let live: LiveMap
  const clock = skippingClock()
  /** Numbers of relations that exist, and that no test has asked for. */
  let relation = 1
  const nextRelation = (): number => {
    relation += 3
    return relation
  }

  before(async () => {
    storage = await temporaryStorage()
    overpass = await serveScriptedOverpass(1)
    nominatim = await serveScriptedNominatim()
    const shared = { coordination: storage.liveCoordination, clock, sleep: clock.sleep }
    const pace = {
      firstRestMs: 2_000,
      maxRestMs: 15_000,
      requestTimeoutMs: 3_000,
      longRequestTimeoutMs: 3_000,
      maxWaitMs: 60_000,
    }
    const budget = createDayBudget({ requestsPerDay: 10_000, bytesPerDay: 1e9 }, shared.coordination, clock)
    live = testMap({
      ...shared,
      overpass: testOverpass([overpass.url], { ...shared, pace }),
      nominatim: createNominatim({
        ...shared,
        urls: [nominatim.url],
        userAgent: 'Metes test',
        owner: 'test',
        random: systemRandom,
        log: silentLog,
        budget,
        pace,
      }),
      store: await storage.openFetched(),
    })
  })
  after(async () => {
    await overpass?.close()
    await nominatim?.close()
    await storage?.close()
  })

  for (const [name, fault] of Object.entries(NOMINATIM_FAULTS)) {
    const attempts = ATTEMPTS_FOR[name] ?? ATTEMPTS
    if (attempts > 1)
      test(`${name}: the next attempt is answered`, async () => {
        const asked = nextRelation()
        nominatim.faults.push(fault)
        assert.deepEqual(await live.fetchFound(questionOf(asked)), [`r${asked}`])
        assert.equal(nominatim.faults.length, 0)
      })

    test(`${name}, again and again: a failure, nothing is kept of it, and soon the search works`, async () => {
      const asked = nextRelation()
      const before = nominatim.requests.length
      nominatim.faults.push(...Array(attempts).fill(fault))
      await assert.rejects(live.fetchFound(questionOf(asked)), (error) => {
        assert.ok(error instanceof LiveMapFailed, String(error))
        assert.equal(error.fault, attempts < ATTEMPTS ? 'broken' : 'unavailable')
        assert.ok(error.retryAfterSeconds >= 1)
        return true
      })
      assert.equal(nominatim.requests.length, before + attempts)
      await clock.sleep(REST_MS)
      assert.deepEqual(await live.fetchFound(questionOf(asked)), [`r${asked}`])
    })
  }

  test('a search without a usable answer rests alone: others are answered meanwhile', async () => {
    const [asked, other] = [nextRelation(), nextRelation()]
    nominatim.faults.push(...Array(2).fill(NOMINATIM_FAULTS['truncated JSON']))
    await assert.rejects(live.fetchFound(questionOf(asked)), { fault: 'broken' })
    const before = nominatim.requests.length
    await assert.rejects(live.fetchFound(questionOf(asked)), { fault: 'broken' })
    assert.equal(nominatim.requests.length, before)
    assert.deepEqual(await live.fetchFound(questionOf(other)), [`r${other}`])
  })

  test('a search that finds nothing is an empty list, and is not asked again', async () => {
    const nothing = { ...questionOf(1), text: 'Nowhere at all' }
    assert.deepEqual(await live.fetchFound(nothing), [])
    const before = nominatim.requests.length
    assert.deepEqual(await live.fetchFound(nothing), [])
    assert.equal(nominatim.requests.length, before)
  })

  test('a server that asks to rest for longer than callers wait is left alone, and asked again when it has rested', async () => {
    const [asked, other] = [nextRelation(), nextRelation()]
    const before = nominatim.requests.length
    nominatim.faults.push(TWO_MINUTES_OF_REST)
    const failures = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        live.fetchFound({ ...questionOf(asked), limit: index + 1 }).catch((error: LiveMapFailed) => error),
      ),
    )
    assert.ok(failures.every((each) => each instanceof LiveMapFailed))
    assert.equal(nominatim.requests.length, before + 1)
    await clock.sleep(120_000)
    const restedMs = clock.elapsedMs()
    assert.deepEqual(await live.fetchFound(questionOf(other)), [`r${other}`])
    assert.ok(clock.elapsedMs() - restedMs < 5_000, 'calls that gave up keep others waiting')
  })

  test('what the map cannot deliver leaves the search unanswered, not empty', async () => {
    const asked = nextRelation()
    overpass.faults = 1
    await assert.rejects(live.fetchFound(questionOf(asked)), LiveMapFailed)
    overpass.faults = 0
    await clock.sleep(20_000)
    assert.deepEqual(await live.fetchFound(questionOf(asked)), [`r${asked}`])
  })
})
