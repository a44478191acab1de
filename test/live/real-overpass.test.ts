/**
 * Everything that Metes asks of Overpass, asked of a real one: what is fetched equals what an import of the same extract gives, to the
 * vertex.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { BoundarySource, BoundaryStore } from '../../src/domain/catalog/ports.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import type { LiveMap } from '../../src/domain/live/ports.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { boundariesOf } from '../../src/sources/live/boundaries-of-nodes.ts'
import { checkOverpass } from '../../src/sources/live/check-servers.ts'
import { cellOf } from '../../src/sources/live/query-squares.ts'
import { elementsOf, partsOf } from '../../src/sources/overpass/answer-parts.ts'
import type { Overpass } from '../../src/sources/overpass/client.ts'
import * as queries from '../../src/sources/overpass/queries.ts'
import { type QueryLimits, WHOLE_BOUNDARIES } from '../../src/sources/overpass/queries.ts'
import { systemClock } from '../../src/util/clock.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import { containing, liveStoreIn, pointIn, referenceOf } from './compared-worlds.ts'
import {
  extractFile,
  loadOverpass,
  missingOverpass,
  type OverpassServer,
  serveOverpass,
} from './overpass-server.ts'
import { testMap, testOverpass } from './test-map.ts'

const ROOT = join(import.meta.dirname, '../..')
const skip = missingOverpass()

const POLL_MS = 5
const LIMITS: QueryLimits = { timeoutSeconds: 90, maxBytes: 512 * 1024 * 1024 }
/** Sections between those of the first and of no level, which have no names of their own. */
const LEVELS_BETWEEN = WHOLE_BOUNDARIES.noLevel - WHOLE_BOUNDARIES.firstLevel - 1

