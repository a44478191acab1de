/**
 * Every boundary of an extract, fetched alone into an empty store, equals what an import of the extract gives: its names, kind, level,
 * country, parents and polygon.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import { liveStoreIn, referenceOf } from './compared-worlds.ts'
import { serveExtract } from './extract-overpass.ts'
import { extractFile, loadOverpass, missingOverpass, serveOverpass } from './overpass-server.ts'
import { testMap, testOverpass } from './test-map.ts'

const ROOT = join(import.meta.dirname, '../..')

const FINEST_LEVEL = 11

const comparable = ({ origin: _, source: { url, version, stale }, ...record }: BoundaryRecord) => ({
  ...record,
  source: { url, version, stale },
})

/** What both kinds of servers have. */
interface Server {
  readonly url: string
  readonly close: () => Promise<unknown>
}

const serveReal = async (extract: string): Promise<Server> => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-overpass-'))
  await loadOverpass(extract, join(directory, 'db'))
  const { url, close } = await serveOverpass(join(directory, 'db'))
  return {
    url,
    close: async () => {
      await close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const CASES = ['liechtenstein-2022', 'andorra-2019', 'luxembourg-2018'].flatMap((extract) => {
  const file = extractFile(extract)
  return [
    { extract, file, isReal: false, skip: existsSync(file) ? false : `there is no ${file}` },
    { extract, file, isReal: true, skip: missingOverpass() },
  ]
})

for (const { extract, file, isReal, skip } of CASES)
  describe(`boundaries of ${extract}, each fetched alone${isReal ? ' from a real Overpass' : ''}`, {
    skip,
  }, () => {
    let imported: ImportWorld
    let fetched: ImportWorld
    let upstream: Server
    let atlas: Awaited<ReturnType<typeof openBundledAtlas>>
    let records: readonly BoundaryRecord[]
    before(async () => {
      atlas = await openBundledAtlas(join(ROOT, 'data/atlas'), join(ROOT, 'data/atlas'))
      imported = await openImportWorld()
      fetched = await openImportWorld(liveStoreIn)
      await imported.importFile(file, [atlas.source])
      upstream = await (isReal ? serveReal(extract) : serveExtract(file, imported))
      const candidates = await imported.store.candidatesIn([-180, -90, 180, 90])
      records = await imported.store.records([...new Set(candidates.map(({ id }) => id))])
      assert.ok(records.length > 10)
    })
    after(async () => {
      await upstream?.close()
      await imported?.close()
      await fetched?.close()
      await atlas?.close()
    })

    test('equal the imported ones, to the vertex and the last parent', async () => {
      const differences: string[] = []
      const overpass = testOverpass([upstream.url])
      for (const expected of records) {
        // Without the memory of earlier ones, and without them in the store, each is the first that is asked for.
        const live = testMap({
          overpass,
          store: fetched.store,
          sources: [fetched.store, atlas.source],
          maxWaitMs: 600_000,
        })
        assert.equal(await live.fetch(referenceOf(expected.id)), 'fetched', expected.id)
        const [actual] = await fetched.store.records([expected.id])
        const [one, other] = [comparable(actual), comparable(expected)]
        for (const key of Object.keys(other) as (keyof typeof other)[])
          if (!isDeepStrictEqual(one[key], other[key]))
            differences.push(
              `${expected.id} ${expected.name}: ${key} is ${JSON.stringify(one[key])}, of the import ${JSON.stringify(other[key])}`,
            )
        const rings = Buffer.from((await fetched.store.geometry(expected.id))!.rings)
        if (!rings.equals((await imported.store.geometry(expected.id))!.rings))
          differences.push(`${expected.id} ${expected.name}: the polygon`)
        await live.settled()
        await fetched.store.remove([expected.id])
      }
      assert.deepEqual(differences, [])
    })

    test('have the subdivisions of the import, each list fetched alone', async () => {
      const overpass = testOverpass([upstream.url])
      for (const parent of records) {
        const level = await imported.store.nextLevel([parent.id], parent.adminLevel ?? FINEST_LEVEL)
        if (level === null) continue
        const expected = await imported.store.children([parent.id], level)
        const live = testMap({
          overpass,
          store: fetched.store,
          sources: [fetched.store, atlas.source],
          maxWaitMs: 600_000,
        })
        await live.fetch(referenceOf(parent.id))
        const [record] = await fetched.store.records([parent.id])
        await live.fetchChildren(record, null)
        const actual = await fetched.store.children([parent.id], level)
        assert.deepEqual(actual.map(({ id }) => id).sort(), expected.map(({ id }) => id).sort(), parent.id)
        const withParents = async (world: ImportWorld) =>
          new Map(
            (await world.store.records(expected.map(({ id }) => id))).map(({ id, parents }) => [id, parents]),
          )
        assert.deepEqual(await withParents(fetched), await withParents(imported), parent.id)
        await live.settled()
        const stored = await fetched.store.candidatesIn([-180, -90, 180, 90])
        await fetched.store.remove([...new Set(stored.map(({ id }) => id))])
      }
    })
  })
