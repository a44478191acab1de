/** A boundary that loses most of its land at once, and lists that are too long: what the live map does with them. */

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { BoundaryStore } from '../../src/domain/catalog/ports.ts'
import type { LiveMap } from '../../src/domain/live/ports.ts'
import { loadKindTables } from '../../src/sources/kinds/kind-tables.ts'
import { createLiveMap } from '../../src/sources/live/live-map.ts'
import { readOverpassAnswer } from '../../src/sources/overpass/answer.ts'
import type { Overpass } from '../../src/sources/overpass/client.ts'
import type { Storage } from '../../src/storage/sql/open-storage.ts'
import { createLog } from '../../src/util/log.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { sqliteDatabase, type TestDatabase } from '../support/databases.ts'
import { countOf, emptyFrom } from '../support/overpass-sections.ts'

const DAY_MS = 86_400_000
const ID = 'r7' as BoundaryId

let database: TestDatabase
let storage: Storage
let store: BoundaryStore
before(async () => {
  database = await sqliteDatabase()
  storage = await database.open()
  store = await storage.openFetched()
})
after(async () => {
  await storage.close()
  await database.remove()
})

/** Relation 7 as a square of so many degrees. */
const square = (degrees: number): string => {
  const corners = [
    [0, 0],
    [degrees, 0],
    [degrees, degrees],
    [0, degrees],
    [0, 0],
  ]
  const tags = { type: 'boundary', boundary: 'administrative', admin_level: '4', name: 'Square' }
  return JSON.stringify({
    elements: [
      { type: 'relation', id: 7, version: 1, tags, members: [{ type: 'way', ref: 1, role: 'outer' }] },
      countOf(1),
      {
        type: 'way',
        id: 1,
        nodes: [1, 2, 3, 4, 1],
        geometry: corners.map(([lon, lat]) => ({ lon, lat })),
      },
      countOf(1),
      ...emptyFrom('labels'),
    ],
  })
}

const world = (state: { answer: string; nowMs: number }): LiveMap => {
  const overpass: Overpass = {
    ask: async () => ({ ...readOverpassAnswer(Buffer.from(state.answer)), bytes: state.answer.length }),
    tryToAsk: async () => null,
  }
  return createLiveMap({
    overpass,
    nominatim: null,
    store,
    lowerSources: [],
    kinds: loadKindTables(join(import.meta.dirname, '../../data/kinds')),
    coordination: memoryCoordination(),
    owner: 'test',
    maxWaitMs: 10_000,
    ttlMs: 30 * DAY_MS,
    clock: { now: () => state.nowMs, elapsedMs: () => 0 },
    sleep: async () => {},
    log: createLog('silent', (line) => line),
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
    await assert.rejects(live.fetchChildren(parent, adminLevel), { fault: 'broken' })
  }
  state.answer = JSON.stringify({ elements: [countOf(2_001)] })
  await assert.rejects(live.fetchChildren(parent, 8), { fault: 'too large' })
})
