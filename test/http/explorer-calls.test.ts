/** Who may do what on the map page, and what it costs them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CALL_MS } from '../../src/op/steps/visitor-work.ts'
import type { Quota } from '../../src/platform/quota.ts'
import { createMemoryRateLimitStore } from '../../src/platform/rate-limit/memory-store.ts'
import { forgetfulIdempotencyKeys } from '../doubles/forgetful-idempotency.ts'
import { BASE_URL, type MadeUpService, SESSION, startService } from '../registry/made-up-service.ts'
import { madeUpCatalog } from '../registry/made-up-world.ts'

const SIGNED_IN = { cookie: `__Host-metes_session=${SESSION}` }

type Options = NonNullable<Parameters<typeof startService>[0]>

const counting = () => createMemoryRateLimitStore({ now: () => 0, elapsedMs: () => 0 })

const served = async (options: Options, work: (service: MadeUpService) => Promise<void>): Promise<void> => {
  const service = await startService(options)
  try {
    await work(service)
  } finally {
    await service.close()
  }
}

/** As the page calls, from an address of its own. */
const call = (
  { url }: MadeUpService,
  op: string,
  input: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${url}/explore/ops/${op}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: BASE_URL,
      'x-forwarded-for': '192.0.2.1',
      ...headers,
    },
    body: JSON.stringify(input),
  })

const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { code: string }).code

const POINT = { lat: 0.5, lon: 0.5 }
const UNION = { include: ['r1', 'r2'], detail: 'low' }
const LOW = { id: 'r1', detail: 'low' }
const LARGE = Array.from({ length: 7 }, () => 'r1')
const SOME_POINTS = Array.from({ length: 100 }, () => [0.5, 0.5])

/** Op, input, status for a visitor, units of an account. */
const ROWS: readonly (readonly [op: string, input: object, status: number, units: number])[] = [
  ['search_boundaries', { q: 'Utland' }, 200, 0],
  ['list_children', { id: 'r1' }, 200, 0],
  ['get_boundary', { id: 'r1', detail: 'low' }, 200, 0],
  ['get_boundary', { id: 'r1', detail: 'medium' }, 401, 1],
  ['reverse_boundaries', POINT, 200, 0],
  ['contains_points', { id: 'r1', points: SOME_POINTS }, 200, 0],
  ['contains_points', { id: 'r1', points: [...SOME_POINTS, [0.5, 0.5]] }, 401, 1],
  ['union_boundaries', UNION, 200, 0],
  ['union_boundaries', { ...UNION, detail: 'medium' }, 401, 2],
  ['union_boundaries', { ...UNION, include: LARGE }, 401, 1],
  ['export_boundary', { id: 'r1', detail: 'low' }, 200, 0],
  ['export_boundary', { id: 'r1' }, 401, 1],
  ['create_area', { text: 'Utland', detail: 'low' }, 200, 50],
  ['create_area', { text: 'Utland' }, 401, 50],
]

