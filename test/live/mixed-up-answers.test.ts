/** Answers that are whole and about something else, as a proxy or a cache in front of a server mixes them up: nothing of them is kept. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { BoundaryReference } from '../../src/domain/boundary/id.ts'
import { type BoundaryId, parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import type { BoundaryStore } from '../../src/domain/catalog/ports.ts'
import { createDayBudget, type DayBudget } from '../../src/sources/live/day-budget.ts'
import type { Storage } from '../../src/storage/sql/open-storage.ts'
import { systemClock } from '../../src/util/clock.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { temporaryStorage } from '../support/databases.ts'
import { countOf, rectangles } from '../support/overpass-sections.ts'
import { QUICK_PACE, testMap, testOverpass } from './test-map.ts'
import { serveUpstream, type Upstream } from './upstream.ts'

const ANSWER = rectangles([
  {
    id: 7,
    box: [0, 0, 1, 1],
    tags: { admin_level: '4', name: 'Seven', wikidata: 'Q7', 'ISO3166-2': 'DE-BY' },
  },
])
const ATTEMPTS = 4

describe('a server that answers every question with relation 7', () => {
  let storage: Storage
  let store: BoundaryStore
  let upstream: Upstream<string>
  let budget: DayBudget
  beforeEach(async () => {
    storage = await temporaryStorage()
    store = await storage.openFetched()
    upstream = await serveUpstream((query) => ({
      key: query,
      body: { elements: query.includes('->.found') ? ANSWER : [countOf(1)] },
    }))
    budget = createDayBudget({ requestsPerDay: 100, bytesPerDay: 1e9 }, memoryCoordination(), systemClock)
  })
  afterEach(async () => {
    await upstream?.close()
    await storage?.close()
  })

  const open = () => testMap({ overpass: testOverpass([upstream.url], { pace: QUICK_PACE, budget }), store })

  for (const id of ['r8', 'w7', 'wikidata:Q8', 'iso:DE-BE', 'iso:DE'])
    test(`has not answered a question about ${id}`, async () => {
      await assert.rejects(open().fetch(parseBoundaryReference(id) as BoundaryReference), {
        name: 'LiveMapFailed',
        fault: 'broken',
      })
      assert.equal(upstream.requests, ATTEMPTS)
      assert.deepEqual(await store.records(['r7' as BoundaryId]), [])
    })

  for (const id of ['r7', 'wikidata:Q7', 'iso:DE-BY'])
    test(`has answered a question about ${id}`, async () => {
      assert.equal(await open().fetch(parseBoundaryReference(id) as BoundaryReference), 'fetched')
    })

  test('has not answered a question about another level', async () => {
    const live = open()
    await live.fetch({ by: 'relation', number: 7 })
    const [parent] = await store.records(['r7' as BoundaryId])
    await assert.rejects(live.fetchChildren(parent, 8), { name: 'LiveMapFailed', fault: 'broken' })
  })

  test('bytes of answers that cannot be used count towards the day', async () => {
    const before = (await budget.left()).bytes
    upstream.nextFaults.push((response) => {
      response.setHeader('content-type', 'application/json')
      response.write(' '.repeat(50_000), () => response.destroy())
    })
    assert.equal(await open().fetch({ by: 'relation', number: 7 }), 'fetched')
    const answer = JSON.stringify({ elements: ANSWER }).length
    assert.equal(before - (await budget.left()).bytes, 50_000 + answer)
  })
})