for (const [extract, country, label, point] of [
  ['liechtenstein-2022', 'r1155955', 3_696_525_426, [9.5209, 47.141]],
  ['luxembourg-2018', 'r2171347', 424_298_019, [6.13, 49.61]],
] as const)
  describe(`boundaries of ${extract}`, { skip }, () => {
    let directory: string
    let imported: ImportWorld
    let fetched: ImportWorld
    let server: OverpassServer
    let live: LiveMap
    let overpass: Overpass
    let atlas: Awaited<ReturnType<typeof openBundledAtlas>>

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'metes-overpass-'))
      await loadOverpass(extract, join(directory, 'db'))
      server = await serveOverpass(join(directory, 'db'))
      atlas = await openBundledAtlas(join(ROOT, 'data/atlas'), join(ROOT, 'data/atlas'))
      imported = await openImportWorld()
      fetched = await openImportWorld(liveStoreIn)
      await imported.importFile(extractFile(extract), [atlas.source])
      // Its own patience is for servers far away.
      overpass = testOverpass([server.url], { sleep: () => delay(POLL_MS) })
      live = openMap(fetched.store, [atlas.source])
    })
    after(async () => {
      await imported?.close()
      await fetched?.close()
      await atlas?.close()
      await server?.close()
      await rm(directory, { recursive: true, force: true })
    })

    const openMap = (store: BoundaryStore, lowerSources: readonly BoundarySource[]): LiveMap => {
      const coordination = memoryCoordination()
      return testMap({
        overpass: testOverpass([server.url], { coordination }),
        coordination,
        store,
        sources: [store, ...lowerSources],
        maxWaitMs: 60_000,
      })
    }

    const importedRecord = async (id: string): Promise<BoundaryRecord> =>
      (await imported.store.records([id as BoundaryId]))[0]

    /** All that an import has of the country. */
    const importedIds = async (): Promise<readonly BoundaryId[]> => {
      const ids: BoundaryId[] = [country as BoundaryId]
      for (let level = 3; level <= 11; level++)
        ids.push(...(await imported.store.children([country as BoundaryId], level)).map(({ id }) => id))
      return ids
    }

    /**
     * The database has no timestamps: it was loaded without them. A fetched boundary ranks by the population of the known one that it
     * replaces.
     */
    const comparable = ({
      origin: _,
      probablePopulation: _rank,
      source: { url, version, stale },
      ...record
    }: BoundaryRecord) => ({
      ...record,
      source: { url, version, stale },
    })

    test('subdivisions of a level are those of the import, and lie in the parent', async () => {
      assert.equal(await live.fetch(referenceOf(country)), 'fetched')
      const parent = (await fetched.store.records([country as BoundaryId]))[0]
      for (let level = 3; level <= 11; level++) {
        const expected = await imported.store.children([country as BoundaryId], level)
        if (expected.length === 0) continue
        await live.fetchChildren(parent, level)
        const actual = await fetched.store.children([country as BoundaryId], level)
        assert.deepEqual(actual.map(({ id }) => id).sort(), expected.map(({ id }) => id).sort())
      }
    })

    test('every boundary equals the imported one, to the vertex', async () => {
      for (const id of await importedIds()) {
        assert.equal(await live.fetch(referenceOf(id)), 'fetched', id)
        const record = (await fetched.store.records([id]))[0]
        assert.deepEqual(
          Buffer.from((await fetched.store.geometry(id))!.rings),
          Buffer.from((await imported.store.geometry(id))!.rings),
          id,
        )
        // So low detail is the same, too, and neighbours fit together whatever was fetched.
        assert.deepEqual(
          Buffer.from((await fetched.store.geometry(id))!.weights!),
          Buffer.from((await imported.store.geometry(id))!.weights!),
          id,
        )
        assert.deepEqual(comparable(record), comparable(await importedRecord(id)), id)
      }
    })

    test('a point is in the same boundaries', async () => {
      await live.fetchContaining(point as unknown as Position)
      const ids = async (world: ImportWorld) =>
        (await world.store.candidates(point as unknown as Position)).map(({ id }) => id)
      const expected = new Set(await ids(imported))
      for (const id of await ids(fetched)) assert.ok(expected.has(id), id)
    })

    test('points within a kilometre cost one question, and nothing that is here is fetched again', async () => {
      const alone = await openImportWorld(liveStoreIn)
      try {
        const map = openMap(alone.store, [atlas.source])
        const [lon, lat] = point
        const before = server.queries.length
        await map.fetchContaining([lon, lat])
        // What contains it, and their polygons.
        assert.equal(server.queries.length, before + 2)
        const west = Math.floor(lon * 100) / 100
        const south = Math.floor(lat * 100) / 100
        const near = Array.from(
          { length: 25 },
          (_, index): Position => [
            west + 0.001 + 0.002 * (index % 5),
            south + 0.001 + 0.002 * Math.floor(index / 5),
          ],
        )
        for (const each of near) await map.fetchContaining(each)
        assert.equal(server.queries.length, before + 2)
        for (const each of near)
          assert.deepEqual(await containing(alone, each), await containing(imported, each))
        await map.fetchContaining([lon + 0.01, lat])
        const last = server.queries.slice(before + 2)
        assert.ok(last.length <= 2)
        assert.ok(
          !last.some(
            (query) => query.includes(`id:${country.slice(1)}`) || query.includes(`,${country.slice(1)}`),
          ),
        )
      } finally {
        await alone.close()
      }
    })

    test('codes and Wikidata entities of all boundaries name the same ones', async () => {
      const references = new Set<string>()
      for (const { iso, wikidata } of await imported.store.records(await importedIds())) {
        if (iso !== null) references.add(`iso:${iso}`)
        if (wikidata !== null) references.add(`wikidata:${wikidata}`)
      }
      assert.ok(references.has(`iso:${extract === 'luxembourg-2018' ? 'LU' : 'LI'}`))
      await Promise.all(
        [...references].map(async (text) => {
          const reference = referenceOf(text)
          const found = await overpass.ask(
            (limits) => queries.queryOfReference(reference, limits)!,
            (reply) => partsOf(reply, []).wanted,
          )
          const expected = (await imported.store.find(reference)).map(({ id }) => id)
          assert.deepEqual([...found].sort(), expected.sort(), text)
        }),
      )
    })

    test('a place that is a point leads to the boundary that it labels, or whose Wikidata entity it has', async () => {
      const { wikidata } = await importedRecord(country)
      const places = [
        { by: 'node', number: label, entity: null },
        { by: 'node', number: 1, entity: wikidata },
        { by: 'node', number: 1, entity: null },
      ] as const
      const boundary = { by: 'relation', number: Number(country.slice(1)) }
      assert.deepEqual(await boundariesOf(places, overpass), [boundary, boundary])
    })

    test('a point inside each boundary is in the same ones', async () => {
      const idsContaining = async (at: Position): Promise<readonly string[]> => {
        const ids = await overpass.ask(
          (limits) => queries.queryOfContaining(cellOf(at), limits),
          (reply) => [
            ...elementsOf(reply, 0, 'relation').map(({ id }) => `r${id}`),
            ...elementsOf(reply, 1, 'way').map(({ id }) => `w${id}`),
          ],
        )
        // The question is about all points of a square; what else is in it is not around this one.
        const around = new Set(await containing(imported, at))
        return ids.filter((id) => around.has(id)).sort()
      }
      await Promise.all(
        (await importedIds()).map(async (id) => {
          const at = await pointIn(imported, id)
          assert.deepEqual(await idsContaining(at), await containing(imported, at), id)
        }),
      )
    })

    test('every kind of question is understood, and the doctor’s', async () => {
      const number = Number(country.slice(1))
      const place = point as unknown as Position
      const all = Object.keys(WHOLE_BOUNDARIES).length + LEVELS_BETWEEN
      /** The query, and how many sections its answer has; without its history the server answers with none. */
      const questions: Readonly<Record<string, readonly [query: string, sections: number]>> = {
        queryOfReference: [queries.queryOfReference(referenceOf(country), LIMITS)!, all],
        queryOfRelations: [queries.queryOfRelations([number], LIMITS), 2],
        queryOfParents: [queries.queryOfParents([place], LIMITS), 2],
        queryOfHistory: [queries.queryOfHistory('relation', number, LIMITS), 0],
        queryOfLevelCounts: [queries.queryOfLevelCounts(country, [2, 8], LIMITS), 2],
        queryOfChildren: [queries.queryOfChildren(country, 8, LIMITS), all],
        queryOfContaining: [queries.queryOfContaining(cellOf(place), LIMITS), 2],
        queryOfIds: [queries.queryOfIds([country], LIMITS), all],
        queryOfNodes: [
          queries.queryOfNodes(
            [
              { number: 1, entity: null },
              { number: label, entity: 'Q32' },
            ],
            LIMITS,
          ),
          3,
        ],
      }
      const written = Object.keys(queries).filter((name) => name.startsWith('queryOf'))
      assert.deepEqual(Object.keys(questions).sort(), written.sort())
      const sectionsOf = (query: string) =>
        overpass.ask(
          () => query,
          ({ sections }) => sections.slice(0, -1),
        )
      for (const [name, [query, count]] of Object.entries(questions))
        assert.equal((await sectionsOf(query)).length, count, name)
      const [relations, ways] = await sectionsOf(questions.queryOfRelations[0])
      const [whole, itsWays] = await sectionsOf(questions.queryOfReference[0])
      assert.deepEqual([relations, ways], [whole, itsWays])
      const probe = { userAgent: 'Metes test', timeoutMs: 20_000, clock: systemClock }
      assert.match((await checkOverpass(server.url, probe)).finding, /\(Overpass API 0\.7\.[^)]*\) answers/)
    })

    test('points at the poles and at the antimeridian can be asked about, too', async () => {
      for (const at of [
        [180, 90],
        [-180, -90],
        [180, 0],
        [-180, 0],
        [179.999, 65],
        [0, 90],
        [0, 0],
      ] as const)
        await live.fetchContaining(at as unknown as Position)
    })

    test('without an atlas the map says what a boundary is in', async () => {
      const alone = await openImportWorld(liveStoreIn)
      try {
        const ids = await importedIds()
        const id = ids.at(-1)!
        const map = openMap(alone.store, [])
        assert.equal(await map.fetch(referenceOf(id)), 'fetched')
        const [record] = await alone.store.records([id])
        const expected = await importedRecord(id)
        const summary = ({ country: code, kind, parents }: BoundaryRecord) => ({
          code,
          kind,
          parents: parents.map((parent) => [parent.id, parent.name, parent.kind, parent.adminLevel]),
        })
        assert.deepEqual(summary(record), summary(expected))
        assert.ok(record.parents.length > 0)
      } finally {
        await alone.close()
      }
    })

    test('what the map does not have is absent, and is not asked for again', async () => {
      assert.equal(await live.fetch(referenceOf('r999999999')), 'absent')
      const asked = server.queries.length
      assert.equal(await live.fetch(referenceOf('r999999999')), 'absent')
      assert.equal(server.queries.length, asked)
    })
  })