describe('a visitor and a signed-in person', () => {
  for (const [op, input, status, units] of ROWS) {
    const what = JSON.stringify(input).slice(0, 60)
    test(`${op} ${what}: ${status} for a visitor, ${units} units for an account`, async () => {
      const reserved: number[] = []
      const quota: Quota = {
        reserve: async (caller, asked) => {
          assert.equal(caller.kind === 'account' && caller.accountId, 'a')
          reserved.push(asked)
          return { spend: async () => {}, refund: async () => {} }
        },
      }
      await served({ quota }, async (service) => {
        assert.equal((await call(service, op, input)).status, status)
        assert.deepEqual(reserved, [])
        assert.equal((await call(service, op, input, SIGNED_IN)).status, 200)
        assert.deepEqual(reserved, units === 0 ? [] : [units])
      })
    })
  }

  test('without a demonstration visitors make public calls only', () =>
    served({ demonstrationUnits: 0 }, async (service) => {
      for (const [op, input, status] of ROWS.filter(([, , allowed]) => allowed === 200)) {
        const isPublic = ['search_boundaries', 'list_children', 'get_boundary'].includes(op)
        assert.equal((await call(service, op, input)).status, isPublic ? status : 401, op)
      }
    }))

  test('operations on an account cannot be called here', () =>
    served({}, async (service) => {
      for (const op of ['get_account', 'create_key', 'revoke_key', 'report_issue', 'list_ops', 'nothing'])
        assert.equal((await call(service, op, {}, SIGNED_IN)).status, 404, op)
    }))

  test('the page is told who is there and what is left', () =>
    served({}, async ({ url }) => {
      const who = async (headers = {}) => (await fetch(`${url}/explore/session`, { headers })).json()
      assert.deepEqual(await who(), { access: 'accounts', demonstration: true, account: null })
      const { account } = (await who(SIGNED_IN)) as { account: object }
      assert.deepEqual(account, {
        email: 'ann@example.org',
        plan: 'unlimited',
        units: { used: 0, allowance: null, remaining: null, resetsAt: '2026-02-01T00:00:00Z' },
      })
    }))
})

test('the page is told how many points a boundary has in all, unless the live map may have more', async () => {
  const verticesOf = async ({ url }: MadeUpService, id: string): Promise<unknown> =>
    (await fetch(`${url}/explore/vertices?id=${encodeURIComponent(id)}`)).json()
  const atlas: Options = {
    catalog: {
      ...world,
      records: async (ids) =>
        new Map(
          [...(await world.records(ids))].map(([id, record]) => [
            id,
            { ...record, origin: 'atlas' } as const,
          ]),
        ),
    },
  }
  await served(atlas, async (service) => {
    assert.deepEqual(await verticesOf(service, 'relation/1'), { vertices: 5 })
    for (const id of ['r999', 'no id', ''])
      assert.deepEqual(await verticesOf(service, id), { vertices: null })
  })
  const live = {} as NonNullable<Options['live']>
  await served({ ...atlas, live }, async (service) =>
    assert.deepEqual(await verticesOf(service, 'r1'), { vertices: null }),
  )
  await served({ live }, async (service) =>
    assert.deepEqual(await verticesOf(service, 'r1'), { vertices: 5 }),
  )
})

/** Searches that each take the processor time of two calls. */
const world = madeUpCatalog()
const EXPENSIVE: Options = {
  catalog: world,
  catalogFor: ({ processorTime }) => ({
    ...world,
    search: async (question) => {
      processorTime?.add(2 * CALL_MS)
      return world.search(question)
    },
  }),
}

const addressOf = (headers: Readonly<Record<string, string>>): string | undefined =>
  headers['x-forwarded-for']

const callApi = ({ url }: MadeUpService, address = '192.0.2.1'): Promise<Response> =>
  fetch(`${url}/v1/boundaries/r1?detail=low`, { headers: { 'x-forwarded-for': address } })

const statuses = async (
  service: MadeUpService,
  op: string,
  input: object,
  times: number,
): Promise<readonly number[]> => {
  const seen: number[] = []
  for (let time = 0; time < times; time++) seen.push((await call(service, op, input)).status)
  return seen
}

