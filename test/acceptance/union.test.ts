/** union_boundaries as callers meet it. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ComputeBusy } from '../../src/compute/compute-busy.ts'
import type { Catalog } from '../../src/domain/catalog/catalog.ts'
import type { UnionTask } from '../../src/domain/files/unite.ts'
import { uniteWork } from '../../src/domain/files/unite.ts'
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { vertexCount } from '../../src/domain/geometry/rings.ts'
import { RawInput } from '../../src/op/raw-input.ts'
import { unionBoundaries } from '../../src/ops/boundaries/union_boundaries.ts'
import { BASE_URL, KEY, type MadeUpService, startService } from '../registry/made-up-service.ts'
import { madeUpCatalog } from '../registry/made-up-world.ts'
import { HERE, intercepted } from '../support/compute.ts'
import { validityReason } from '../support/geos.ts'

interface Feature {
  readonly type: string
  readonly bbox: readonly number[]
  readonly geometry: Parameters<typeof ringsFromGeoJson>[0] | null
  readonly download_url?: string
  readonly properties: {
    readonly area_km2: number
    readonly parts: number
    readonly vertices: number
    readonly include: readonly { readonly id: string; readonly name: string }[]
    readonly exclude: readonly { readonly id: string; readonly name: string }[]
    readonly [name: string]: unknown
  }
}

interface Refusal {
  readonly code: string
  readonly detail: string
  readonly issues: readonly { readonly path: string; readonly message: string }[]
}

const post = async (
  service: MadeUpService,
  body: object,
  headers: Readonly<Record<string, string>> = {},
  path = '/v1/boundaries/union',
) => {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, ...headers },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Feature & Refusal,
  }
}

/** Keeps the unions that are asked for. */
const watched = () => {
  const tasks: UnionTask[] = []
  const compute = intercepted(async ({ work, task, options, run }) => {
    if (work !== uniteWork) return run()
    const whole = await (task as () => Promise<UnionTask>)()
    tasks.push(whole)
    return HERE.run(uniteWork, whole, options)
  })
  return { tasks, compute }
}

describe('union_boundaries', () => {
  const { tasks, compute } = watched()
  let service: MadeUpService
  before(async () => {
    service = await startService({ compute })
  })
  after(() => service.close())

  test('is a Feature with the area, its sources, and a valid geometry', async () => {
    const { status, headers, body } = await post(service, {
      include: ['r2'],
      exclude: ['iso:AQ'],
      detail: 'full',
    })
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/geo+json')
    assert.match(headers.get('etag') ?? '', /^"[\w-]{22,}"$/)
    const { area_km2: area, vertices, ...properties } = body.properties
    assert.deepEqual(properties, {
      parts: 1,
      bbox: [0, 0, 1, 1],
      detail: 'full',
      precision: 7,
      include: [{ id: 'r2', name: 'Fyrir', kind: 'province', admin_level: 4 }],
      exclude: [{ id: 'r1', name: 'Utland', kind: 'country', admin_level: 2 }],
      attribution: '© OpenStreetMap contributors, ODbL 1.0',
    })
    assert.deepEqual(body.bbox, [0, 0, 1, 1])
    const rings = ringsFromGeoJson(body.geometry!)
    assert.equal(validityReason(rings), 'Valid Geometry')
    assert.equal(vertexCount(rings), vertices)
    assert.ok(Math.abs(areaKm2(rings) / area - 1) < 1e-8)
  })

  test('draws at medium detail and excludes nothing by default', async () => {
    const { body } = await post(service, { include: ['r1'] })
    assert.equal(body.properties.detail, 'medium')
    assert.deepEqual(body.properties.exclude, [])
  })

  test('is the same, and computed once, for any order, repeats and forms of ids', async () => {
    const before = tasks.length
    const answers = await Promise.all([
      post(service, { include: ['r1', 'w3'], exclude: [], detail: 'low' }),
      post(service, { include: ['w3', 'relation/1', 'iso:AQ'], detail: 'low' }),
      post(
        service,
        { include: ['wikidata:Q1', 'w3', 'w3'], exclude: [], detail: 'low' },
        {},
        '/v1/ops/union_boundaries',
      ),
    ])
    for (const { headers, body } of answers) {
      assert.deepEqual(body, answers[0].body)
      assert.equal(headers.get('etag'), answers[0].headers.get('etag'))
    }
    assert.equal(tasks.length, before + 1)
    assert.equal(tasks.at(-1)?.include.length, 2)
  })

  test('differs for another detail and with both sides swapped', async () => {
    const tags = await Promise.all(
      [
        { include: ['r1', 'r2'], detail: 'low' },
        { include: ['r1', 'r2'], detail: 'high' },
        { include: ['r2'], exclude: ['r1'], detail: 'high' },
      ].map(async (input) => (await post(service, input)).headers.get('etag')),
    )
    assert.equal(new Set(tags).size, tags.length)
  })

  test('names boundaries in the language of the caller', async () => {
    const { body } = await post(service, { include: ['r1'] }, { 'accept-language': 'de' })
    assert.equal(body.properties.include[0].name, 'Außenland')
  })

  test('names every unknown id', async () => {
    const { status, body } = await post(service, { include: ['r1', 'r88'], exclude: ['r2', 'iso:ZZ'] })
    assert.deepEqual([status, body.code], [404, 'not_found'])
    assert.match(body.detail, /"r88".*"iso:ZZ"/)
    const several = await post(service, { include: ['r404', 'r88', 'iso:ZZ'] })
    assert.match(several.body.detail, /"r404" was deleted.*"r88", "iso:ZZ"/)
  })

  test('says when nothing is left', async () => {
    for (const input of [
      { include: ['r1'], exclude: ['r1'] },
      { include: ['r1'], exclude: ['r2'] },
    ]) {
      const { status, body } = await post(service, input)
      assert.deepEqual([status, body.code], [422, 'empty_area'])
    }
  })

  for (const [what, input, path] of [
    ['51 included', { include: Array(51).fill('r1') }, 'include'],
    ['51 excluded', { include: ['r1'], exclude: Array(51).fill('r2') }, 'exclude'],
    ['none included', { include: [] }, 'include'],
    ['a missing list', { exclude: ['r1'] }, 'include'],
    ['a node', { include: ['r1', 'n5'] }, 'include.1'],
    ['a number', { include: ['r1'], exclude: [1] }, 'exclude.0'],
    ['an unknown detail', { include: ['r1'], detail: 'best' }, 'detail'],
    ['an unknown field', { include: ['r1'], precision: 3 }, 'precision'],
  ] as const) {
    test(`refuses ${what}`, async () => {
      const { status, body } = await post(service, input)
      assert.deepEqual([status, body.code, body.issues[0].path], [400, 'invalid_input', path])
    })
  }

  test('takes 50 of each', async () => {
    const { status } = await post(service, { include: Array(50).fill('r2'), exclude: Array(50).fill('r1') })
    assert.equal(status, 200)
  })

  test('needs a key', async () => {
    assert.equal((await post(service, { include: ['r1'] }, { authorization: '' })).status, 401)
  })

  test('costs a unit for each boundary, however often it is named', () => {
    const units = (input: object) =>
      new RawInput(unionBoundaries, input).plannedFor({ kind: 'account' }).plan.price
    assert.equal(units({ include: ['r1'] }), 1)
    assert.equal(units({ include: ['r1', 'R1', 'relation/1', 'r2'], exclude: ['w3', 'w3'] }), 3)
    assert.equal(units({ include: ['r1', 'r2'], exclude: ['r2'] }), 2)
  })
})

