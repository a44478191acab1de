/** A boundary that loses most of its land at once, and lists that are too long: what the live map does with them. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { BoundaryStore } from '../../src/domain/catalog/ports.ts'
import type { LiveMap } from '../../src/domain/live/ports.ts'
import type { LiveMapOptions } from '../../src/sources/live/live-map.ts'
import { UnusableAnswer } from '../../src/sources/upstream/unusable-answer.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import type { Log } from '../../src/util/log.ts'
import { temporaryStorage } from '../support/databases.ts'
import { countOf, rectangles } from '../support/overpass-sections.ts'
import { silentLog } from '../support/silent-log.ts'
import { saying, testMap } from './test-map.ts'

const DAY_MS = 86_400_000
const ID = 'r7' as BoundaryId

let storage: Storage
let store: BoundaryStore
before(async () => {
  storage = await temporaryStorage()
  store = await storage.openFetched()
})
after(async () => {
  await storage?.close()
})

/** Relation 7 as a square of so many degrees. */
const square = (degrees: number): string =>
  JSON.stringify({
    elements: rectangles([
      { id: 7, box: [0, 0, degrees, degrees], tags: { admin_level: '4', name: 'Square' } },
    ]),
  })

const world = (
  state: { answer: string; nowMs: number },
  told: Pick<LiveMapOptions, 'log' | 'onNotTaken'> = { log: silentLog },
): LiveMap => {
  return testMap({
    overpass: saying(() => state.answer),
    store,
    ttlMs: 30 * DAY_MS,
    clock: { now: () => state.nowMs, elapsedMs: () => 0 },
    ...told,
  })
}

test('a loss of most of the land is held back until the map has said so for a week', async () => {
  const state = { answer: square(1), nowMs: DAY_MS }
  const live = world(state)
  const areaAfter = async (days: number, degrees: number): Promise<number> => {
    state.answer = square(degrees)
    state.nowMs += days * DAY_MS
    assert.equal(await live.fetch({ by: 'relation', number: 7 }), 'fetched')
    return Math.round((await store.records([ID]))[0].areaKm2)
  }
  const whole = await areaAfter(0, 1)
  assert.equal(await areaAfter(31, 0.5), whole, 'a loss seen for the first time')
  assert.equal((await store.records([ID]))[0].source.stale, true)
  assert.equal(await areaAfter(2, 0.3), whole, 'another loss begins a week of its own')
  assert.equal(await areaAfter(6, 0.3), whole, 'six days are no week')
  assert.ok((await areaAfter(2, 0.3)) < whole / 4)
  assert.equal((await store.records([ID]))[0].source.stale, false)
})

test('the operator is told of a loss that is held back, by the log where nobody listens', async () => {
  const state = { answer: square(1), nowMs: 100 * DAY_MS }
  const told: unknown[] = []
  const logged: unknown[] = []
  const warn: Log['warn'] = (facts, message) => logged.push({ ...facts, message })
  const listening = world(state, { log: silentLog, onNotTaken: (id, reason) => told.push({ id, reason }) })
  await listening.fetch({ by: 'relation', number: 7 })
  assert.deepEqual(told, [], 'nothing was lost')
  state.answer = square(0.5)
  state.nowMs += 31 * DAY_MS
  await listening.fetch({ by: 'relation', number: 7 })
  const reason = 'Its area fell from 12308 to 3077 km² at once.'
  assert.deepEqual(told, [{ id: ID, reason }])
  await world(state, { log: { ...silentLog, warn } }).fetch({ by: 'relation', number: 7 })
  assert.deepEqual(logged, [{ id: ID, reason, message: 'not taken' }])
})

test('a fetched boundary says when it was fetched, and how old it is, or else the map', async () => {
  const fetchedAt = '2027-03-04T05:06:07Z'
  const state = { answer: '', nowMs: Date.parse(fetchedAt) }
  const live = world(state)
  const { elements } = JSON.parse(square(1))
  const [relation, ...others] = elements
  const osm3s = { timestamp_osm_base: '2027-03-04T05:00:00Z' }
  const sourceOf = async (first: object) => {
    state.answer = JSON.stringify({ osm3s, elements: [first, ...others] })
    assert.equal(await live.fetch({ by: 'relation', number: 7 }), 'fetched')
    const { url, version, timestamp, fetchedAt, stale } = (await store.records([ID]))[0].source
    return { url, version, timestamp, fetchedAt, stale }
  }
  const timestamp = '2026-12-31T23:59:59Z'
  const expected = {
    url: 'https://www.openstreetmap.org/relation/7',
    version: 1,
    timestamp,
    fetchedAt,
    stale: false,
  }
  assert.deepEqual(await sourceOf({ ...relation, timestamp }), expected)
  const before = await store.version()
  state.nowMs += 31 * DAY_MS
  const later = { ...expected, fetchedAt: '2027-04-04T05:06:07Z' }
  assert.deepEqual(await sourceOf({ ...relation, timestamp }), later, 'fetched again, and unchanged')
  assert.notEqual(await store.version(), before, 'answers that were kept say when it was fetched before')
  state.nowMs += 31 * DAY_MS
  const undated = { timestamp: osm3s.timestamp_osm_base, fetchedAt: '2027-05-05T05:06:07Z' }
  assert.deepEqual(await sourceOf(relation), { ...expected, ...undated })
})

test('a list of more subdivisions than are fetched at once is refused', async () => {
  const state = { answer: JSON.stringify({ elements: [countOf(2_001)] }), nowMs: DAY_MS }
  const live = world(state)
  const [parent] = await store.records([ID])
  await assert.rejects(live.fetchChildren(parent, 8), { fault: 'too large', message: /2001 subdivisions/ })
})

test('an answer that ends before its counts is refused, and asked for again', async () => {
  const state = { answer: JSON.stringify({ elements: [] }), nowMs: DAY_MS }
  const live = world(state)
  const [parent] = await store.records([ID])
  for (const adminLevel of [8, null]) {
    await assert.rejects(live.fetchChildren(parent, adminLevel), UnusableAnswer)
  }
  state.answer = JSON.stringify({ elements: [countOf(2_001)] })
  await assert.rejects(live.fetchChildren(parent, 8), { fault: 'too large' })
})