describe('limits', () => {
  test('a visitor draws three descriptions an hour', () =>
    served({ rateLimits: counting() }, async (service) => {
      const draw = (text: string, address = '192.0.2.1') =>
        call(service, 'create_area', { text, detail: 'low' }, { 'x-forwarded-for': address })
      for (const text of ['Utland', 'Utland.', 'utland']) assert.equal((await draw(text)).status, 200)
      const refused = await draw('UTLAND')
      assert.equal(refused.status, 429)
      assert.equal(
        ((await refused.json()) as { detail: string }).detail,
        'Without an account, you can do this 3 times an hour. Sign in, or try again in 60 minutes.',
      )
      // A refused description was not drawn, so it is refused again.
      assert.equal((await draw('UTLAND')).status, 429)
      assert.equal((await draw('UTLAND', '192.0.2.2')).status, 200)
    }))

  test('a description that is refused is no drawing, however often', () =>
    served({ rateLimits: counting(), demonstrationUnits: 150 }, async (service) => {
      const draw = (text: string) =>
        call(service, 'create_area', { text, detail: 'low' }, { 'x-forwarded-for': '192.0.2.1' })
      for (let time = 0; time < 5; time++)
        assert.equal((await draw('Utland and Narnia')).status, 422, String(time))
      for (const text of ['Utland', 'Utland.', 'utland']) assert.equal((await draw(text)).status, 200)
      assert.equal((await draw('Utland and Narnia')).status, 429)
    }))

  test('files of an area that a visitor has drawn are no further drawings', () =>
    served({ rateLimits: counting(), demonstrationUnits: 50 }, async (service) => {
      const draw = (format: string, address = '192.0.2.1') =>
        call(
          service,
          'create_area',
          { text: 'Utland', detail: 'low', format },
          { 'x-forwarded-for': address },
        )
      const formats = ['geojson', 'kml', 'gpkg', 'svg', 'geojson']
      for (const format of formats) assert.equal((await draw(format)).status, 200, format)
      assert.equal((await draw('kml', '192.0.2.2')).status, 429)
      const seen: number[] = []
      for (let more = 0; more < 30; more++) seen.push((await draw('kml')).status)
      assert.ok(seen.includes(200) && seen.at(-1) === 429)
    }))

  test('all visitors together use the units of the demonstration, and no account does', () =>
    served({ rateLimits: counting(), demonstrationUnits: 3 }, async (service) => {
      const from = (address: string) =>
        call(service, 'reverse_boundaries', POINT, { 'x-forwarded-for': address })
      const ask = (op: string, input: object) => call(service, op, input, SIGNED_IN)
      assert.equal((await ask('reverse_boundaries', POINT)).status, 200)
      assert.equal((await call(service, 'union_boundaries', UNION)).status, 200)
      assert.equal((await call(service, 'union_boundaries', UNION)).status, 429)
      assert.equal((await from('192.0.2.2')).status, 200)
      const refused = await from('192.0.2.3')
      assert.deepEqual([refused.status, await codeOf(refused)], [429, 'rate_limited'])
      assert.equal((await ask('reverse_boundaries', POINT)).status, 200)
    }))

  test('typing has a limit of its own, far above the calls of an address', () =>
    served({ rateLimits: counting() }, async (service) => {
      const clicks = await statuses(service, 'get_boundary', LOW, 121)
      assert.deepEqual([clicks.lastIndexOf(200), clicks.at(-1)], [119, 429])
      const typed = await statuses(service, 'search_boundaries', { q: 'Utl' }, 301)
      assert.deepEqual([typed.lastIndexOf(200), typed.at(-1)], [299, 429])
      assert.equal((await fetch(`${service.url}/v1/boundaries/search?q=Utland`)).status, 200)
    }))

  const SENDERS: readonly (readonly [
    who: string,
    headersOf: (at: number) => Readonly<Record<string, string>>,
  ])[] = [
    ['no cookie', () => ({})],
    ['a forged session', () => ({ cookie: `__Host-metes_session=${'x'.repeat(43)}` })],
    [
      'another cookie each time',
      (at) => ({ cookie: `__Host-metes_session=${String(at).padStart(43, 'x')}` }),
    ],
    ['another address of its /64 each time', (at) => ({ 'x-forwarded-for': `2001:db8::${at + 1}` })],
  ]
  for (const [who, headersOf] of SENDERS)
    test(`work has one limit for an address, with ${who}`, () =>
      served({ ...EXPENSIVE, publicCallsPerMinute: 20 }, async (service) => {
        // Half of it is used up at the API.
        for (let at = 0; at < 10; at++)
          assert.equal((await callApi(service, addressOf(headersOf(at)))).status, 200)
        const seen = await Promise.all(
          Array.from({ length: 60 }, (_, at) =>
            call(service, 'search_boundaries', { q: `U${at}` }, headersOf(at)),
          ),
        )
        const answered = seen.filter(({ status }) => status === 200).length
        assert.ok(answered >= 2 && answered <= 10, `${answered} calls were answered`)
        const refused = await call(service, 'search_boundaries', { q: 'Utland' }, headersOf(60))
        const { code, detail } = (await refused.json()) as { code: string; detail: string }
        assert.deepEqual([refused.status, code], [429, 'rate_limited'])
        assert.match(
          detail,
          /an address has 20 calls in 60 seconds; on the map page, 100 ms .* Sign in, or try/,
        )
        assert.ok(Number(refused.headers.get('retry-after')) > 0)
        assert.equal((await callApi(service, addressOf(headersOf(61)))).status, 429)
        // Others are not affected.
        assert.equal(
          (await call(service, 'search_boundaries', { q: 'U' }, { 'x-forwarded-for': '192.0.2.2' })).status,
          200,
        )
        assert.equal((await call(service, 'search_boundaries', { q: 'U' }, SIGNED_IN)).status, 200)
      }))

  test('a cached answer is no work', () =>
    served({ rateLimits: counting(), publicCallsPerMinute: 1 }, async (service) => {
      assert.equal((await call(service, 'get_boundary', LOW, { 'x-forwarded-for': '192.0.2.2' })).status, 200)
      assert.equal((await callApi(service, '192.0.2.1')).status, 200)
      assert.equal((await call(service, 'search_boundaries', { q: 'Utland' })).status, 429)
      assert.deepEqual([...new Set(await statuses(service, 'get_boundary', LOW, 100))], [200])
    }))

  test('a visitor who has used up its calls does not use the budget of all', () =>
    served({ rateLimits: counting(), demonstrationUnits: 1, publicCallsPerMinute: 1 }, async (service) => {
      assert.equal((await callApi(service, '192.0.2.1')).status, 200)
      assert.equal((await call(service, 'reverse_boundaries', POINT)).status, 429)
      const other = { 'x-forwarded-for': '192.0.2.2' }
      assert.equal((await call(service, 'reverse_boundaries', POINT, other)).status, 200)
    }))
})

