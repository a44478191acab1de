/** What the map answers, as its callers are told: what is no boundary, what is gone, and when the day's budget is spent. */

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type LiveMap, LiveMapFailed } from '../../src/domain/live/ports.ts'
import { loadKindTables } from '../../src/sources/kinds/kind-tables.ts'
import { createDayBudget } from '../../src/sources/live/day-budget.ts'
import { createLiveMap } from '../../src/sources/live/live-map.ts'
import { createOverpass } from '../../src/sources/overpass/client.ts'
import type { Storage } from '../../src/storage/sql/open-storage.ts'
import { createLog } from '../../src/util/log.ts'
import { systemRandom } from '../../src/util/random.ts'
import { forOwner } from '../../src/util/work-owner.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { sqliteDatabase, type TestDatabase } from '../support/databases.ts'
import { type LocalServer, serveLocally } from '../support/local-server.ts'
import { countOf, emptyFrom, queryOf } from '../support/overpass-sections.ts'
import { skippingClock } from './skipping-clock.ts'

const ROUTE = 5
const DELETED = 6
const REQUESTS_PER_DAY = 20

/** A route, which is a relation and no boundary; every object has had versions. */
const answerTo = (query: string): object => {
  if (query.includes('timeline(')) return { elements: [countOf(3)] }
  const isRoute = query.includes(`rel(${ROUTE});`)
  const route = { type: 'relation', id: ROUTE, version: 3, tags: { type: 'route' }, members: [] }
  return { elements: [...(isRoute ? [route, countOf(1)] : [countOf(0)]), ...emptyFrom('ways')] }
}

describe('what the map answers', () => {
  const clock = skippingClock()
  let server: LocalServer
  let database: TestDatabase
  let storage: Storage
  before(async () => {
    server = await serveLocally(async (request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answerTo(await queryOf(request))))
    })
    database = await sqliteDatabase()
    storage = await database.open()
  })
  after(async () => {
    await server?.close()
    await storage?.close()
    await database?.remove()
  })

  const openMap = async (): Promise<LiveMap> => {
    const coordination = memoryCoordination()
    const shared = {
      coordination,
      owner: 'test',
      clock,
      sleep: clock.sleep,
      log: createLog('silent', (line) => line),
    }
    return createLiveMap({
      ...shared,
      overpass: createOverpass({
        ...shared,
        urls: [`${server.url}/api/interpreter`],
        userAgent: 'Metes test',
        random: systemRandom,
        budget: createDayBudget({ requestsPerDay: REQUESTS_PER_DAY, bytesPerDay: 1e9 }, coordination, clock),
      }),
      nominatim: null,
      store: await storage.openFetched(),
      lowerSources: [],
      kinds: loadKindTables(join(import.meta.dirname, '../../data/kinds')),
      maxWaitMs: 20_000,
      ttlMs: 86_400_000,
    })
  }

  test('what is there and is no boundary is absent, and what is gone is deleted', async () => {
    const live = await openMap()
    assert.equal(await live.fetch({ by: 'relation', number: ROUTE }), 'absent')
    assert.equal(await live.fetch({ by: 'relation', number: DELETED }), 'deleted')
  })

  test('one account spends half of the day’s budget at most, and so do all anonymous callers together', async () => {
    const live = await openMap()
    let entities = 0
    const askUntilSpent = async (names: readonly string[], isAnonymous: boolean): Promise<number> => {
      for (let asked = 0; ; asked++) {
        const reference = { by: 'wikidata', entity: `Q${++entities}` } as const
        const name = names[asked % names.length]
        try {
          await forOwner({ name, isAnonymous }, () => live.fetch(reference))
        } catch (error) {
          assert.ok(error instanceof LiveMapFailed)
          assert.equal(error.fault, 'exhausted')
          return asked
        }
      }
    }
    const networks = Array.from({ length: 50 }, (_, index) => `203.0.113.${index}`)
    assert.equal(await askUntilSpent(networks, true), REQUESTS_PER_DAY / 2)
    assert.equal(await askUntilSpent(['greedy'], false), REQUESTS_PER_DAY / 2)
    assert.equal(await askUntilSpent(['late'], false), 0, 'the day is spent')
    await clock.sleep(86_400_000)
    assert.equal(await askUntilSpent(['greedy'], false), REQUESTS_PER_DAY / 2)
    assert.equal(await askUntilSpent(['modest'], false), REQUESTS_PER_DAY / 2)
    await clock.sleep(86_400_000)
    assert.equal(
      await forOwner({ name: networks[0], isAnonymous: true }, () =>
        live.fetch({ by: 'wikidata', entity: 'Q1000' }),
      ),
      'absent',
    )
  })
})
