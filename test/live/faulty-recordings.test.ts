/** Answers that real servers gave, by a server that fails in every way in between: they are understood, or the failure is told. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { LiveMapFailed } from '../../src/domain/live/ports.ts'
import { readNominatimAnswer } from '../../src/sources/nominatim/answer.ts'
import { createNominatim } from '../../src/sources/nominatim/client.ts'
import { createDayBudget } from '../../src/sources/upstream/day-budget.ts'
import { systemRandom } from '../../src/util/random.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { temporaryStorage } from '../support/databases.ts'
import { areaOf, builtArea } from '../support/geos.ts'
import {
  missingRelation,
  RECORDED_RELATIONS,
  recordedAnswer,
  recordedRelation,
  recordedWays,
} from '../support/recorded-relations.ts'
import { missingSearches, recordedSearches } from '../support/recorded-searches.ts'
import { silentLog } from '../support/silent-log.ts'
import { FAULTS } from './overpass-faults.ts'
import { NOMINATIM_FAULTS, serveScriptedNominatim } from './scripted-nominatim.ts'
import { skippingClock } from './skipping-clock.ts'
import { QUICK_PACE, testMap, testOverpass } from './test-map.ts'
import { serveUpstream } from './upstream.ts'

const FAULTS_EACH = 8
/** Searches are not sent again after what exceeds a limit. */
const TOO_MUCH: ReadonlySet<string> = new Set(['a gzip bomb', 'a body that never ends'])

describe('relations that real servers sent', () => {
  for (const [place, { file, polygons, rings }] of RECORDED_RELATIONS.entries())
    test(`${file}: nothing is kept of a failure, and then the whole area`, {
      skip: missingRelation(file),
    }, async () => {
      // Together they meet all faults.
      const share = Math.floor((place * FAULTS.length) / RECORDED_RELATIONS.length)
      const { id } = recordedRelation(file)
      const body = JSON.parse(recordedAnswer(file))
      const upstream = await serveUpstream(() => ({ key: id, body }))
      const storage = await temporaryStorage()
      try {
        const store = await storage.openFetched()
        const clock = skippingClock()
        const overpass = testOverpass([upstream.url], { pace: QUICK_PACE, clock, sleep: clock.sleep })
        const live = testMap({ overpass, store })
        upstream.nextFaults.push(
          ...Array.from({ length: FAULTS_EACH }, (_, index) => FAULTS[(share + index) % FAULTS.length]),
        )
        const failure = async (): Promise<unknown> =>
          live.fetch({ by: 'relation', number: id }).then(
            () => null,
            (error) => error,
          )
        let failures = 0
        for (let error = await failure(); error !== null; error = await failure(), failures++) {
          assert.ok(error instanceof LiveMapFailed, String(error))
          assert.equal(await store.geometry(`r${id}` as BoundaryId), null)
          await clock.sleep(error.retryAfterSeconds * 1000)
        }
        assert.ok(failures > 0)
        assert.equal(upstream.nextFaults.length, 0)
        assert.equal(await live.fetch({ by: 'relation', number: id }), 'fetched')
        const built = decodeRings((await store.geometry(`r${id}` as BoundaryId))!.rings)
        assert.deepEqual([built.polygonEnds.length, built.ringEnds.length], [polygons, rings])
        const lines = recordedWays(file).map(({ coords }) => coords)
        assert.ok(Math.abs(areaOf(built) / builtArea(lines) - 1) < 1e-12)
      } finally {
        await storage.close()
        await upstream.close()
      }
    })
})

describe('searches that real servers answered', { skip: missingSearches }, () => {
  const texts = recordedSearches()
  const faults = Object.entries(NOMINATIM_FAULTS)
  ;[...texts].forEach(([file, text], index) => {
    const [name, fault] = faults[index % faults.length]
    const isList = Array.isArray(JSON.parse(text))
    test(`${file} after ${name}: ${isList ? 'its boundaries' : 'no list of places'}`, async () => {
      const server = await serveScriptedNominatim(texts)
      const clock = skippingClock()
      const coordination = memoryCoordination()
      try {
        const nominatim = createNominatim({
          urls: [server.url],
          userAgent: 'Metes test',
          owner: 'test',
          clock,
          sleep: clock.sleep,
          coordination,
          budget: createDayBudget({ requestsPerDay: 100, bytesPerDay: 1e9 }, coordination, clock),
          random: systemRandom,
          log: silentLog,
          pace: { firstRestMs: 10, maxRestMs: 10_000, requestTimeoutMs: 3_000, maxWaitMs: 60_000 },
        })
        server.faults.push(fault)
        const found = nominatim.search({
          text: file,
          kind: null,
          countries: [],
          near: null,
          languages: [],
          limit: 10,
        })
        if (TOO_MUCH.has(name)) {
          await assert.rejects(found, { name: 'LiveMapFailed', fault: 'broken' })
          return
        }
        if (isList) assert.deepEqual(await found, readNominatimAnswer(text))
        else await assert.rejects(found, { name: 'LiveMapFailed', fault: 'broken' })
        assert.equal(server.faults.length, 0)
      } finally {
        await server.close()
      }
    })
  })
})