describe('other sites', () => {
  const FOREIGN: readonly Readonly<Record<string, string>>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
    { origin: '' },
  ]
  for (const headers of FOREIGN)
    test(`a call with ${JSON.stringify(headers)} is refused, also with the session's cookie`, () =>
      served({}, async (service) => {
        const refused = await call(
          service,
          'get_boundary',
          { id: 'r1', detail: 'full' },
          { ...SIGNED_IN, ...headers },
        )
        assert.deepEqual([refused.status, await codeOf(refused)], [403, 'stale_form'])
      }))

  test('a call that states no origin is not from the page', () =>
    served({}, async ({ url }) => {
      const refused = await fetch(`${url}/explore/ops/search_boundaries`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"q":"Utland"}',
      })
      assert.deepEqual([refused.status, await codeOf(refused)], [403, 'stale_form'])
    }))

  test('calls of our own page are answered, and no other site can read them', () =>
    served({}, async (service) => {
      const own: typeof FOREIGN = [{ origin: BASE_URL }, { 'sec-fetch-site': 'same-origin' }]
      for (const headers of own) {
        const answer = await call(service, 'search_boundaries', { q: 'Utland' }, { ...SIGNED_IN, ...headers })
        assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, null])
        assert.equal(answer.headers.get('cache-control'), 'no-store')
      }
    }))

  test('a call of the page is stored for no repetition, whatever idempotency key it sends', () => {
    const begun: string[] = []
    const idempotencyKeys: Options['idempotencyKeys'] = {
      begin: (accountId, key, fingerprint) => {
        begun.push(key)
        return forgetfulIdempotencyKeys.begin(accountId, key, fingerprint)
      },
    }
    return served({ idempotencyKeys }, async (service) => {
      const headers = { ...SIGNED_IN, 'idempotency-key': 'of-the-page' }
      assert.equal((await call(service, 'union_boundaries', UNION, headers)).status, 200)
      assert.deepEqual(begun, [])
    })
  })

  test('the API never looks at cookies', () =>
    served({}, async ({ url }) => {
      const answer = await fetch(`${url}/v1/boundaries/r1?detail=full`, { headers: SIGNED_IN })
      assert.equal(answer.status, 401)
    }))
})

