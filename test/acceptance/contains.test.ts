/** contains_points as callers meet it. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ComputeBusy } from '../../src/compute/compute-busy.ts'
import { serverLanes } from '../../src/compute/pool/lane-limits.ts'
import { openCompute } from '../../src/compute/pool/open-compute.ts'
import { locateWork } from '../../src/domain/catalog/locate-points.ts'
import { encodeRings } from '../../src/domain/geometry/codec.ts'
import { RawInput } from '../../src/op/raw-input.ts'
import { containsPoints } from '../../src/ops/boundaries/contains_points.ts'
import { KEY, type MadeUpService, startService } from '../registry/made-up-service.ts'
import { madeUpCatalog } from '../registry/made-up-world.ts'
import { intercepted } from '../support/compute.ts'
import { boxRing, coastRing, ringsOf, seededRandom } from '../support/shapes.ts'

type Point = readonly unknown[]

interface Answer {
  readonly id: string
  readonly inside: readonly boolean[]
  readonly inside_count: number
  readonly total: number
  readonly attribution: string
}

interface Refusal {
  readonly code: string
  readonly detail: string
  readonly issues: readonly { readonly path: string; readonly message: string; readonly code: string }[]
}

const post = async (service: MadeUpService, path: string, body: object, key: string | null = KEY) => {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer & Refusal,
  }
}

const SQUARE: readonly Point[] = [
  [0.5, 0.5],
  [2, 2],
  [1, 0.25],
  [0, 0],
  [-0.0000001, 0],
]

describe('contains_points', () => {
  let service: MadeUpService
  before(async () => {
    service = await startService()
  })
  after(() => service.close())

  const refusal = async (points: unknown) => {
    const { status, body } = await post(service, '/v1/boundaries/r2/contains', { points })
    assert.equal(status, 400)
    assert.equal(body.code, 'invalid_input')
    return body
  }

  test('answers in the order of the points, the border inside, the same on every call', async () => {
    for (let call = 0; call < 3; call++) {
      const { status, body } = await post(service, '/v1/boundaries/relation/2/contains', { points: SQUARE })
      assert.equal(status, 200)
      assert.deepEqual(body, {
        id: 'r2',
        inside: [true, false, true, true, false],
        inside_count: 3,
        total: 5,
        attribution: '© OpenStreetMap contributors, ODbL 1.0',
      })
    }
  })

  test('answers the same on both routes', async () => {
    const { body } = await post(service, '/v1/boundaries/iso:AQ-F/contains', { points: SQUARE })
    const rpc = await post(service, '/v1/ops/contains_points', { id: 'iso:AQ-F', points: SQUARE })
    assert.deepEqual(rpc.body, body)
  })

  test('tests the full polygon: each of its corners is on the border', async () => {
    const response = await fetch(`${service.url}/v1/boundaries/r1?detail=full`, {
      headers: { authorization: `Bearer ${KEY}` },
    })
    const { geometry } = (await response.json()) as {
      geometry: { coordinates: readonly (readonly Point[])[] }
    }
    const corners = geometry.coordinates[0]
    assert.ok(corners.length > 2_000)
    const { body } = await post(service, '/v1/boundaries/r1/contains', { points: corners })
    assert.deepEqual([body.inside_count, body.total], [corners.length, corners.length])
  })

  test('takes 10,000 points, and not one more', async () => {
    const points = Array.from({ length: 10_000 }, (_, i) => [i / 5_000, 0.5])
    const { body } = await post(service, '/v1/boundaries/r2/contains', { points })
    assert.deepEqual([body.inside_count, body.total], [5_001, 10_000])
    const { issues } = await refusal([...points, [0, 0]])
    assert.deepEqual(
      issues.map(({ path }) => path),
      ['points'],
    )
    assert.match(issues[0].message, /1 to 10,000 items.*is an array of 10,001 items/)
  })

  test('says how to order coordinates when they are swapped', async () => {
    const { issues } = await refusal([
      [0, 0],
      [49.61, 106.13],
    ])
    assert.equal(issues.length, 1)
    assert.deepEqual([issues[0].path, issues[0].code], ['points.1', 'out_of_range'])
    assert.match(issues[0].message, /must be \[lon, lat\].*Did you mean \[106\.13, 49\.61\]\?/)
  })

  test('names each invalid point, but not ten thousand of them', async () => {
    const { issues } = await refusal([[181, 0], [0, -91], ['0', 0], [0], [0, 0, 0], null, 5, [0, 0], {}])
    assert.deepEqual(
      issues.map(({ path, code }) => `${path} ${code}`),
      [
        'points.0 out_of_range',
        'points.1 out_of_range',
        ...[2, 3, 4, 5, 6, 8].map((index) => `points.${index} wrong_type`),
      ],
    )
    const many = await refusal(Array(10_000).fill([200, 200]))
    assert.equal(many.issues.length, 20)
  })

  for (const [what, points] of [
    ['no list', undefined],
    ['an empty list', []],
    ['a text', '0,0'],
    ['a point', { lon: 0, lat: 0 }],
  ] as const) {
    test(`refuses ${what} of points`, async () => {
      const { issues } = await refusal(points)
      assert.match(issues[0].message, /points .* an array of 1 to 10,000 items, each \[lon, lat\] in degrees/)
    })
  }

  test('needs a key, and an existing boundary', async () => {
    assert.equal((await post(service, '/v1/boundaries/r2/contains', { points: SQUARE }, null)).status, 401)
    const unknown = await post(service, '/v1/boundaries/r99/contains', { points: SQUARE })
    assert.equal(unknown.status, 404)
    assert.match(unknown.body.detail, /"r99"/)
  })

  test('refuses a body that is larger than any call needs', async () => {
    const points = Array.from({ length: 150_000 }, () => [12.3456789, 45.6789012])
    const { status, body } = await post(service, '/v1/boundaries/r2/contains', { points })
    assert.deepEqual([status, body.code], [413, 'too_large'])
  })

  test('costs a unit for each thousand points, rounded up', () => {
    const units = (count: number) => {
      const written = new RawInput(containsPoints, { id: 'r1', points: Array(count).fill([0, 0]) })
      return written.plannedFor({ kind: 'account' }).plan.price
    }
    assert.deepEqual([1, 1_000, 1_001, 9_999, 10_000].map(units), [1, 1, 2, 10, 10])
  })
})

const landOf = (boxes: readonly (readonly [number, number, number, number])[]) => ({
  ...madeUpCatalog(),
  geometry: async () => ({
    rings: encodeRings(ringsOf(boxes.map((box) => [boxRing(...box)]))),
    weights: null,
  }),
})

const asked = async (boxes: Parameters<typeof landOf>[0], points: readonly Point[]) => {
  const service = await startService({ catalog: landOf(boxes) })
  const first = await post(service, '/v1/boundaries/r1/contains', { points })
  const indexed = [1, 2].map(() => post(service, '/v1/boundaries/r1/contains', { points }))
  for (const { body } of await Promise.all(indexed)) assert.deepEqual(body, first.body)
  await service.close()
  return first.body.inside
}

test('land on both sides of the antimeridian contains its points, however they are written', async () => {
  const fiji = [
    [177, -20, 180, -16],
    [-180, -20, -178, -16],
  ] as const
  const points = [
    [179.9, -18],
    [-179.9, -18],
    [180, -18],
    [-180, -18],
    [0, -18],
    [176.9, -18],
    [-177.9, -18],
  ]
  assert.deepEqual(await asked(fiji, points), [true, true, true, true, false, false, false])
})

test('land that ends at the antimeridian contains both spellings of it', async () => {
  assert.deepEqual(
    await asked(
      [[177, -20, 180, -16]],
      [
        [180, -18],
        [-180, -18],
        [-179.9999999, -18],
      ],
    ),
    [true, true, false],
  )
})

test('Antarctica contains the pole at every longitude, and not the other one', async () => {
  const points = [0, 37.5, -180, 180, 90].flatMap((lon) => [
    [lon, -90],
    [lon, 90],
  ])
  const inside = await asked([[-180, -90, 180, -65]], points)
  assert.deepEqual(
    inside,
    points.map(([, lat]) => lat === -90),
  )
})

test('more calls than the threads can take are refused with 503, the rest answered, and the service continues', async () => {
  const coast = ringsOf([[coastRing(seededRandom(5), { lon: 0, lat: 0, radius: 10, doublings: 14 })]])
  const stored = { rings: encodeRings(coast), weights: null }
  const compute = openCompute(serverLanes({ threads: 1, maxWaiting: 2, maxProcessorMs: 60_000, heapMb: 512 }))
  const service = await startService({
    compute,
    // Without memory for an index every call needs the threads.
    cacheBytes: 0,
    catalog: { ...madeUpCatalog(), geometry: async () => stored },
  })
  const ask = () => post(service, '/v1/boundaries/r1/contains', { points: [[0, 0]] })
  const answers = await Promise.all(Array.from({ length: 12 }, ask))
  const refused = answers.filter(({ status }) => status === 503)
  assert.ok(refused.length > 0 && refused.length < answers.length, `${refused.length} of 12 were refused`)
  for (const { headers } of refused) assert.equal(headers.get('retry-after'), '5')
  for (const { status, body } of answers) if (status !== 503) assert.deepEqual(body.inside, [true])
  assert.equal((await ask()).status, 200)
  await service.close()
  await compute.close()
})

test('points that cannot be tested now are a 503 that says when to retry', async () => {
  const busy = await startService({
    compute: intercepted(async ({ work, run }) => {
      if (work === locateWork) throw new ComputeBusy('queue_full', 5)
      return run()
    }),
  })
  const { status, headers, body } = await post(busy, '/v1/boundaries/r1/contains', { points: SQUARE })
  await busy.close()
  assert.deepEqual([status, headers.get('retry-after'), body.code], [503, '5', 'overloaded'])
})
