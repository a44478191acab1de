/** Tests who may submit a form and who is redirected to sign in, on a server with a page of each kind. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ask } from '../../../test/http/raw.ts'
import { systemRandom } from '../../util/random.ts'
import { textAnswer } from '../http/answer.ts'
import { createApp } from '../http/app.ts'
import { listen, type RunningServer } from '../http/server.ts'
import { createCookies } from './cookies.ts'
import { csrfField, seeOther } from './form.ts'
import { problemPage } from './problem-page.ts'
import { createVisitors, type Viewer } from './viewer.ts'

const BASE_URL = 'https://metes.example'
const ANN: Viewer = { accountId: 'a', email: 'ann@example.org', sessionId: 's', csrfToken: 'token-of-ann' }
const silent = { debug() {}, info() {}, warn() {}, error() {} }

const visitors = createVisitors({
  baseUrl: BASE_URL,
  cookies: createCookies(BASE_URL),
  random: systemRandom,
  viewerOf: async (token) =>
    token === 'ann' || token === 'ann-old' ? { viewer: ANN, newToken: token === 'ann' ? null : 'ann' } : null,
})

const routes = [
  {
    method: 'GET' as const,
    path: '/form',
    servesHtml: true,
    endpoint: visitors.forAnyone(async (_request, visitor) =>
      textAnswer(csrfField(visitor).text, 'text/plain', []),
    ),
  },
  {
    method: 'GET' as const,
    path: '/open',
    servesHtml: true,
    endpoint: visitors.forAnyone(async (_request, { viewer }) =>
      textAnswer(viewer?.email ?? 'nobody', 'text/plain', []),
    ),
  },
  {
    method: 'POST' as const,
    path: '/form',
    servesHtml: true,
    endpoint: visitors.forAnyone(async (request, visitor) => {
      const fields = await visitors.formOf(request, visitor)
      return seeOther(`/open?said=${fields.get('said')}`)
    }),
  },
  {
    method: 'GET' as const,
    path: '/mine',
    servesHtml: true,
    endpoint: visitors.signedIn(async (_request, { email }) => textAnswer(email, 'text/plain', [])),
  },
  {
    method: 'POST' as const,
    path: '/mine',
    servesHtml: true,
    endpoint: visitors.signedIn(async (request, viewer) => {
      await visitors.formOf(request, viewer)
      return seeOther('/mine')
    }),
  },
]

let server: RunningServer
before(async () => {
  server = await listen({
    host: '127.0.0.1',
    port: 0,
    baseUrlAt: () => BASE_URL,
    appAt: (baseUrl) =>
      createApp({
        routes,
        baseUrl,
        trustedProxies: 0,
        problemPage,
        overload: null,
        log: silent,
        random: systemRandom,
      }),
    random: systemRandom,
    log: silent,
  })
})
after(() => server.close())

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const SESSION = { cookie: '__Host-metes_session=ann' }
const get = (path: string, headers: Record<string, string> = {}) => ask(`${server.url}${path}`, { headers })
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  ask(`${server.url}${path}`, { method: 'POST', body, headers: { ...FORM, ...headers } })

describe('somebody who is signed in', () => {
  test('is known, and only by the cookie of the session', async () => {
    assert.equal((await get('/mine', SESSION)).body.toString(), 'ann@example.org')
    assert.equal((await get('/open', SESSION)).body.toString(), 'ann@example.org')
    assert.equal((await get('/open', { authorization: 'Bearer ann' })).body.toString(), 'nobody')
  })

  test('keeps the session when its token changes', async () => {
    const { headers } = await get('/mine', { cookie: '__Host-metes_session=ann-old' })
    assert.match(String(headers['set-cookie']), /^__Host-metes_session=ann; .*Max-Age=2592000/)
    assert.equal((await get('/mine', SESSION)).headers['set-cookie'], undefined)
  })

  test('sends forms with the token of the session', async () => {
    const answer = await post('/mine', 'csrf_token=token-of-ann', SESSION)
    assert.deepEqual([answer.status, answer.headers.location], [303, '/mine'])
  })

  const refused: readonly (readonly [string, string, Record<string, string>])[] = [
    ['without a token', '', {}],
    ['with another token', 'csrf_token=token-of-bob', {}],
    [
      'from another site, by the word of the browser',
      'csrf_token=token-of-ann',
      { 'sec-fetch-site': 'cross-site' },
    ],
    ['from another host of the same site', 'csrf_token=token-of-ann', { 'sec-fetch-site': 'same-site' }],
    ['from another origin', 'csrf_token=token-of-ann', { origin: 'https://evil.example' }],
    ['from an origin that is hidden', 'csrf_token=token-of-ann', { origin: 'null' }],
  ]
  for (const [what, body, headers] of refused) {
    test(`cannot send a form ${what}`, async () => {
      const answer = await post('/mine', body, { ...SESSION, ...headers })
      assert.equal(answer.status, 403)
      assert.equal(JSON.parse(answer.body.toString()).code, 'stale_form')
    })
  }

  test('may reach the service under another name than its own', async () => {
    const here = { origin: server.url }
    assert.equal((await post('/mine', 'csrf_token=token-of-ann', { ...SESSION, ...here })).status, 303)
  })
})

describe('somebody who is not', () => {
  test('is sent to sign in, and comes back', async () => {
    const answer = await get('/mine?tab=keys')
    assert.deepEqual([answer.status, answer.headers.location], [303, '/sign-in?next=%2Fmine%3Ftab%3Dkeys'])
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal((await post('/mine', 'csrf_token=token-of-ann')).headers.location, '/sign-in')
    assert.equal((await get('/mine', { cookie: '__Host-metes_session=gone' })).status, 303)
  })

  test('gets a cookie with a form, which counts only with both', async () => {
    const shown = await get('/form')
    const cookie = String(shown.headers['set-cookie']).split(';')[0]
    const token = /value="([\w-]{43})"/.exec(shown.body.toString())?.[1]
    const body = `csrf_token=${token}&said=a+b`
    const taken = await post('/form', body, { cookie, 'sec-fetch-site': 'same-origin' })
    assert.deepEqual([taken.status, taken.headers.location], [303, '/open?said=a b'])
    assert.equal((await post('/form', body)).status, 403)
    assert.equal((await post('/form', 'said=a', { cookie })).status, 403)
    assert.equal((await post('/form', 'csrf_token=&said=a')).status, 403)
    assert.equal((await get('/form', { cookie })).headers['set-cookie'], undefined)
  })

  test('gets no cookie with a page that has no form', async () => {
    assert.equal((await get('/open')).headers['set-cookie'], undefined)
  })
})

describe('a form', () => {
  test('that is too large is refused', async () => {
    const answer = await post('/form', `said=${'x'.repeat(128 * 1024)}`)
    assert.equal(answer.status, 413)
  })

  test('in another media type is refused', async () => {
    const answer = await post('/form', '{}', { 'content-type': 'application/json' })
    assert.equal(answer.status, 415)
  })
})
