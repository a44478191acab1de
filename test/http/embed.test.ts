/** The embedded map as other sites meet it: who may frame it, and as whom it calls. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Quota } from '../../src/platform/quota.ts'
import { createMemoryRateLimitStore } from '../../src/platform/rate-limit/memory-store.ts'
import { BASE_URL, KEY, type MadeUpService, SESSION, startService } from '../registry/made-up-service.ts'

type Options = NonNullable<Parameters<typeof startService>[0]>

const served = async (options: Options, work: (service: MadeUpService) => Promise<void>): Promise<void> => {
  const service = await startService(options)
  try {
    await work(service)
  } finally {
    await service.close()
  }
}

type Headers = Readonly<Record<string, string>>

const SIGNED_IN = { cookie: `__Host-metes_session=${SESSION}` }

const framePolicy = (response: Response): string | undefined =>
  /frame-ancestors ([^;]+)/.exec(response.headers.get('content-security-policy') ?? '')?.[1]

describe('the page', () => {
  for (const [embedOrigins, policy, legacy] of [
    [['*'], '*', null],
    [['https://a.example', 'https://*.b.example'], 'https://a.example https://*.b.example', null],
    [[], "'none'", 'DENY'],
  ] as const)
    test(`may be framed by ${embedOrigins.join(', ') || 'nobody'}`, () =>
      served({ embedOrigins }, async ({ url }) => {
        const answer = await fetch(`${url}/embed`, { headers: { accept: 'text/html' } })
        assert.equal(answer.status, 200)
        assert.equal(framePolicy(answer), policy)
        assert.equal(answer.headers.get('x-frame-options'), legacy)
        assert.equal(framePolicy(await fetch(`${url}/`, { headers: { accept: 'text/html' } })), "'none'")
      }))

  test('is as strict as the map page otherwise', () =>
    served({ embedOrigins: ['*'] }, async ({ url }) => {
      const policies = await Promise.all(
        ['/', '/embed'].map(async (path) => {
          const { headers } = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })
          return headers.get('content-security-policy')?.replace(/frame-ancestors [^;]+/, '')
        }),
      )
      assert.equal(policies[0], policies[1])
      assert.match(policies[0] ?? '', /default-src 'none'; script-src 'self'; /)
    }))

  test('is the same for everybody, sets no cookie, and has no link into the service', () =>
    served({ embedOrigins: ['*'] }, async ({ url }) => {
      const [mine, theirs] = await Promise.all(
        [SIGNED_IN, undefined].map((headers) => fetch(`${url}/embed?mode=show`, { headers })),
      )
      const text = await mine.text()
      assert.equal(text, await theirs.text())
      assert.equal(mine.headers.get('set-cookie'), null)
      assert.doesNotMatch(text, /<a |<form|ann@example/)
      assert.match(text, /<base target="_blank">/)
    }))
})

const call = ({ url }: MadeUpService, op: string, input: object, headers: Headers = {}): Promise<Response> =>
  fetch(`${url}/embed/ops/${op}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: BASE_URL, ...headers },
    body: JSON.stringify(input),
  })

const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { code: string }).code

describe('its calls', () => {
  test('are those of a visitor, also in the browser of a signed-in person and with a key', () => {
    const reserved: unknown[] = []
    const quota: Quota = {
      reserve: async (caller) => {
        reserved.push(caller)
        return { spend: async () => {}, refund: async () => {} }
      },
    }
    return served({ quota }, async (service) => {
      for (const headers of [
        {},
        SIGNED_IN,
        { 'x-api-key': KEY },
        { 'x-api-key': 'mts_revoked' },
      ] as readonly Headers[]) {
        assert.equal((await call(service, 'get_boundary', { id: 'r1', detail: 'low' }, headers)).status, 200)
        const refused = await call(service, 'get_boundary', { id: 'r1', detail: 'medium' }, headers)
        assert.equal(await codeOf(refused), 'unauthorized')
      }
      assert.deepEqual(reserved, [])
    })
  })

  test('read only', () =>
    served({}, async (service) => {
      for (const op of [
        'create_area',
        'create_key',
        'get_account',
        'reverse_boundaries',
        'report_issue',
        'nothing',
      ])
        assert.equal((await call(service, op, {}, SIGNED_IN)).status, 404, op)
    }))

  test('come from its own page: no other site makes or reads them', () =>
    served({}, async (service) => {
      for (const headers of [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
      ] as readonly Headers[]) {
        const answer = await call(service, 'search_boundaries', { q: 'Utland' }, headers)
        assert.equal(await codeOf(answer), 'stale_form')
      }
      const own = await call(service, 'search_boundaries', { q: 'Utland' })
      assert.equal(own.status, 200)
      assert.equal(own.headers.get('access-control-allow-origin'), null)
    }))

  test('are limited by the network of the visitor', () => {
    const rateLimits = createMemoryRateLimitStore({ now: () => 0, elapsedMs: () => 0 })
    return served({ rateLimits }, async (service) => {
      const answers = await Promise.all(
        Array.from({ length: 130 }, () => call(service, 'get_boundary', { id: 'r1', detail: 'low' })),
      )
      assert.equal(answers.filter(({ status }) => status === 429).length, 10)
      const from = { 'x-forwarded-for': '198.51.100.7' }
      assert.equal((await call(service, 'get_boundary', { id: 'r1', detail: 'low' }, from)).status, 200)
    })
  })
})
