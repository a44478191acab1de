/** `live=true` of a search, over real servers: what is asked of Nominatim and when, and what becomes of its answer. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Installation, install, type RunningServer } from '../support/service.ts'
import { type ScriptedNominatim, serveScriptedNominatim, TWO_MINUTES_OF_REST } from './scripted-nominatim.ts'
import { boxOf, type ScriptedOverpass, serveScriptedOverpass } from './scripted-overpass.ts'

interface SearchAnswer {
  readonly candidates: readonly { readonly id: string; readonly name: string }[]
  readonly hint: string | null
}

const CONTACT = 'maps@example.org'
/** Timers and the way to the server are not exact. */
const TOLERANCE_MS = 30

describe('a search with live=true', () => {
  let overpass: ScriptedOverpass
  let nominatim: ScriptedNominatim
  let installation: Installation
  let server: RunningServer
  before(async () => {
    overpass = await serveScriptedOverpass(1)
    nominatim = await serveScriptedNominatim()
    installation = await install()
    server = await installation.serve({
      METES_CONTACT: CONTACT,
      METES_OVERPASS_URL: overpass.url,
      METES_NOMINATIM_URL: nominatim.url,
    })
  })
  after(async () => {
    await server?.stop()
    await installation?.remove()
    await nominatim?.close()
    await overpass?.close()
  })

  const sent = (): number => overpass.requests + nominatim.requests.length

  test('finds boundaries of the map, whose ids get_boundary takes', async () => {
    const { candidates, hint } = await search(server, 'q=Place%2022&live=true')
    assert.deepEqual(
      candidates.map(({ id, name }) => ({ id, name })),
      [{ id: 'r22', name: 'Place 22' }],
    )
    assert.equal(hint, null)
    const response = await fetch(`${server.url}/v1/boundaries/${candidates[0].id}`)
    const feature = (await response.json()) as {
      readonly bbox: readonly number[]
      readonly properties: { readonly name: string }
    }
    assert.deepEqual(feature.bbox, boxOf(22))
    assert.equal(feature.properties.name, 'Place 22')
    // The road of the same name is not asked for.
    assert.deepEqual([...overpass.answered.keys()], [22])
  })

  test('is answered from the store the next time', async () => {
    const before = sent()
    const found = await search(server, 'q=Place%2022&live=true')
    assert.deepEqual(
      found.candidates.map(({ id }) => id),
      ['r22'],
    )
    assert.deepEqual((await search(server, 'q=Place%2022')).candidates, found.candidates)
    assert.equal(sent(), before)
  })

  test('sends the input of the call and the contact of the operator', async () => {
    await search(server, 'q=Place%2025&live=true&country=de,lu&near=49.6,6.1&limit=7', 'de, lb;q=0.5')
    const { path, parameters, headers } = nominatim.requests.at(-1)!
    assert.equal(path, '/search')
    const { viewbox, ...others } = parameters
    assert.deepEqual(others, {
      q: 'Place 25',
      format: 'jsonv2',
      limit: '7',
      extratags: '1',
      countrycodes: 'de,lu',
    })
    assert.deepEqual(
      viewbox.split(',').map((degrees) => Math.round(Number(degrees) * 10) / 10),
      [5.1, 48.6, 7.1, 50.6],
    )
    assert.equal(headers['accept-language'], 'de,lb')
    assert.match(headers['user-agent']!, new RegExp(`^Metes/[\\d.]+\\S* \\(${CONTACT}\\)$`))
  })

  test('sends no filter that the call does not have', async () => {
    await search(server, 'q=Place%2028&live=true')
    assert.deepEqual(nominatim.requests.at(-1)!.parameters, {
      q: 'Place 28',
      format: 'jsonv2',
      limit: '10',
      extratags: '1',
    })
  })

  test('asks in the field of the kind, with the same filters', async () => {
    const before = nominatim.requests.length
    const { candidates } = await search(server, 'q=Place%2037&live=true&kind=city&near=49.6,6.1')
    assert.deepEqual(
      candidates.map(({ id }) => id),
      ['r37'],
    )
    const asked = nominatim.requests.slice(before)
    assert.equal(asked.length, 1)
    const { viewbox, ...others } = asked[0].parameters
    assert.equal(viewbox.split(',').length, 4)
    assert.deepEqual(others, {
      city: 'Place 37',
      format: 'jsonv2',
      limit: '10',
      extratags: '1',
    })
  })

  test('asks for free text a second later where the field finds nothing', async () => {
    const before = nominatim.requests.length
    await search(server, 'q=Place%2040&live=true&kind=county')
    const asked = nominatim.requests.slice(before)
    assert.deepEqual(
      asked.map(({ parameters: { county, q } }) => ({ county, q })),
      [
        { county: 'Place 40', q: undefined },
        { county: undefined, q: 'Place 40' },
      ],
    )
    assert.ok(asked[1].atMs - asked[0].atMs >= 1_000 - TOLERANCE_MS)
    assert.ok(overpass.answered.has(40))
  })

  for (const [name, parameters] of [
    ['a kind without a field', 'q=Place%2043&kind=borough'],
    ['a place with the place around it', 'q=Place%2043,%20Illinois&kind=city'],
  ] as const)
    test(`${name} is free text`, async () => {
      const before = nominatim.requests.length
      await search(server, `${parameters}&live=true`)
      const asked = nominatim.requests.slice(before)
      assert.deepEqual(
        asked.map((request) => Object.keys(request.parameters).sort()),
        [['extratags', 'format', 'limit', 'q']],
      )
    })

  test('says so when the map has nothing of the name, either', async () => {
    const { candidates, hint } = await search(server, 'q=Zzyzxqqq&live=true')
    assert.deepEqual(candidates, [])
    assert.match(hint!, /The search of OpenStreetMap found no boundary either\./)
  })

  test('without live=true nothing is sent, and the hint names the parameter', async () => {
    const before = sent()
    for (const parameters of ['q=Place%2031', 'q=Place%2031&live=false']) {
      const { candidates, hint } = await search(server, parameters)
      assert.deepEqual(candidates, [])
      assert.match(hint!, /live=true/)
    }
    assert.equal(sent(), before)
  })

  test('fails where the search of the map does, rather than find nothing', async () => {
    nominatim.faults.push(TWO_MINUTES_OF_REST)
    const response = await fetch(`${server.url}/v1/boundaries/search?q=Place%2034&live=true`)
    assert.equal(response.status, 502)
    assert.ok(Number(response.headers.get('retry-after')) > 60)
    const { code } = (await response.json()) as { readonly code: string }
    assert.equal(code, 'source_unavailable')
  })
})