test('a union too large for one answer names the file with it', async () => {
  const service = await startService({ maxInlineBytes: 5_000 })
  const input = { include: ['r2'], exclude: ['r1'], detail: 'full' }
  const { body } = await post(service, input)
  assert.equal(body.geometry, null)
  assert.match(
    body.download_url ?? '',
    new RegExp(`^${BASE_URL}/files/expiring/\\d{10}/[0-9a-f]{64}\\.geojson$`),
  )
  const file = await fetch(body.download_url!.replace(BASE_URL, service.url))
  assert.equal(file.headers.get('content-disposition')?.split(';')[1], ' filename="union-full.geojson"')
  const feature = (await file.json()) as Feature
  assert.deepEqual(feature.properties, body.properties)
  assert.equal(vertexCount(ringsFromGeoJson(feature.geometry!)), body.properties.vertices)
  await service.close()
})

test('boundaries with more points than a thread can take are refused before any work', async () => {
  const { tasks, compute } = watched()
  const vast: Catalog = {
    ...madeUpCatalog(),
    find: async (reference) => {
      const answer = await madeUpCatalog().find(reference)
      return answer.found ? { ...answer, record: { ...answer.record, vertices: 3_000_000 } } : answer
    },
  }
  const service = await startService({ catalog: vast, compute })
  const { status, body } = await post(service, { include: ['r1'], exclude: ['r2'] })
  await service.close()
  assert.deepEqual([status, body.code], [413, 'too_large'])
  assert.match(body.detail, /6,000,000 points; the limit is 5,000,000/)
  assert.equal(tasks.length, 0)
})

for (const reason of ['queue_full', 'took_too_long', 'out_of_memory'] as const) {
  test(`a union that cannot be made now (${reason}) is a 503 that says when to retry`, async () => {
    const busy = await startService({
      compute: intercepted(async ({ work, run }) => {
        if (work === uniteWork) throw new ComputeBusy(reason, 5)
        return run()
      }),
    })
    const { status, headers, body } = await post(busy, { include: ['r1'] })
    await busy.close()
    assert.deepEqual([status, headers.get('retry-after'), body.code], [503, '5', 'overloaded'])
  })
}
