/** Guarantees of every page: strict headers, no access for other sites, problems as pages for browsers and as JSON for programs. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { BASE_URL, type MadeUpService, SESSION, startService } from '../registry/made-up-service.ts'
import { ask } from './raw.ts'

let service: MadeUpService
before(async () => {
  service = await startService()
})
after(() => service.close())

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const SIGNED_IN = { cookie: `__Host-metes_session=${SESSION}` }
const get = async (path: string, headers: Record<string, string> = BROWSER, method = 'GET') => {
  const answer = await ask(`${service.url}${path}`, { headers, method })
  return { ...answer, text: answer.body.toString() }
}

describe('a page', () => {
  test('lets nothing run, load, frame or redirect', async () => {
    const { headers, text } = await get('/sign-in')
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    assert.equal(headers['referrer-policy'], 'same-origin')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.doesNotMatch(text, /<script|<style|\sstyle=|\son\w+=/i)
  })

  test('of the docs runs one script of this server, which loads from this server only', async () => {
    const { headers, text } = await get('/docs')
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; script-src 'self'; connect-src 'self'",
    )
    assert.equal(text.match(/<script/g)?.length, 1)
    assert.doesNotMatch(text, /<style|\sstyle=|\son\w+=/i)
    for (const [, path] of text.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)) {
      const asset = await get(path)
      assert.equal(asset.status, 200, path)
      assert.match(String(asset.headers['cache-control']), /immutable/)
    }
  })

  test('cannot be read by other sites', async () => {
    const { headers } = await get('/')
    const preflight = await get('/', BROWSER, 'OPTIONS')
    for (const name of Object.keys({ ...headers, ...preflight.headers })) {
      assert.doesNotMatch(name, /^access-control/)
    }
    assert.equal(preflight.status, 204)
  })

  test('is not cached once somebody is signed in', async () => {
    assert.equal((await get('/')).headers['cache-control'], 'private, no-cache')
    const mine = await get('/', { ...BROWSER, ...SIGNED_IN })
    assert.equal(mine.headers['cache-control'], 'no-store')
    assert.match(mine.text, /href="\/account"/)
  })

  test('has a stylesheet that may be cached for ever', async () => {
    const href = /<link rel="stylesheet" href="([^"]+)"/.exec((await get('/')).text)?.[1]
    const { status, headers } = await get(String(href))
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/css; charset=utf-8')
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal((await get('/assets/other.css')).status, 404)
  })
})

describe('the first page', () => {
  test('is a directory for programs', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5']) {
      const { text, headers } = await get('/', { accept })
      assert.equal(JSON.parse(text).name, 'Metes')
      assert.match(String(headers.vary), /Accept/)
    }
  })

  test('names the map, the docs, the reference and the health to a program, one a line, and each exists', async () => {
    const { text, headers } = await get('/', { accept: '*/*' })
    assert.match(String(headers['content-type']), /^application\/json/)
    const { name: _, ...addresses }: Readonly<Record<string, string>> = JSON.parse(text)
    for (const named of ['map', 'docs', 'reference', 'openapi', 'health'])
      assert.ok(named in addresses, named)
    for (const [named, address] of Object.entries(addresses)) {
      assert.ok(text.includes(`\n  "${named}": "${address}"`), named)
      assert.ok(address.startsWith(BASE_URL), address)
      assert.equal((await get(new URL(address).pathname)).status, 200, address)
    }
  })
})

describe('a problem', () => {
  test('is a page where a browser finds nothing', async () => {
    const { status, headers, text } = await get('/<script>alert(1)</script>')
    assert.equal(status, 404)
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.match(text, /Page not found/)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    assert.doesNotMatch(text, /<script/)
  })

  test('offers to sign in to those who are not signed in', async () => {
    const links = async (headers: Record<string, string>) =>
      [...(await get('/nothing', headers)).text.matchAll(/href="(\/(?:sign-in|account))"/g)].map(
        ([, to]) => to,
      )
    assert.deepEqual(await links(BROWSER), ['/sign-in'])
    assert.deepEqual(await links({ ...BROWSER, ...SIGNED_IN }), ['/account'])
  })

  test('is JSON for programs there, and for everybody at the routes of operations', async () => {
    for (const [path, headers] of [
      ['/nothing', { accept: '*/*' }],
      ['/v1/boundaries/node/5', BROWSER],
    ] as const) {
      const answer = await get(path, headers)
      assert.equal(answer.headers['content-type'], 'application/problem+json')
      assert.equal(answer.headers['access-control-allow-origin'], '*')
    }
  })

  test('of a method names the allowed ones', async () => {
    const { status, headers } = await get('/', BROWSER, 'DELETE')
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, OPTIONS'])
  })
})
