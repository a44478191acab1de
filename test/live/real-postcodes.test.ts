/** Postcode areas, of which a real Overpass has no areas: it finds them by their borders, and they equal the import's. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import { containing, liveStoreIn } from './compared-worlds.ts'
import {
  extractFile,
  loadOverpass,
  missingOverpass,
  type OverpassServer,
  serveOverpass,
} from './overpass-server.ts'
import { testMap, testOverpass } from './test-map.ts'

const EXTRACT = 'bayreuth-2014'

describe('postcode areas around Bayreuth', { skip: missingOverpass() }, () => {
  let directory: string
  let imported: ImportWorld
  let fetched: ImportWorld
  let server: OverpassServer
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'metes-postcodes-'))
    await loadOverpass(EXTRACT, join(directory, 'db'), { knowsPostcodeAreas: false })
    server = await serveOverpass(join(directory, 'db'))
    imported = await openImportWorld()
    fetched = await openImportWorld(liveStoreIn)
    await imported.importFile(extractFile(EXTRACT))
  })
  after(async () => {
    await imported?.close()
    await fetched?.close()
    await server?.close()
    await rm(directory, { recursive: true, force: true })
  })

  test('are found around a point deep inside, to the vertex', async () => {
    const live = testMap({ overpass: testOverpass([server.url]), store: fetched.store, maxWaitMs: 60_000 })
    const ids = await imported.store.list({
      kind: 'postal_code',
      box: null,
      properties: {},
      after: null,
      limit: 100,
    })
    assert.ok(ids.length > 0)
    for (const { id, centroid: at } of await imported.store.records(ids)) {
      await live.fetchContaining(at)
      assert.ok((await containing(fetched, at)).includes(id), id)
      assert.deepEqual(
        Buffer.from((await fetched.store.geometry(id))!.rings),
        Buffer.from((await imported.store.geometry(id))!.rings),
        id,
      )
    }
  })
})
