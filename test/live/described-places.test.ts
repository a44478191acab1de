/** A description of towns on a fresh installation: their boundaries are fetched while the call waits, and its steps name them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import { type LocalServer, serveLocally } from '../support/local-server.ts'
import { emptyFrom, parentsIn, queryOf, rectangles } from '../support/overpass-sections.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const DESCRIPTION = { text: 'Köln ohne Porz', country: 'DE' }
/** How long a call waits at most. */
const DEADLINE_MS = 60_000

interface Place {
  readonly id: number
  readonly name: string
  readonly adminLevel: number
  readonly place: string
  readonly box: BBox
}

/** Boxes that stand for the city and its district. */
const PLACES: readonly Place[] = [
  { id: 62_578, name: 'Köln', adminLevel: 6, place: 'city', box: [6.77, 50.83, 7.16, 51.08] },
  { id: 163_265, name: 'Porz', adminLevel: 9, place: 'borough', box: [7.02, 50.83, 7.16, 50.92] },
]
const CITY_WITHOUT_DISTRICT_DEGREES2 = 0.39 * 0.25 - 0.14 * 0.09

describe('"Köln ohne Porz" on a fresh installation', () => {
  let searched: string[]
  let fetched: number[]
  let nominatim: LocalServer
  let overpass: LocalServer
  let metes: Installation
  let server: RunningServer
  let key: string

  before(async () => {
    nominatim = await serveLocally((request, response) => {
      const name = new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('q') ?? ''
      searched.push(name)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(resultsFor(name)))
    })
    overpass = await serveLocally(async (request, response) => {
      const query = await queryOf(request)
      response.setHeader('content-type', 'application/json')
      const parents = parentsIn(query)
      if (parents !== null) {
        response.end(JSON.stringify({ elements: parents }))
        return
      }
      const id = Number(/\(rel\((\d+)\);\)->\.found/.exec(query)?.[1])
      fetched.push(id)
      response.end(JSON.stringify(wholeBoundary(id)))
    })
  })
  after(async () => {
    await nominatim?.close()
    await overpass?.close()
  })

  const withFreshServer = async (check: () => Promise<void>): Promise<void> => {
    searched = []
    fetched = []
    metes = await install()
    try {
      key = await metes.createKey()
      server = await metes.serve({
        METES_NOMINATIM_URL: nominatim.url,
        METES_OVERPASS_URL: `${overpass.url}/api/interpreter`,
      })
      await check()
    } finally {
      await server?.stop()
      await metes.remove()
    }
  }

  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      ...init,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...init.headers },
    })

  test('is answered within the deadline of the call', () =>
    withFreshServer(async () => {
      const startedMs = performance.now()
      const response = await send('/v1/areas', { method: 'POST', body: JSON.stringify(DESCRIPTION) })
      const area = (await response.json()) as Area
      assert.equal(response.status, 200, JSON.stringify(area))
      assert.ok(performance.now() - startedMs < DEADLINE_MS)
      assert.deepEqual(
        area.properties.parts.map(({ role, id }) => [role, id]),
        [
          ['include', 'r62578'],
          ['exclude', 'r163265'],
        ],
      )
      assert.ok(Math.abs(degrees2Of(area.geometry.coordinates[0]) - CITY_WITHOUT_DISTRICT_DEGREES2) < 1e-4)
    }))

  test('as a job it names the places that it fetches, each asked for once', () =>
    withFreshServer(async () => {
      const accepted = await send('/v1/areas', {
        method: 'POST',
        body: JSON.stringify(DESCRIPTION),
        headers: { prefer: 'respond-async' },
      })
      let job = (await accepted.json()) as Job
      while (job.state === 'queued' || job.state === 'running')
        job = (await (await send(`/v1/jobs/${job.id}?wait=20`)).json()) as Job
      assert.equal(job.state, 'done', JSON.stringify(job))
      const texts = job.steps.map(({ text }) => text)
      assert.deepEqual(
        texts.filter((text) => text.startsWith('Looking up')),
        ['Looking up Köln in OpenStreetMap', 'Looking up Porz in OpenStreetMap'],
      )
      assert.deepEqual(searched, ['Köln', 'Porz'])
      assert.deepEqual(fetched, [62_578, 163_265])
    }))
})

interface Area {
  readonly properties: { readonly parts: readonly { readonly role: string; readonly id: string }[] }
  readonly geometry: { readonly coordinates: readonly (readonly (readonly [number, number])[])[] }
}

interface Job {
  readonly id: string
  readonly state: string
  readonly steps: readonly { readonly text: string }[]
}

const degrees2Of = (ring: readonly (readonly [number, number])[]): number => {
  let doubled = 0
  for (let i = 1; i < ring.length; i++) doubled += ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1]
  return Math.abs(doubled) / 2
}

const resultsFor = (name: string): readonly object[] =>
  PLACES.filter((place) => place.name === name).map(({ id }) => ({
    place_id: id,
    osm_type: 'relation',
    osm_id: id,
    category: 'boundary',
    type: 'administrative',
    name,
  }))

const wholeBoundary = (asked: number): object => {
  const found = PLACES.find(({ id }) => id === asked)
  if (found === undefined) return { osm3s: {}, elements: emptyFrom('relations') }
  const { id, name, adminLevel, place, box } = found
  const boundary = {
    id,
    box,
    tags: { admin_level: String(adminLevel), name, place },
    version: 3,
    timestamp: '2025-01-02T03:04:05Z',
  }
  return { osm3s: { timestamp_osm_base: '2026-01-02T03:04:05Z' }, elements: rectangles([boundary]) }
}