describe('live=true without a search of the map', () => {
  let overpass: ScriptedOverpass
  let installation: Installation
  before(async () => {
    overpass = await serveScriptedOverpass(1)
    installation = await install()
  })
  after(async () => {
    await installation?.remove()
    await overpass?.close()
  })

  for (const [name, hasOverpass] of [
    ['without a live map', false],
    ['with Overpass only', true],
  ] as const)
    test(`${name} nothing is sent, and the hint says that live=true finds no more`, async () => {
      const server = await installation.serve(hasOverpass ? { METES_OVERPASS_URL: overpass.url } : {})
      try {
        const { candidates, hint } = await search(server, 'q=Zzyzxqqq&live=true')
        assert.deepEqual(candidates, [])
        assert.match(hint!, /does not search OpenStreetMap, so live=true finds nothing more\..* operator/)
        assert.equal(overpass.requests, 0)
      } finally {
        await server.stop()
      }
    })
})

const search = async (server: RunningServer, parameters: string, languages = ''): Promise<SearchAnswer> => {
  const response = await fetch(`${server.url}/v1/boundaries/search?${parameters}`, {
    headers: languages === '' ? {} : { 'accept-language': languages },
  })
  assert.equal(response.status, 200)
  return (await response.json()) as SearchAnswer
}