describe('a service without accounts', () => {
  const OPEN = { isOpen: true, demonstrationUnits: 0 }

  test('whatever concerns no account needs no key, at the API as on the page', () =>
    served(OPEN, async (service) => {
      for (const [op, input] of ROWS) {
        assert.equal((await call(service, op, input)).status, 200, op)
        const answer = await fetch(`${service.url}/v1/ops/${op}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        })
        assert.equal(answer.status, 200, op)
      }
    }))

  test('what concerns an account still needs its key', () =>
    served(OPEN, async ({ url }) => {
      for (const op of ['get_account', 'list_keys', 'create_key', 'get_usage', 'report_issue']) {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(`${url}/v1/ops/${op}`, { method: 'POST', headers, body: '{"title":"x"}' })
        assert.ok([400, 401].includes(answer.status), `${op}: ${answer.status}`)
      }
      assert.equal((await fetch(`${url}/v1/account`)).status, 401)
    }))

  test('its pages do not speak of accounts, plans and emails', () =>
    served(OPEN, async ({ url }) => {
      for (const path of ['/', '/docs', '/nowhere']) {
        const text = await (await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })).text()
        assert.doesNotMatch(
          text.replace(/<ul class="names">.*?<\/ul>/gs, ''),
          /href="\/(sign-in|account|feedback)"/,
          path,
        )
      }
    }))
})

describe('the scripts of the page', () => {
  const pageOf = async ({ url }: MadeUpService) => fetch(`${url}/`, { headers: { accept: 'text/html' } })

  test('are served by this server alone, and nothing inline runs', () =>
    served({}, async (service) => {
      const page = await pageOf(service)
      const policy = String(page.headers.get('content-security-policy'))
      assert.match(policy, /script-src 'self';/)
      assert.doesNotMatch(policy, /unsafe|https?:|\*/)
      const text = await page.text()
      assert.doesNotMatch(text, /<script(?![^>]* src="\/)|<style| style=| on\w+="/)
    }))

  test('can be kept for ever, since their address changes with them, and need at most 550 kB', () =>
    served({}, async (service) => {
      const text = await (await pageOf(service)).text()
      const folder = /src="(\/assets\/explorer\/[\w-]+)\/main\.js"/.exec(text)?.[1]
      const files = [...text.matchAll(/href="(\/assets\/explorer\/[^"]+js)"/g)].map(([, path]) => path)
      assert.ok(files.length > 10, String(files))
      let bytes = 0
      for (const path of [...files, `${folder}/maplibre-gl-worker.mjs`]) {
        const answer = await fetch(`${service.url}${path}`, { headers: { 'accept-encoding': 'gzip' } })
        assert.equal(answer.status, 200, path)
        assert.match(String(answer.headers.get('cache-control')), /immutable/)
        assert.match(String(answer.headers.get('content-type')), /^text\/javascript/)
        bytes += Number(answer.headers.get('content-length'))
        await answer.body?.cancel()
      }
      assert.ok(bytes < 550_000, `${bytes} bytes`)
    }))

  test('no other file can be reached', () =>
    served({}, async (service) => {
      const folder = /(\/assets\/explorer\/[\w-]+)\/main\.js/.exec(await (await pageOf(service)).text())?.[1]
      for (const file of ['main.ts', '..%2fpage.css', 'tsconfig.json', '__proto__'])
        assert.equal((await fetch(`${service.url}${folder}/${file}`)).status, 404, file)
      assert.equal((await fetch(`${service.url}/assets/explorer/old/main.js`)).status, 404)
    }))
})
