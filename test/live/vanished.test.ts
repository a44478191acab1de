/** Boundaries that are no longer on the map, and lists that are old: what calls get while the map answers, and while it fails. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import {
  type BoundaryId,
  type BoundaryReference,
  parseBoundaryReference,
} from '../../src/domain/boundary/id.ts'
import type { Catalog } from '../../src/domain/catalog/catalog.ts'
import type { BoundaryStore } from '../../src/domain/catalog/ports.ts'
import { liveCatalog } from '../../src/domain/live/live-catalog.ts'
import { LiveMapFailed } from '../../src/domain/live/ports.ts'
import type { OpenLiveMap } from '../../src/sources/live/live-map.ts'
import type { Overpass } from '../../src/sources/overpass/client.ts'
import type { QueryLimits } from '../../src/sources/overpass/queries.ts'
import { type OverpassReply, replyOf } from '../../src/sources/overpass/reply.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { countOf, emptyFrom, parentsIn, type Rectangle, rectangles } from '../support/overpass-sections.ts'
import { type LiveWorld, openLiveWorld } from './live-world.ts'
import { testMap } from './test-map.ts'

const DAY_MS = 86_400_000
const TTL_DAYS = 30

const COUNTRY: Rectangle = { id: 1, box: [0, 0, 4, 1], tags: { admin_level: '2', name: 'Country' } }
const town = (id: number, west: number): Rectangle => ({
  id,
  box: [west, 0, west + 1, 1],
  tags: { admin_level: '8', name: `Town ${id}` },
})

describe('a map that changes', () => {
  let world: LiveWorld
  let live: OpenLiveMap
  let catalog: Catalog
  let nowMs: number
  let asked: number
  /** What the map has. */
  let onMap: readonly Rectangle[]
  /** Ids of objects that the map had once; null where the server keeps no history. */
  let deleted: readonly number[] | null
  let isDown: boolean

  beforeEach(async () => {
    nowMs = Date.parse('2026-01-01T00:00:00Z')
    asked = 0
    onMap = [COUNTRY, town(11, 0), town(12, 1), town(13, 2)]
    deleted = []
    isDown = false
    world = await openLiveWorld({ atlas: [] })
    live = openMap(false)
    catalog = liveCatalog({
      catalog: world.catalog,
      live,
      isImported: async () => false,
      ttlMs: TTL_DAYS * DAY_MS,
      now: () => nowMs,
    })
  })
  afterEach(async () => {
    await live.settled()
    await world.close()
  })

  const openMap = (waitsForNew: boolean): OpenLiveMap =>
    testMap({
      overpass,
      store: world.store,
      ttlMs: TTL_DAYS * DAY_MS,
      clock: { now: () => nowMs, elapsedMs: () => 0 },
      waitsForNew,
    })

  const answerTo = (query: string): OverpassReply => {
    const parents = parentsIn(query)
    if (parents === null) asked++
    if (isDown) throw new LiveMapFailed('unavailable', 'down', 5)
    const elements = parents ?? elementsFor(query)
    return replyOf(Buffer.from(JSON.stringify({ elements })))
  }

  const elementsFor = (query: string): readonly object[] => {
    if (query.includes('wikidata"="Q1') || query.includes('ISO3166-1"="LI')) return rectangles(onMap)
    const one = /\(rel\((\d+)\);\)->\.found/.exec(query)
    if (one !== null) {
      const found = onMap.filter(({ id }) => id === Number(one[1]))
      return found.length === 0 ? emptyFrom('relations') : rectangles(found)
    }
    if (query.includes('is_in('))
      return [...onMap.map(({ id }) => ({ type: 'relation', id })), countOf(onMap.length), countOf(0)]
    const townsNow = onMap.filter(({ tags }) => tags.admin_level === '8')
    if (query.includes('(rel(id:')) return rectangles(onMap)
    return query.includes('->.found') ? rectangles(townsNow) : [countOf(townsNow.length)]
  }

  const limits: QueryLimits = { timeoutSeconds: 1, maxBytes: 1 }
  const overpass: Overpass = {
    ask: async (query, read) => read(answerTo(query(limits))),
    tryToAsk: async (query) => {
      if (deleted === null) return null
      const id = Number(/timeline\(relation,(\d+)\)/.exec(query(limits))![1])
      const count = countOf(deleted.includes(id) ? 2 : 0)
      return replyOf(Buffer.from(JSON.stringify({ elements: [count] })))
    },
  }

  const find = async (number: number) => {
    const answer = await catalog.find({ by: 'relation', number })
    await live.settled()
    return answer.found
      ? answer.record.source.stale
        ? 'stale'
        : 'fresh'
      : answer.deleted
        ? 'deleted'
        : 'absent'
  }
  const listed = async (): Promise<readonly string[]> => {
    const country = await catalog.find({ by: 'relation', number: 1 })
    assert.ok(country.found)
    const { children } = await catalog.children(country.record, 8)
    await live.settled()
    return children.map(({ id }) => id).sort()
  }
  const passDays = (days: number): void => {
    nowMs += days * DAY_MS
  }
  const remove = (number: number): void => {
    onMap = onMap.filter(({ id }) => id !== number)
  }

  test('what the map deleted is served once more, marked, and is then a 404 that says so', async () => {
    assert.equal(await find(11), 'fresh')
    remove(11)
    deleted = [11]
    passDays(TTL_DAYS - 1)
    assert.equal(await find(11), 'fresh', 'it is good for the time that the operator chose')
    passDays(2)
    assert.equal(await find(11), 'stale')
    assert.equal(await find(11), 'deleted')
    const before = asked
    assert.equal(await find(11), 'deleted')
    assert.equal(asked, before, 'it is not asked for again within the hour')
  })

  test('while the map fails its copy is served, marked, however long', async () => {
    assert.equal(await find(11), 'fresh')
    remove(11)
    deleted = [11]
    isDown = true
    for (const days of [TTL_DAYS + 1, 100, 300]) {
      passDays(days)
      assert.equal(await find(11), 'stale')
    }
  })

  for (const [name, change] of [
    ['the map lacks and has no history of', () => remove(11)],
    [
      'is no boundary any more',
      () => {
        onMap = onMap.map((each) => (each.id === 11 ? { ...each, tags: { boundary: 'historic' } } : each))
      },
    ],
  ] as const)
    test(`what ${name} is kept, marked, until a week has confirmed it`, async () => {
      assert.equal(await find(11), 'fresh')
      change()
      deleted = null
      passDays(TTL_DAYS + 1)
      assert.equal(await find(11), 'stale')
      passDays(6)
      assert.equal(await find(11), 'stale')
      assert.equal(await find(11), 'stale')
      passDays(2)
      assert.equal(await find(11), 'stale')
      assert.equal(await find(11), 'deleted')
    })

  test('what comes back within the week stays', async () => {
    assert.equal(await find(11), 'fresh')
    const before = onMap
    remove(11)
    deleted = null
    passDays(TTL_DAYS + 1)
    assert.equal(await find(11), 'stale')
    onMap = before
    passDays(2)
    assert.equal(await find(11), 'stale')
    assert.equal(await find(11), 'fresh')
  })

  test('what was removed is fetched when another of its ids asks for it', async () => {
    const [country] = onMap
    onMap = [{ ...country, tags: { ...country.tags, wikidata: 'Q1', 'ISO3166-1': 'LI' } }]
    const ids = ['wikidata:Q1', 'iso:LI'].map((id) => parseBoundaryReference(id) as BoundaryReference)
    for (const id of ids) assert.equal(await live.fetch(id), 'fetched')
    await world.store.remove(['r1' as BoundaryId])
    for (const id of ids) {
      assert.ok((await catalog.find(id)).found, JSON.stringify(id))
      await world.store.remove(['r1' as BoundaryId])
    }
  })

  test('after the store of what was fetched is lost, everything is fetched again', async () => {
    assert.deepEqual(await listed(), ['r11', 'r12', 'r13'])
    const shared = memoryCoordination()
    const places = async (store: BoundaryStore): Promise<number> => {
      const map = testMap({
        overpass,
        store,
        coordination: shared,
        clock: { now: () => nowMs, elapsedMs: () => 0 },
      })
      await map.fetch({ by: 'relation', number: 1 })
      const [country] = await store.records(['r1' as BoundaryId])
      await map.fetchChildren(country, 8)
      await map.fetchContaining([1.5, 0.5])
      return (await store.children([country.id], 8)).length
    }
    const other = await openLiveWorld({ atlas: [] })
    try {
      assert.equal(await places(world.store), 3)
      const before = asked
      assert.equal(await places(world.store), 3)
      assert.equal(asked, before)
      assert.equal(await places(other.store), 3)
      assert.ok(asked > before)
    } finally {
      await other.close()
    }
  })

  test('an old list is served at once while it is fetched again; what left the map leaves the list', async () => {
    assert.deepEqual(await listed(), ['r11', 'r12', 'r13'])
    remove(12)
    deleted = [12]
    onMap = [...onMap, town(14, 3)]
    passDays(TTL_DAYS + 1)
    assert.deepEqual(await listed(), ['r11', 'r12', 'r13'])
    assert.deepEqual(await listed(), ['r11', 'r13', 'r14'])
    assert.equal(await find(12), 'deleted')
  })

  test('an old list, and what contains a point, are served while the map fails', async () => {
    const around = async () => (await catalog.reverse([1.5, 0.5])).map(({ id }) => id).sort()
    assert.deepEqual(await listed(), ['r11', 'r12', 'r13'])
    assert.deepEqual(await around(), ['r1', 'r12'])
    isDown = true
    passDays(TTL_DAYS + 100)
    assert.deepEqual(await listed(), ['r11', 'r12', 'r13'])
    assert.deepEqual(await around(), ['r1', 'r12'])
    // Of this square nothing is known.
    await assert.rejects(catalog.reverse([1.7, 0.5]), LiveMapFailed)
  })

  test('what contained a point and left the map is found by the call and gone from the next', async () => {
    const around = async () => {
      const found = (await catalog.reverse([1.5, 0.5])).map(({ id }) => id).sort()
      await live.settled()
      return found
    }
    assert.deepEqual(await around(), ['r1', 'r12'])
    remove(12)
    deleted = [12]
    passDays(TTL_DAYS + 1)
    assert.deepEqual(await around(), ['r1', 'r12'])
    assert.deepEqual(await around(), ['r1'])
  })

  test('fetching ahead waits for the new list', async () => {
    assert.deepEqual(await listed(), ['r11', 'r12', 'r13'])
    const [country] = await world.store.find({ by: 'relation', number: 1 })
    onMap = [...onMap, town(14, 3)]
    passDays(TTL_DAYS + 1)
    await openMap(true).fetchChildren(country, 8)
    assert.ok((await world.store.children([country.id], 8)).some(({ id }) => id === 'r14'))
  })
})
