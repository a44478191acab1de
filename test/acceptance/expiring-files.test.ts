/** Files of areas and unions: their content, their expiry, and the account that they count for. */
import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Planner } from '../../src/domain/area/ports.ts'
import type { FileAllowance } from '../../src/platform/file-allowance.ts'
import { BASE_URL, KEY, type MadeUpService, startService } from '../registry/made-up-service.ts'
import { LAND } from '../registry/made-up-world.ts'
import { install } from '../support/service.ts'

const NOW_MS = Date.UTC(2026, 0, 2, 3, 4, 5)
const DAY_MS = 86_400_000
const release = async (): Promise<void> => {}

interface Answer {
  readonly geometry: object | null
  readonly download_url?: string
  readonly download_expires_at?: string
  readonly code?: string
  readonly detail?: string
  readonly properties: Readonly<Record<string, unknown>>
}

const CONFIDENTIAL = 'CONFIDENTIAL'

const planner: Planner = {
  plan: async () => ({
    ok: true,
    planner: 'rules',
    plan: {
      parts: [
        { text: `the land, ${CONFIDENTIAL}`, boundary: LAND, reason: `It says ${CONFIDENTIAL}.`, except: [] },
      ],
      notes: [`"${CONFIDENTIAL}" was set aside.`],
    },
  }),
}

const SMALL = { maxInlineBytes: 2_000, planner }

const post = async (service: MadeUpService, path: string, input: object) => {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}

const AREA = { text: `${CONFIDENTIAL} land`, source: CONFIDENTIAL, seed: { lat: 0.123456, lon: 0.123457 } }
const UNION = { include: ['r2'], exclude: ['r1'], detail: 'full' }
const fileOf = (service: MadeUpService, { download_url: url }: Answer): string =>
  String(url).replace(BASE_URL, service.url)

test('the file of an area holds no text of its caller, the answer holds all', async () => {
  const service = await startService(SMALL)
  try {
    const { seed, ...input } = AREA
    const { status, body } = await post(service, '/v1/areas', input)
    assert.equal(status, 200)
    assert.deepEqual([body.properties.text, body.properties.source], [AREA.text, AREA.source])
    assert.match(JSON.stringify(body.properties.notes), /CONFIDENTIAL/)
    const text = await (await fetch(fileOf(service, body))).text()
    assert.doesNotMatch(text, /CONFIDENTIAL/)
    const { type, bbox, geometry, properties } = JSON.parse(text)
    assert.deepEqual([type, bbox], ['Feature', body.properties.bbox])
    assert.equal(geometry.type, 'Polygon')
    assert.deepEqual(Object.keys(properties).sort(), [
      'area_km2',
      'attribution',
      'bbox',
      'condominiums',
      'detail',
      'disputed',
      'land_only',
      'parts',
      'planner',
      'precision',
      'vertices',
    ])
    assert.deepEqual(Object.keys(properties.parts[0]).sort(), [
      'admin_level',
      'id',
      'kind',
      'local_name',
      'role',
      'source',
    ])
    assert.equal(properties.parts[0].id, LAND.id)
  } finally {
    await service.close()
  }
})

for (const [path, input] of [
  ['/v1/areas', { text: 'land' }],
  ['/v1/boundaries/union', UNION],
] as const) {
  test(`${path}: the answer says when its file expires; after that the address says so`, async () => {
    let nowMs = NOW_MS
    const service = await startService({ ...SMALL, clock: { now: () => nowMs, elapsedMs: () => nowMs } })
    try {
      const { body } = await post(service, path, input)
      const expiresAtMs = Date.parse(String(body.download_expires_at))
      assert.ok(expiresAtMs >= NOW_MS + 30 * DAY_MS && expiresAtMs <= NOW_MS + 31 * DAY_MS)
      nowMs = expiresAtMs - 1
      const there = await fetch(fileOf(service, body))
      assert.equal(there.status, 200)
      assert.equal(there.headers.get('cache-control'), 'private, max-age=1')
      await there.body?.cancel()
      nowMs = expiresAtMs
      const gone = await fetch(fileOf(service, body))
      assert.equal(gone.status, 404)
      const { code, detail } = (await gone.json()) as Answer
      assert.equal(code, 'not_found')
      assert.match(String(detail), new RegExp(`expired at ${body.download_expires_at}\\..*repeat the call`))
      const again = await post(service, path, input)
      assert.equal((await fetch(fileOf(service, again.body))).status, 200, 'a new call has a new file')
    } finally {
      await service.close()
    }
  })

  test(`${path}: an account without room for files gets advice, and nothing is stored`, async () => {
    const full: FileAllowance = {
      release,
      limitOf: () => 100,
      take: async () => ({ allowance: 100, used: 90, nextExpiry: '2026-02-01T00:00:00Z' }),
    }
    const service = await startService({ ...SMALL, fileAllowance: full })
    try {
      const { status, body } = await post(service, path, input)
      assert.deepEqual([status, body.code], [409, 'too_many_files'])
      assert.match(
        String(body.detail),
        /use 90 of 100 bytes\. The next file expires at 2026-02-01T00:00:00Z\. Request a lower detail/,
      )
      assert.deepEqual(await post(service, path, input).then((again) => again.status), 409)
    } finally {
      await service.close()
    }
    const roomy = await startService({ planner, fileAllowance: full })
    assert.equal((await post(roomy, path, input)).status, 200, 'an answer without a file needs no room')
    await roomy.close()
  })
}

