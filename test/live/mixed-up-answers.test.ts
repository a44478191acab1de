/** Answers that are whole and about something else, as a proxy or a cache in front of a server mixes them up: nothing of them is kept. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { BoundaryReference } from '../../src/domain/boundary/id.ts'
import { type BoundaryId, parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import type { BoundaryStore } from '../../src/domain/catalog/ports.ts'
import { createDayBudget, type DayBudget } from '../../src/sources/upstream/day-budget.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { systemClock } from '../../src/util/clock.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { temporaryStorage } from '../support/databases.ts'
import { countOf, rectangles } from '../support/overpass-sections.ts'
import type { Fault } from './overpass-faults.ts'
import { QUICK_PACE, testMap, testOverpass } from './test-map.ts'
import { serveUpstream, type Upstream } from './upstream.ts'

const ANSWER = rectangles([
  {
    id: 7,
    box: [0, 0, 1, 1],
    tags: { admin_level: '4', name: 'Seven', wikidata: 'Q7', 'ISO3166-2': 'DE-BY' },
  },
])
/** At the only server. */
const ATTEMPTS = 2

/** Of five points, and all together. */
const NO_PARENTS = Array.from({ length: 6 }, () => countOf(0))
const MEGABYTES = Array<string>(3).fill(' '.repeat(1_000_000))

/** Sends the pieces of an answer; null breaks the connection, and without an end it stays open. */
const send =
  (piecesOf: (body: string) => readonly (string | null)[]): Fault =>
  async (response, body) => {
    response.setHeader('content-type', 'application/json')
    for (const piece of piecesOf(body))
      if (piece === null) response.destroy()
      else if (piece === '}') response.end(piece)
      else await new Promise((resolve) => response.write(piece, resolve))
  }

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

  const cost = async (ask: () => Promise<unknown>): Promise<number> => {
    const before = (await budget.left()).bytes
    await ask()
    return before - (await budget.left()).bytes
  }

  test('bytes of answers that cannot be used count towards the day', async () => {
    upstream.nextFaults.push((response) => {
      response.setHeader('content-type', 'application/json')
      response.write(' '.repeat(50_000), () => response.destroy())
    })
    const spent = await cost(() => open().fetch({ by: 'relation', number: 7 }))
    const useful = [ANSWER, NO_PARENTS].map((elements) => JSON.stringify({ elements }).length)
    assert.equal(spent, 50_000 + useful[0] + useful[1])
  })

  for (const [name, fault] of [
    ['ends after 3 MB in the middle', send(() => [...MEGABYTES, null])],
    ['is 3 MB of JSON about something else', send((body) => [body.slice(0, -1), ...MEGABYTES, '}'])],
    ['never ends', send(() => MEGABYTES)],
  ] as const)
    test(`an answer that ${name} costs 1 MB of the day, and the request`, async () => {
      upstream.nextFaults.push(fault, fault)
      const { requests } = await budget.left()
      const live = open()
      const spent = await cost(() => assert.rejects(live.fetch({ by: 'relation', number: 8 })))
      const asked = requests - (await budget.left()).requests
      assert.equal(asked, upstream.requests)
      assert.equal(spent, asked * 1_000_000)
    })
})
