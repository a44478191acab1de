/** Clients that are known by an address: a document there describes them (draft-ietf-oauth-client-id-metadata-document). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createMemoryRateLimitStore } from '../../src/platform/rate-limit/memory-store.ts'
import { systemClock } from '../../src/util/clock.ts'
import type { Browser } from '../support/browser.ts'
import { type RunningWeb, readSignInMail, startWeb } from '../support/pages-with-mails.ts'

const REDIRECT = 'https://app.example/callback'
const documents = new Map<string, () => Response>()
const fetched: string[] = []
let web: RunningWeb
let browser: Browser
before(async () => {
  web = await startWeb(createMemoryRateLimitStore(systemClock), async (address) => {
    fetched.push(String(address))
    return documents.get(String(address))?.() ?? new Response(null, { status: 404 })
  })
  browser = web.browser()
  await browser.open('/sign-in')
  await browser.submit('/sign-in', { email: 'ann@example.org' })
  await browser.submit('/sign-in/code', { code: readSignInMail(web.mails[0]).code })
})
beforeEach(() => {
  fetched.length = 0
})
after(() => web.close())

let number = 0
/** A new address each time, because documents are kept for a while. */
const publish = (change: (metadata: Record<string, unknown>) => unknown = (metadata) => metadata): string => {
  const id = `https://app.example/client-${number++}.json`
  const metadata = { client_id: id, client_name: 'App', redirect_uris: [REDIRECT] }
  documents.set(id, () => Response.json(change(metadata)))
  return id
}

const authorize = (clientId: string, changes: Readonly<Record<string, string>> = {}) =>
  browser.open(
    `/oauth/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: REDIRECT,
      response_type: 'code',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      ...changes,
    })}`,
  )

test('the page names the host that publishes the document', async () => {
  const shown = await authorize(publish())
  assert.equal(shown.status, 200, shown.text)
  assert.match(shown.text, /<q><bdi>App<\/bdi><\/q>, published at <strong>app\.example<\/strong>/)
  assert.match(String(shown.headers['content-security-policy']), /form-action 'self' https:\/\/app\.example;/)
  const landed = new URL(String((await browser.submit(shown.path, { decision: 'allow' })).headers.location))
  assert.equal(landed.origin, 'https://app.example')
  assert.ok(landed.searchParams.has('code'))
  assert.equal(fetched.length, 1)
})

test('no error redirects to another machine before the person has seen a page', async () => {
  const id = publish()
  for (const [changes, error] of [
    [{ scope: 'everything' }, 'invalid_scope'],
    [{ prompt: 'none' }, 'login_required'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'everything', response_mode: 'fragment' }, 'invalid_scope'],
    [{ scope: 'everything', response_mode: 'form_post' }, 'invalid_scope'],
  ] as const) {
    const shown = await authorize(id, { state: 's"><b', ...changes })
    assert.equal(shown.status, 400)
    assert.equal(shown.headers.location, undefined)
    assert.match(shown.text, new RegExp(`<code>${error}</code>`))
    const back = /<a href="(https:[^"]+)">Go back to <strong>app\.example<\/strong>/.exec(shown.text)?.[1]
    assert.match(String(back), /state=s%22%3E%3Cb/)
  }
})

test('nothing is fetched that a document names', async () => {
  const shown = await authorize(
    publish((metadata) => ({
      ...metadata,
      sector_identifier_uri: 'https://victim.example/redirects.json',
      jwks_uri: 'https://victim.example/keys.json',
      initiate_login_uri: 'https://victim.example/login',
    })),
  )
  assert.equal(shown.status, 200, shown.text)
  assert.equal(fetched.length, 1)
})

const REFUSED: readonly (readonly [string, (metadata: Record<string, unknown>) => unknown])[] = [
  ['describes another client', (metadata) => ({ ...metadata, client_id: 'https://app.example/other.json' })],
  ['has a secret', (metadata) => ({ ...metadata, client_secret: 'x' })],
  ['redirects elsewhere', (metadata) => ({ ...metadata, redirect_uris: ['https://other.example/callback'] })],
  [
    'redirects without TLS',
    (metadata) => ({ ...metadata, redirect_uris: [REDIRECT, 'http://app.example/'] }),
  ],
  [
    'redirects to a script',
    (metadata) => ({ ...metadata, redirect_uris: [REDIRECT, 'javascript:alert(1)'] }),
  ],
  [
    'redirects to an address with a user',
    (metadata) => ({ ...metadata, redirect_uris: [REDIRECT, 'https://bank.example@app.example/'] }),
  ],
  ['is a list', (metadata) => [metadata]],
  ['is large', (metadata) => ({ ...metadata, client_name: 'x'.repeat(6_000) })],
]
for (const [what, change] of REFUSED)
  test(`a document that ${what} is refused`, async () => {
    const shown = await authorize(publish(change))
    assert.equal(shown.status, 400)
    assert.equal(shown.headers.location, undefined)
    assert.match(shown.text, /<h1>This app cannot sign you in/)
  })

test('a redirect, a failure and a document that is no JSON are refused', async () => {
  for (const answer of [
    () => new Response(null, { status: 302, headers: { Location: 'http://127.0.0.1/' } }),
    () => new Response(null, { status: 500 }),
    () => new Response('<html>'),
  ]) {
    const id = publish()
    documents.set(id, answer)
    assert.equal((await authorize(id)).status, 400)
    assert.equal((await authorize(id)).status, 400)
    assert.deepEqual(fetched, [id], 'once, also for a second request')
    fetched.length = 0
  }
})

test('the documents that a network makes the service fetch are limited', async () => {
  for (let count = 0; count < 40; count++) await authorize(`https://app.example/missing-${count}`)
  assert.ok(fetched.length <= 30, String(fetched.length))
})
