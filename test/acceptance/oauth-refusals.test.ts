/** What the authorization server refuses: documents on private hosts, other people's browsers, requests without proof. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from '../support/browser.ts'
import {
  authorizationOf,
  BASE_URL,
  decideOn,
  discover,
  exchange,
  idOf,
  type OAuthWorld,
  openOAuthWorld,
  REDIRECT,
  type Walker,
} from '../support/oauth-world.ts'

let world: OAuthWorld
let walker: Walker
before(async () => {
  world = await openOAuthWorld('SQLite')
  walker = await discover(world)
})
after(() => world.close())

const page = async (changes: Readonly<Record<string, string | undefined>>) => {
  const asked = await authorizationOf(walker, 'account', changes)
  return (await world.signedIn('ann@example.org')).open(asked.path)
}
const errorOf = async (changes: Readonly<Record<string, string | undefined>>): Promise<string | null> => {
  const shown = await page(changes)
  assert.equal(shown.status, 303, shown.text.slice(0, 300))
  const landed = new URL(String(shown.headers.location))
  assert.equal(`${landed.origin}${landed.pathname}`, REDIRECT)
  assert.equal(landed.searchParams.get('iss'), BASE_URL)
  return landed.searchParams.get('error')
}

describe('authorization', () => {
  test('needs PKCE with S256', async () => {
    assert.equal(
      await errorOf({ code_challenge: undefined, code_challenge_method: undefined }),
      'invalid_request',
    )
    assert.equal(await errorOf({ code_challenge_method: 'plain' }), 'invalid_request')
  })

  test('is for this service only', async () => {
    assert.equal(await errorOf({ resource: 'https://other.example' }), 'invalid_target')
    for (const resource of [BASE_URL, `${BASE_URL}/`, `${BASE_URL}/mcp`, undefined])
      assert.equal((await page({ resource })).status, 200, resource)
  })

  test('gives codes only', async () => {
    const shown = await page({ response_type: 'token' })
    assert.match(
      String(shown.headers.location),
      /^http:\/\/127\.0\.0\.1\/callback#error=unsupported_response_type&/,
    )
  })

  test('asks the person each time: nobody is let through without a page', async () => {
    assert.equal(await errorOf({ prompt: 'none' }), 'login_required')
  })

  for (const [what, changes] of [
    ['an address that was not registered', { redirect_uri: 'https://evil.example/callback' }],
    ['an unknown client', { client_id: 'x'.repeat(43) }],
    ['a device that did not register', { client_id: 'a laptop' }],
    ['no client', { client_id: undefined }],
    ['a document on this machine', { client_id: 'https://127.0.0.1/client.json' }],
    ['a document on a private host', { client_id: 'https://localhost/client.json' }],
    ['a document at a metadata service', { client_id: 'https://169.254.169.254/latest' }],
    ['a document at a mapped private address', { client_id: 'https://[::ffff:10.0.0.1]/client.json' }],
  ] as const)
    test(`never redirects for ${what}: the person sees a page`, async () => {
      const shown = await page(changes)
      assert.equal(shown.status, 400, shown.text.slice(0, 300))
      assert.equal(shown.headers.location, undefined)
      assert.match(shown.text, /<h1>This app cannot sign you in<\/h1>/)
      assert.match(String(shown.headers['content-security-policy']), /default-src 'none'/)
      assert.equal(shown.headers['access-control-allow-origin'], undefined)
    })

  test('a request that is long is refused before anything is stored', async () => {
    const refused = await page({ state: 'x'.repeat(4_096) })
    assert.deepEqual([refused.status, refused.headers['set-cookie']], [413, undefined], 'no cookie of one')
    assert.equal((await page({ state: 'x'.repeat(3_000) })).status, 200)
  })

  test('a request with markup shows it as text', async () => {
    const shown = await page({ client_id: '"><script>alert(1)</script>' })
    assert.ok(!shown.text.includes('<script>'))
  })

  test('without scopes asks for all but the account', async () => {
    const asked = await authorizationOf(walker, '', { scope: undefined })
    const browser = await world.signedIn('ann@example.org')
    const landed = await decideOn(browser, asked, 'allow')
    assert.equal((await exchange(world, walker, asked, landed)).scope, 'boundaries areas feedback')
  })

  test('ignores unknown scopes, unless there are no others', async () => {
    assert.equal(await errorOf({ scope: 'everything' }), 'invalid_scope')
    assert.match(
      (await page({ scope: 'everything areas' })).text,
      /<ul><li>draw areas from [^<]*<\/li><\/ul>/,
    )
  })

  test('needs no scripts, whatever the client asks for', async () => {
    const browser = await world.signedIn('ann@example.org')
    const asked = await authorizationOf(walker, 'areas', { response_mode: 'form_post' })
    const landed = await decideOn(browser, asked, 'deny')
    assert.equal(landed.searchParams.get('error'), 'access_denied')
    assert.equal(await errorOf({ response_mode: 'form_post', scope: 'everything' }), 'invalid_scope')
  })
})

describe('consent', () => {
  const begun = async (email: string) => {
    const browser = await world.signedIn(email)
    const asked = await authorizationOf(walker, 'account')
    return { browser, asked, shown: await browser.open(asked.path) }
  }

  /** Sends a form with the cookies of a browser, which need not have shown it. */
  const postForm = ({ cookies }: Browser, path: string, fields: Record<string, string>): Promise<Response> =>
    world.ask(path, {
      method: 'POST',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      body: new URLSearchParams(fields),
    })

  test('a visitor without a session signs in first, and returns', async () => {
    const browser = await world.signedIn('ann@example.org')
    browser.cookies.delete('metes_session')
    const shown = await browser.open((await authorizationOf(walker, 'account')).path)
    assert.match(shown.path, /^\/sign-in\?next=%2Foauth%2Fconsent%2F/)
  })

  test('somebody who is sent the link of another person cannot give that person access', async () => {
    const { shown } = await begun('attacker@example.org')
    const victim = await world.signedIn('victim@example.org')
    assert.equal((await victim.open(shown.path)).status, 410)
    const own = await begun('victim@example.org')
    const csrf = /name="csrf_token" value="([^"]*)"/.exec(own.shown.text)?.[1]
    const answer = await postForm(own.browser, shown.path, { csrf_token: String(csrf), decision: 'allow' })
    assert.equal(answer.status, 410)
    assert.deepEqual(await world.storage.oauth.listGrants(idOf('victim@example.org'), 0), [])
  })

  test('a form without a decision asks again', async () => {
    const { browser, shown } = await begun('undecided@example.org')
    const again = await browser.submit(shown.path, {})
    assert.match(again.text, /<h1>Allow this app\?<\/h1>/)
    assert.deepEqual(await world.storage.oauth.listGrants(idOf('undecided@example.org'), 0), [])
  })

  test('a form of another site decides nothing', async () => {
    const { browser, shown } = await begun('form@example.org')
    const guessed = { csrf_token: 'guessed', decision: 'allow' }
    for (const fields of [{ decision: 'allow' }, guessed])
      assert.equal((await postForm(browser, shown.path, fields)).status, 403)
    assert.deepEqual(await world.storage.oauth.listGrants(idOf('form@example.org'), 0), [])
  })

  test('lets its form redirect to the client, and nowhere else', async () => {
    const { shown } = await begun('csp@example.org')
    assert.match(
      String(shown.headers['content-security-policy']),
      /form-action 'self' http:\/\/127\.0\.0\.1;/,
    )
  })
})

