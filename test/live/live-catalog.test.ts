/** What calls are answered with when the catalog lacks a place and the live map may have it. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Catalog } from '../../src/domain/catalog/catalog.ts'
import type { BoundaryEntry } from '../../src/domain/catalog/ports.ts'
import { liveCatalog } from '../../src/domain/live/live-catalog.ts'
import { type FetchOutcome, type LiveMap, LiveMapFailed } from '../../src/domain/live/ports.ts'
import { boundary } from '../support/boundary-entries.ts'
import { type LiveWorld, openLiveWorld } from './live-world.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-01-31T00:00:00Z')

const germany = boundary({
  id: 'r51477',
  name: 'Deutschland',
  country: 'DE',
  kind: 'country',
  adminLevel: 2,
  vertices: 800,
  areaKm2: 5000,
  bbox: [0, 0, 5, 5],
  origin: 'atlas',
})
const austria = boundary({
  id: 'r16239',
  name: 'Österreich',
  country: 'AT',
  kind: 'country',
  adminLevel: 2,
  origin: 'atlas',
  bbox: [10, 10, 11, 11],
})
const bavaria = boundary({
  id: 'r2145268',
  name: 'Bayern',
  country: 'DE',
  adminLevel: 4,
  parents: [germany],
  origin: 'atlas',
})
const city = (number: number, parent: BoundaryEntry = germany, fetchedAt = '2026-01-30T00:00:00Z') =>
  boundary({
    id: `r${number}`,
    name: `City ${number}`,
    country: 'DE',
    adminLevel: 6,
    parents: [parent],
    origin: 'live',
    source: { fetchedAt },
  })

describe('the catalog of calls', () => {
  let world: LiveWorld
  let asked: string[]
  let nowMs: number
  let outcome: FetchOutcome | LiveMapFailed
  /** What the map has, by the question that fetches it. */
  let map: Record<string, readonly BoundaryEntry[]>
  let catalog: Catalog

  const answer = async (question: string): Promise<FetchOutcome> => {
    asked.push(question)
    if (outcome instanceof LiveMapFailed) throw outcome
    const entries = map[question] ?? []
    if (entries.length > 0) await world.fetched(entries)
    return entries.length > 0 ? 'fetched' : outcome === 'fetched' ? 'absent' : outcome
  }
  const live: LiveMap = {
    fetch: (reference) =>
      answer('number' in reference ? `${reference.by} ${reference.number}` : reference.by),
    fetchChildren: async (parent, level) => void (await answer(`children ${parent.id} ${level}`)),
    fetchContaining: async (point) => void (await answer(`containing ${point}`)),
    fetchFound: async ({ text }) => {
      await answer(`search ${text}`)
      return (map[`search ${text}`] ?? []).map(({ record }) => record.id)
    },
  }

  beforeEach(async () => {
    asked = []
    nowMs = NOW
    outcome = 'absent'
    map = {}
    world = await openLiveWorld({ atlas: [germany, bavaria, austria] })
    catalog = liveCatalog({
      catalog: world.catalog,
      live,
      isImported: async (country) => country === 'AT',
      ttlMs: 30 * DAY_MS,
      now: () => nowMs,
    })
  })
  afterEach(() => world.close())

  test('what is known is answered without the map', async () => {
    const answer = await catalog.find({ by: 'relation', number: 51477 })
    assert.ok(answer.found)
    assert.deepEqual(asked, [])
  })

  test('what is unknown is fetched, then answered', async () => {
    map['relation 7'] = [city(7)]
    const answer = await catalog.find({ by: 'relation', number: 7 })
    assert.ok(answer.found)
    assert.equal(answer.record.origin, 'live')
    await catalog.find({ by: 'relation', number: 7 })
    assert.deepEqual(asked, ['relation 7'])
  })

  test('absent and deleted are told apart, and say that the map was asked', async () => {
    assert.deepEqual(await catalog.find({ by: 'relation', number: 8 }), {
      found: false,
      deleted: false,
      askedMap: true,
    })
    outcome = 'deleted'
    assert.deepEqual(await catalog.find({ by: 'relation', number: 8 }), {
      found: false,
      deleted: true,
      askedMap: true,
    })
  })

  test('a failure of the map is a failure, not an absent boundary', async () => {
    outcome = new LiveMapFailed('unavailable', 'down', 5)
    await assert.rejects(catalog.find({ by: 'relation', number: 9 }), outcome)
    await assert.rejects(catalog.children(germany.record, 6), outcome)
    await assert.rejects(catalog.reverse([0.5, 0.5]), outcome)
  })

  test('an old boundary is served as stale while it is fetched again', async () => {
    await world.fetched([city(5, germany, '2025-12-01T00:00:00Z')])
    const answer = await catalog.find({ by: 'relation', number: 5 })
    assert.ok(answer.found)
    assert.equal(answer.record.source.stale, true)
    assert.deepEqual(asked, ['relation 5'])
  })

  test('an old boundary is served although the map fails', async () => {
    await world.fetched([city(5, germany, '2025-12-01T00:00:00Z')])
    outcome = new LiveMapFailed('unavailable', 'down', 5)
    assert.ok((await catalog.find({ by: 'relation', number: 5 })).found)
  })

  test('a coarse polygon of the atlas is replaced where more detail is asked for', async () => {
    map['relation 51477'] = [
      boundary({
        id: 'r51477',
        name: 'Deutschland',
        country: 'DE',
        kind: 'country',
        adminLevel: 2,
        origin: 'live',
        vertices: 90_000,
      }),
    ]
    const low = await catalog.find({ by: 'relation', number: 51477 }, 0)
    assert.equal(low.found && low.record.origin, 'atlas')
    const medium = await catalog.find({ by: 'relation', number: 51477 }, 5_000)
    assert.equal(medium.found && medium.record.origin, 'live')
  })

  test('the atlas answers where its finer polygon cannot be fetched', async () => {
    outcome = new LiveMapFailed('timeout', 'slow', 5)
    const answer = await catalog.find({ by: 'relation', number: 51477 }, 5_000)
    assert.equal(answer.found && answer.record.origin, 'atlas')
  })

  test('a list of the atlas needs no map', async () => {
    assert.equal((await catalog.children(germany.record, 4)).children.length, 1)
    assert.deepEqual(asked, [])
  })

  test('subdivisions that were fetched one by one are no list', async () => {
    await world.fetched([city(5)])
    map['children r51477 6'] = [city(5), city(6), city(7)]
    assert.deepEqual((await catalog.children(germany.record, 6)).children.map(({ id }) => id).sort(), [
      'r5',
      'r6',
      'r7',
    ])
  })

  test('a list of the atlas in which some were fetched one by one is fetched, because others of their level may be missing', async () => {
    await world.fetched([
      boundary({
        id: 'r7',
        name: 'Ost',
        country: 'DE',
        adminLevel: 4,
        parents: [germany],
        origin: 'live',
        source: { fetchedAt: '2026-01-30T00:00:00Z' },
        supersedes: [bavaria.record.id],
      }),
    ])
    await catalog.children(germany.record, 4)
    assert.deepEqual(asked, ['children r51477 4'])
  })

  test('nothing of an imported country is asked of the map', async () => {
    await catalog.children(austria.record, 6)
    assert.deepEqual(asked, [])
  })

  test('answers that are kept are made anew every hour, and not before', async () => {
    const first = await catalog.version()
    nowMs += 3_599_999
    assert.equal(await catalog.version(), first)
    nowMs += 1
    assert.notEqual(await catalog.version(), first)
  })

  test('a search goes to the map only where the call asks for it, and keeps its filters', async () => {
    const question = { text: 'Nowhere', countries: [], kind: null, adminLevel: null, near: null, limit: 5 }
    map['search Nowhere'] = [city(5)]
    assert.deepEqual(await catalog.search(question), [])
    assert.deepEqual(asked, [])
    const [found] = await catalog.search({ ...question, isLive: true })
    assert.deepEqual([found.record.id, found.match], ['r5', 'words'])
    assert.deepEqual(await catalog.search({ ...question, isLive: true, adminLevel: 4 }), [])
    assert.deepEqual(await catalog.search({ ...question, isLive: true, countries: ['FR'] }), [])
  })
})
