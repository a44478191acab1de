/**
 * Everything that Metes asks of Overpass, asked of a real one: what is fetched equals what an import of the same extract gives, to the
 * vertex.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import {
  type BoundaryId,
  type BoundaryReference,
  parseBoundaryReference,
} from '../../src/domain/boundary/id.ts'
import type { BoundarySource, BoundaryStore } from '../../src/domain/catalog/ports.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { locate, OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import type { LiveMap } from '../../src/domain/live/ports.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { SqlBoundaryStore } from '../../src/storage/sql/catalog/boundary-store.ts'
import { CATALOG } from '../../src/storage/sql/catalog/migrations.ts'
import type { CatalogTables } from '../../src/storage/sql/catalog/schema.ts'
import { openSqlite } from '../../src/storage/sql/sqlite.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import { findOverpass, loadOverpass, type OverpassServer, serveOverpass } from './overpass-server.ts'
import { testMap, testOverpass } from './test-map.ts'

const ROOT = join(import.meta.dirname, '../..')
const OSM = join(ROOT, '../shared/data/osm')
const build = findOverpass()
const skip =
  build === null || !existsSync(OSM) ? 'no Overpass is built on this machine: see overpass-server.ts' : false

const liveStoreIn = async (directory: string) => {
  const database = await openSqlite<CatalogTables>(join(directory, 'live.db'), CATALOG, {
    cacheBytes: 1 << 24,
  })
  return { store: new SqlBoundaryStore(database, 'live'), close: database.close }
}

const referenceOf = (id: string): BoundaryReference => {
  const reference = parseBoundaryReference(id)
  assert.ok('by' in reference)
  return reference
}

for (const [extract, country, point] of [
  ['liechtenstein-2022', 'r1155955', [9.5209, 47.141]],
  ['luxembourg-2018', 'r2171347', [6.13, 49.61]],
] as const)
  describe(`boundaries of ${extract}`, { skip }, () => {
    let directory: string
    let imported: ImportWorld
    let fetched: ImportWorld
    let server: OverpassServer
    let live: LiveMap
    let atlas: Awaited<ReturnType<typeof openBundledAtlas>>

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'metes-overpass-'))
      const file = join(OSM, `${extract}.osm.pbf`)
      await loadOverpass(build!, file, join(directory, 'db'))
      server = await serveOverpass(build!, join(directory, 'db'))
      atlas = await openBundledAtlas(join(ROOT, 'data/atlas'), join(ROOT, 'data/atlas'))
      imported = await openImportWorld()
      fetched = await openImportWorld(liveStoreIn)
      await imported.importFile(file, [atlas.source])
      live = openMap(fetched.store, [atlas.source], false)
    })
    after(async () => {
      await imported?.close()
      await fetched?.close()
      await atlas?.close()
      await server?.close()
      await rm(directory, { recursive: true, force: true })
    })

    const openMap = (
      store: BoundaryStore,
      lowerSources: readonly BoundarySource[],
      asksForParents: boolean,
    ): LiveMap => {
      const coordination = memoryCoordination()
      return testMap({
        overpass: testOverpass([server.url], { coordination }),
        coordination,
        store,
        lowerSources,
        asksForParents,
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

    /** The database has no timestamps: it was loaded without them. */
    const comparable = ({ origin: _, source: { url, version, stale }, ...record }: BoundaryRecord) => ({
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
        const map = openMap(alone.store, [atlas.source], false)
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
        const ids = async (world: ImportWorld, each: Position) => {
          const found: string[] = []
          for (const { id } of await world.store.candidates(each)) {
            const rings = decodeRings((await world.store.geometry(id))!.rings)
            if (locate(rings, toUnits(each[0]), toUnits(each[1])) !== OUTSIDE) found.push(id)
          }
          return found.sort()
        }
        for (const each of near) assert.deepEqual(await ids(alone, each), await ids(imported, each))
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

    test('codes and Wikidata entities name the same boundaries', async () => {
      const { iso, wikidata } = await importedRecord(country)
      for (const reference of [`iso:${iso}`, `wikidata:${wikidata}`]) {
        assert.equal(await live.fetch(referenceOf(reference)), 'fetched')
        assert.deepEqual(
          (await fetched.store.find(referenceOf(reference))).map(({ id }) => id),
          (await imported.store.find(referenceOf(reference))).map(({ id }) => id),
        )
      }
    })

    test('without an atlas the map says what a boundary is in', async () => {
      const alone = await openImportWorld(liveStoreIn)
      try {
        const ids = await importedIds()
        const id = ids.at(-1)!
        const map = openMap(alone.store, [], true)
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