describe('tokens', () => {
  test('a code needs its verifier and its client', async () => {
    const other = await discover(world)
    for (const [by, verifier] of [
      [walker, 'x'.repeat(43)],
      [other, null],
    ] as const) {
      const browser = await world.signedIn('ann@example.org')
      const asked = await authorizationOf(walker, 'account')
      const landed = await decideOn(browser, asked, 'allow')
      const wrong = verifier === null ? asked : { ...asked, verifier }
      await assert.rejects(exchange(world, by, wrong, landed), { error: 'invalid_grant' })
    }
  })

  for (const token of ['x', 'x'.repeat(43), 'mts_x', '../../etc', 'é'])
    test(`${token.slice(0, 10)} is no token`, async () => {
      const answer = await world.ask('/v1/boundaries/iso:LU', {
        headers: { Authorization: `Bearer ${encodeURIComponent(token)}` },
      })
      assert.equal(answer.status, 401)
      assert.match(answer.headers.get('www-authenticate') ?? '', /error="invalid_token", error_description="/)
    })
})

test('both resources are described, and name the authorization server', async () => {
  for (const path of ['', '/mcp']) {
    const answer = await world.ask(`/.well-known/oauth-protected-resource${path}`)
    const { resource, authorization_servers: servers } = (await answer.json()) as Record<string, unknown>
    assert.deepEqual([resource, servers], [`${BASE_URL}${path}`, [BASE_URL]])
  }
})

test('scripts of any site may ask for tokens, as clients in browsers do', async () => {
  const answer = await world.ask('/oauth/token', {
    method: 'POST',
    headers: { Origin: 'https://app.example', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=authorization_code',
  })
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'")
})

test('a forged host changes no address', async () => {
  const answer = await world.ask('/.well-known/oauth-authorization-server', {
    headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
  })
  assert.ok(!(await answer.text()).includes('evil.example'))
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=3600')
})
