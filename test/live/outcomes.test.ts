/** What the map answers, as its callers are told: what is no boundary, what is gone, and when the day's budget is spent. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LiveMap, LiveMapFailed } from '../../src/domain/live/ports.ts'
import { createDayBudget } from '../../src/sources/upstream/day-budget.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { temporaryStorage } from '../support/databases.ts'
import { countOf, emptyFrom } from '../support/overpass-sections.ts'
import { skippingClock } from './skipping-clock.ts'
import { testMap, testOverpass } from './test-map.ts'
import { serveUpstream, type Upstream, type WorldAnswer } from './upstream.ts'

const ROUTE = 5
const DELETED = 6
const REQUESTS_PER_DAY = 20
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A route, which is a relation and no boundary; every object has had versions. */
const answerTo = (query: string): WorldAnswer<string> => {
  if (query.includes('timeline(')) return { key: null, body: { elements: [countOf(3)] } }
  const isRoute = query.includes(`rel(${ROUTE});`)
  const route = { type: 'relation', id: ROUTE, version: 3, tags: { type: 'route' }, members: [] }
  const found = isRoute ? [route, countOf(1)] : [countOf(0)]
  return { key: query, body: { elements: [...found, ...emptyFrom('ways')] } }
}

describe('what the map answers', () => {
  const clock = skippingClock()
  let upstream: Upstream<string>
  let storage: Storage
  before(async () => {
    upstream = await serveUpstream(answerTo)
    storage = await temporaryStorage()
  })
  after(async () => {
    await upstream?.close()
    await storage?.close()
  })

  const openMap = async (): Promise<LiveMap> => {
    const shared = { coordination: memoryCoordination(), clock, sleep: clock.sleep }
    const budget = createDayBudget(
      { requestsPerDay: REQUESTS_PER_DAY, bytesPerDay: 1e9 },
      shared.coordination,
      clock,
    )
    return testMap({
      ...shared,
      overpass: testOverpass([upstream.url], { ...shared, budget }),
      store: await storage.openFetched(),
    })
  }

  test('what is there and is no boundary is absent, and what is gone is deleted', async () => {
    const live = await openMap()
    assert.equal(await live.fetch({ by: 'relation', number: ROUTE }), 'absent')
    assert.equal(await live.fetch({ by: 'relation', number: DELETED }), 'deleted')
  })

  for (const [name, reference] of [
    ['absent', { by: 'wikidata', entity: 'Q7' }],
    ['deleted', { by: 'relation', number: DELETED }],
  ] as const)
    test(`what is ${name} is asked for again after an hour, and not before`, async () => {
      const live = await openMap()
      const asked = (): number => upstream.asked.length
      const before = asked()
      assert.equal(await live.fetch(reference), name)
      assert.equal(asked(), before + 1)
      await clock.sleep(HOUR_MS - MINUTE_MS)
      assert.equal(await live.fetch(reference), name)
      assert.equal(asked(), before + 1, 'asked again before the hour is over')
      await clock.sleep(MINUTE_MS)
      assert.equal(await live.fetch(reference), name)
      assert.equal(asked(), before + 2, 'not asked again after an hour')
    })

  test('one account spends half of the day’s budget at most, and so do all anonymous callers together', async () => {
    const live = await openMap()
    let entities = 0
    const askUntilSpent = async (names: readonly string[], isAnonymous: boolean): Promise<number> => {
      for (let asked = 0; ; asked++) {
        const reference = { by: 'wikidata', entity: `Q${++entities}` } as const
        const name = names[asked % names.length]
        try {
          await live.fetch(reference, { name, isAnonymous })
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
      await live.fetch({ by: 'wikidata', entity: 'Q1000' }, { name: networks[0], isAnonymous: true }),
      'absent',
    )
  })
})
