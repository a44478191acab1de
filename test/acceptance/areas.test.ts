/** Descriptions as callers use them: a real server, real data, and GEOS to judge every polygon. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readCases } from '../../bench/areas/cases.ts'
import { expectedLand } from '../../bench/areas/expected-land.ts'
import { faultOfAnswer } from '../../bench/areas/judge.ts'
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { joinRings, polygonsOf } from '../../src/domain/geometry/parts.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { openLand } from '../../src/sources/land/open-land.ts'
import { type AreaClient, areaClient } from '../support/area-client.ts'
import { areaOf, areaOutside, likeness, validityReason } from '../support/geos.ts'
import { landNear } from '../support/land.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const SHARED = path('../../../shared/data')
const SAMPLE = `${SHARED}/areas/sample.json`

const land = openLand({
  packedIn: path('../../data/land'),
  dataDirectory: mkdtempSync(join(tmpdir(), 'metes-land-')),
  file: null,
})
after(() => land.close())

/** The answer notes islands that the mask lacks: they keep the boundary's outline (docs/guide/land.md). */
const hasIslets = (notes: readonly string[]): boolean =>
  notes.some((note) => note.startsWith('The land mask lacks '))

const withoutIslets = async (rings: Rings): Promise<Rings> => {
  const kept: Rings[] = []
  for (const polygon of polygonsOf(rings)) {
    const isSmall = areaKm2(polygon) <= 1
    if (!isSmall || areaOutside(polygon, await landNear(land, [polygon])) < areaOf(polygon))
      kept.push(polygon)
  }
  return joinRings(kept)
}

const NOWHERE = { skip: `${SAMPLE} is not there` }
describe('sample descriptions', existsSync(SAMPLE) ? {} : NOWHERE, () => {
  const cases = existsSync(SAMPLE) ? readCases(SAMPLE) : []
  for (const [dataset, group] of Map.groupBy(cases, (each) => each.dataset)) {
    const file = dataset === 'atlas' ? null : `${SHARED}/osm/${dataset}.osm.pbf`
    describe(dataset, () => {
      let metes: Installation
      let server: RunningServer
      let client: AreaClient
      before(async () => {
        metes = await install()
        if (file !== null) assert.equal((await metes.run(['import', file, '--no-tiles'])).code, 0)
        server = await metes.serve()
        client = areaClient(server.url, await metes.createKey())
      })
      after(async () => {
        await server.stop()
        await metes.remove()
      })

      for (const each of group)
        test(each.text.replaceAll('\n', ' ⏎ '), async () => {
          const { judged, rings, notes } = await client.ask(each)
          assert.equal(await faultOfAnswer(each, judged, async (id) => (await client.boundary(id)).id), null)
          if (rings === null || !('include' in each.expect)) return
          assert.equal(validityReason(rings), 'Valid Geometry')
          const expected = await expectedLand(
            each.expect,
            async (id) => (await client.boundary(id)).rings,
            land,
          )
          assert.ok(likeness(rings, expected) > 1 - 1e-6, `${likeness(rings, expected)}`)
          const masked = hasIslets(notes) ? await withoutIslets(rings) : rings
          const atSea = areaOutside(masked, await landNear(land, [masked]))
          assert.ok(atSea <= 1e-9 * areaOf(masked), `${atSea} square degrees are in the sea`)
        })
    })
  }
})

