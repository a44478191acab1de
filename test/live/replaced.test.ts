/** A fetched boundary that another process replaces and then removes: a running server soon answers everything anew, and exported files stay as they were. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { boundary, stream } from '../support/boundary-entries.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'
import { boxOf, type ScriptedOverpass, serveScriptedOverpass } from './scripted-overpass.ts'

const ID = 'r22' as BoundaryId
const [WEST, SOUTH, EAST, NORTH] = boxOf(22)
/** Twice as wide. */
const WIDER: BBox = [WEST, SOUTH, Number((2 * EAST - WEST).toFixed(7)), NORTH]
const BESIDE = [EAST + (EAST - WEST) / 2, (SOUTH + NORTH) / 2]

describe('a server whose fetched boundary is replaced', () => {
  let overpass: ScriptedOverpass
  let metes: Installation
  let server: RunningServer
  let storage: Storage
  let key: string
  before(async () => {
    overpass = await serveScriptedOverpass(1)
    metes = await install()
    key = await metes.createKey()
    server = await metes.serve({ METES_OVERPASS_URL: overpass.url })
    storage = await openSqliteFiles(metes.dataDir)
  })
  after(async () => {
    await storage?.close()
    await server?.stop()
    await metes?.remove()
    await overpass?.close()
  })

  const call = async (path: string, body?: object) => {
    const response = await fetch(`${server.url}${path}`, {
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: response.status, url: response.url, text: await response.text() }
  }
  const boxes = async () =>
    Promise.all(
      [`/v1/boundaries/${ID}`, `/v1/boundaries/${ID}?detail=full`, `/v1/boundaries/${ID}.geojson`].map(
        async (path) => (JSON.parse((await call(path)).text) as { readonly bbox: BBox }).bbox,
      ),
    )
  /** Processes look for changes of others four times a second. */
  const untilAllAre = async (expected: BBox): Promise<void> => {
    const endMs = performance.now() + 20_000
    for (let seen = await boxes(); !isDeepStrictEqual(seen, Array(3).fill(expected)); seen = await boxes()) {
      assert.ok(performance.now() < endMs, JSON.stringify(seen))
      await delay(200)
    }
  }
  const isBesideInside = async (): Promise<boolean> =>
    JSON.parse((await call(`/v1/boundaries/${ID}/contains`, { points: [BESIDE] })).text).inside[0]
  const found = async (): Promise<BBox> =>
    JSON.parse((await call('/v1/boundaries/search?q=Place%2022')).text).candidates[0]?.bbox

  test('answers with the new one, and files of the old one stay', async () => {
    assert.deepEqual(await boxes(), Array(3).fill(boxOf(22)))
    assert.deepEqual(await found(), boxOf(22))
    assert.equal(await isBesideInside(), false)
    const file = await call(`/v1/boundaries/${ID}.geojson?detail=full`)
    assert.match(file.url, /\/files\//)

    const store = await storage.openFetched()
    const [{ names, ...record }] = await store.records([ID])
    const wider = boundary({ ...record, names, parents: [], bbox: WIDER, source: { version: 4 } })
    await store.replace(stream([wider]), { origin: 'live', coveredCountries: [] })

    await untilAllAre(WIDER)
    assert.deepEqual(await found(), WIDER)
    assert.equal(await isBesideInside(), true)
    const kept = await call(new URL(file.url).pathname)
    assert.deepEqual([kept.status, kept.text], [200, file.text])

    await store.remove([ID])
    // The map still has it, so it is fetched again.
    await untilAllAre(boxOf(22))
    assert.equal((await call(new URL(file.url).pathname)).text, file.text)
  })
})