test('when two accounts request one union at once, the one without room does not spoil it for the other', async () => {
  let asked = 0
  const full = { allowance: 1, used: 1, nextExpiry: null }
  // The first request fails for lack of room, as for another account.
  const service = await startService({
    ...SMALL,
    fileAllowance: { limitOf: () => null, take: async () => (asked++ === 0 ? full : null), release },
  })
  try {
    const answers = await Promise.all([1, 2].map(() => post(service, '/v1/boundaries/union', UNION)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  } finally {
    await service.close()
  }
})

test('a server counts files by its plans, refunds refusals, removes expired files, and keeps files of boundaries', async () => {
  const metes = await install()
  const plans = join(metes.dataDir, 'plans.json')
  await writeFile(
    plans,
    JSON.stringify({ small: { units_per_month: 1_000, calls_per_minute: null, file_bytes: 100_000 } }),
  )
  const env = { METES_PLANS_FILE: plans, METES_DEFAULT_PLAN: 'small', METES_MAX_INLINE_BYTES: '1000' }
  const expired = join(metes.dataDir, 'files', 'expiring', '1700000000')
  await mkdir(expired, { recursive: true })
  await writeFile(join(expired, `${'a'.repeat(64)}.geojson`), '{}')
  const made = await metes.runHere(['admin', 'create-key', '--email', 'ann@example.org', '--json'], env)
  const headers = { 'x-api-key': JSON.parse(made.stdout).api_key, 'content-type': 'application/json' }
  const server = await metes.serve(env)
  try {
    assert.deepEqual(await readdir(join(metes.dataDir, 'files', 'expiring')), [])
    const ask = async (path: string, input: object) => {
      const response = await fetch(`${server.url}/v1/ops/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
      })
      return (await response.json()) as Answer & { units?: { used: number }; allowance?: number }
    }
    const first = await ask('union_boundaries', { include: ['iso:LU'], detail: 'low' })
    assert.match(String(first.download_url), /\/files\/expiring\/\d{10}\//)
    const refused = await ask('union_boundaries', { include: ['iso:FR'], detail: 'high' })
    assert.deepEqual([refused.code, refused.allowance], ['too_many_files', 100_000])
    assert.equal((await ask('get_account', {})).units?.used, 1)
    const boundary = await ask('get_boundary', { id: 'iso:FR', detail: 'high' })
    assert.match(String(boundary.download_url), /\/files\/[0-9a-f]{64}\.geojson$/)
    assert.equal(boundary.download_expires_at, undefined)
  } finally {
    await server.stop()
    await metes.remove()
  }
})

test('with another format, the answer names an expiring file in that format, without text of its caller', async () => {
  const service = await startService({ planner })
  try {
    for (const format of ['kml', 'gpkg', 'fgb', 'csv', 'topojson']) {
      const { seed, ...input } = AREA
      const area = await post(service, '/v1/areas', { ...input, format })
      const union = await post(service, '/v1/boundaries/union', { ...UNION, format })
      for (const { status, body } of [area, union]) {
        assert.deepEqual([status, body.geometry], [200, null])
        assert.match(String(body.download_url), new RegExp(`/files/expiring/\\d+/[0-9a-f]{64}\\.${format}$`))
        const text = await (await fetch(fileOf(service, body))).text()
        assert.doesNotMatch(text, /CONFIDENTIAL/)
        assert.match(text, /OpenStreetMap contributors/)
      }
    }
  } finally {
    await service.close()
  }
})

test('a collection larger than all files of the plan is refused before any work; its size is still told', async () => {
  let taken = 0
  const fileAllowance: FileAllowance = {
    release,
    limitOf: () => 10,
    take: async () => {
      taken++
      return null
    },
  }
  const service = await startService({ fileAllowance })
  try {
    const refused = await post(service, '/v1/boundaries/export', { within: 'r1' })
    assert.deepEqual([refused.status, refused.body.code, taken], [409, 'too_many_files', 0])
    const told = await post(service, '/v1/boundaries/export', { within: 'r1', dry_run: true })
    assert.equal(told.status, 200)
  } finally {
    await service.close()
  }
})

test('the file of a collection expires at the time that its address and the answer give', async () => {
  const service = await startService({})
  try {
    const { status, body } = await post(service, '/v1/boundaries/export', { within: 'r1', format: 'fgb' })
    const { url, expires_at: expiresAt } = body as unknown as { url: string; expires_at: string }
    assert.equal(status, 200)
    assert.match(url, /\/files\/expiring\/\d+\/[0-9a-f]{64}\.fgb$/)
    assert.equal(Date.parse(expiresAt) / 1000, Number(/expiring\/(\d+)/.exec(url)?.[1]))
    const file = await fetch(url.replace(BASE_URL, service.url))
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'application/vnd.flatgeobuf'])
  } finally {
    await service.close()
  }
})