describe('areas on a plan with units', () => {
  let metes: Installation
  let server: RunningServer
  let key: string
  before(async () => {
    metes = await install()
    server = await metes.serve()
    const made = await metes.run(['admin', 'create-key', '--email', 'ann@example.org', '--plan', 'free'])
    key = made.stdout.trim()
  })
  after(async () => {
    await server.stop()
    await metes.remove()
  })

  const call = async (method: string, route: string, body?: object) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
    const response = await fetch(server.url + route, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer }
  }
  interface Answer {
    readonly code: string
    readonly detail: string
    readonly unmapped: readonly { readonly text: string; readonly candidates: readonly object[] }[]
    readonly units: { readonly used: number }
    readonly geometry: object | null
  }
  const used = async () => (await call('GET', '/v1/account')).body.units.used

  test('an area costs 50 units, a refusal none', async () => {
    for (const [text, code] of [
      ['Oregon and Gotham', 'unmappable_area'],
      ['Lane County, Oregon, except Oregon', 'unmappable_area'],
      ['', 'invalid_input'],
    ]) {
      const refused = await call('POST', '/v1/areas', { text })
      assert.equal(refused.body.code, code, text)
      assert.equal(await used(), 0, text)
    }
    const { status, headers, body } = await call('POST', '/v1/areas', { text: 'Oregon except Lane County' })
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/geo+json')
    assert.notEqual(body.geometry, null)
    assert.equal(await used(), 50)
  })

  test('an ambiguous name is refused with candidates', async () => {
    const { status, body } = await call('POST', '/v1/areas', { text: 'Washington County' })
    assert.equal(status, 422)
    assert.deepEqual(
      body.unmapped.map(({ text, candidates }) => [text, candidates.length]),
      [['Washington County', 5]],
    )
  })

  test('with explain, an answer and a refusal tell how the description was read', async () => {
    interface Explained {
      readonly explanation?: readonly { readonly outcome: string }[]
      readonly properties?: Explained
    }
    const explanationOf = async (input: object): Promise<readonly string[] | undefined> => {
      const body = (await call('POST', '/v1/areas', { detail: 'low', ...input })).body as unknown as Explained
      return (body.properties ?? body).explanation?.map(({ outcome }) => outcome)
    }
    const territory = { text: 'The Territory is Oregon except Lane County.' }
    assert.equal(await explanationOf(territory), undefined)
    assert.deepEqual(await explanationOf({ ...territory, explain: true }), ['chosen', 'agrees'])
    assert.deepEqual(await explanationOf({ text: 'Oregon and Gotham', explain: true }), [
      'refused',
      'refused',
    ])
  })

  for (const [what, text] of [
    ['three thousand commas', ','.repeat(3_000)],
    ['a thousand brackets', '('.repeat(1_500) + ')'.repeat(1_500)],
    ['levels of levels', 'counties of the districts of '.repeat(100)],
    ['words that stand before names', 'the state of '.repeat(230)],
    ['control characters', `Oregon\u0000\u0007\u001b[31m and \u202eGotham`],
    ['half a character', 'Oregon and Goth\ud800am'],
    ['emojis', '🏔️🏔️🏔️ and 🌊'.repeat(60)],
    ['text from right to left', 'المنطقة المحظورة و גבול'],
    ['a hundred unknown names', Array.from({ length: 99 }, (_, i) => `Xyzzy${i}`).join(', ')],
    ['names of many places', 'Washington County; Franklin County; Lake County; '.repeat(30)],
  ]) {
    test(`${what} are refused as a description, and the server continues`, async () => {
      const { status, body } = await call('POST', '/v1/areas', { text })
      assert.deepEqual([status, body.code], [422, 'unmappable_area'])
      assert.ok(body.unmapped.length > 0)
    })
  }

  test('errors of the input are reported by field', async () => {
    for (const [input, path] of [
      [{ text: 'x'.repeat(3_001) }, 'text'],
      [{ text: 'Oregon', country: 'USA' }, 'country'],
      [{ text: 'Oregon', source: 'x'.repeat(201) }, 'source'],
      [{ text: 'Oregon', seed: { lat: 45 } }, 'seed.lon'],
      [{ text: 'Oregon', seed: { lat: 91, lon: 0 } }, 'seed.lat'],
      [{ text: 'Oregon', planner: 'mine' }, 'planner'],
    ] as const) {
      const { status, body } = await call('POST', '/v1/areas', input)
      assert.equal(status, 400)
      assert.deepEqual(
        (body as unknown as { issues: { path: string }[] }).issues.map((issue) => issue.path),
        [path],
      )
    }
  })
})
