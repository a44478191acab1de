/** Feeds: an address with a token in it, created and revoked by a person on the account page, on real servers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from '../support/browser.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'
import { createFeed, signIn } from './feed-owner.ts'
import { allFeatures, type Body, linkTo, type OgcLink, ogcClient } from './ogc-client.ts'

const EMAIL = 'ann@example.org'
const STATES = '/collections/state/items?country=AT&limit=4&detail=low'

let metes: Installation
let server: RunningServer
let other: RunningServer
let browser: Browser
before(async () => {
  metes = await install()
  const env = { METES_LOG_LEVEL: 'debug', METES_PUBLIC_RATE: '1000' }
  server = await metes.serve(env)
  other = await metes.serve(env)
  browser = await signIn(metes, server, EMAIL)
})
after(async () => {
  await Promise.all([server.stop(), other.stop()])
  await metes.remove()
})

const newFeed = (name: string): Promise<string> => createFeed(browser, name)

/** The id on the account page of the feed with this name. */
const feedId = async (name: string): Promise<string> => {
  const { text } = await browser.open('/account')
  const row = text.split('<li>').find((each) => each.includes(name) && each.includes('/account/feeds/'))
  return String(/\/account\/feeds\/(\w+)\/revoke/.exec(String(row))?.[1])
}

const revoke = async (name: string): Promise<void> => {
  const id = await feedId(name)
  assert.match((await browser.open(`/account/feeds/${id}/revoke`)).text, /Revoke this feed\?/)
  assert.match((await browser.submit(`/account/feeds/${id}/revoke`)).text, /Feed revoked\./)
}

/** Every address in an answer. */
const hrefsOf = (body: Body): readonly string[] =>
  [body, ...(body.collections ?? [])].flatMap(({ links = [] }) => links.map(({ href }: OgcLink) => href))

test('a feed reads everything without any header, and every link in it stays within it', async () => {
  // The server does not know its public address, so it names itself so.
  const own = server.url.replace('127.0.0.1', 'localhost')
  const root = `${own}/ogc/feeds/${await newFeed('qgis')}`
  const get = ogcClient(root)
  for (const path of ['', '/', '/conformance', '/api', '/collections', '/collections/state', STATES]) {
    const { status, body, headers } = await get(path)
    assert.equal(status, 200, path)
    assert.match(String(headers.get('cache-control')), /^private/)
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    const ours = hrefsOf(body).filter((href) => href.startsWith(own) && !href.includes('/docs/'))
    assert.ok(
      ours.every((href) => href === root || href.startsWith(`${root}/`)),
      `${ours}`,
    )
  }
  assert.equal((await get('/api')).body.servers[0].url, root)
  const features = await allFeatures(get, STATES)
  assert.equal(features.length, 9)
  const feature = (await get(`/collections/state/items/${features[0].id}`)).body
  assert.ok(linkTo(feature, 'self')?.href.startsWith(root))
})

test('its token is shown once, and kept as a hash only', async () => {
  const token = await newFeed('<b>shown</b>')
  const { text } = await browser.open('/account')
  assert.ok(text.includes('&lt;b&gt;shown&lt;/b&gt;'))
  assert.ok(text.includes(token.slice(0, 8)) && !text.includes(token.slice(0, 9)))
})

test('its token reads features and nothing else', async () => {
  const token = await newFeed('only features')
  for (const headers of [{ authorization: `Bearer ${token}` }, { 'x-api-key': token }])
    for (const path of ['/v1/account', '/v1/boundaries/iso:LI', '/ogc/collections'])
      assert.equal((await fetch(`${server.url}${path}`, { headers })).status, 401, path)
  const post = await fetch(`${server.url}/ogc/feeds/${token}/collections`, { method: 'POST' })
  assert.equal(post.status, 405)
})

test('it reads on the units of its account', async () => {
  const key = (await metes.runHere(['admin', 'create-key', '--email', EMAIL])).stdout.trim()
  const units = async (): Promise<number> => {
    const response = await fetch(`${server.url}/v1/account`, { headers: { 'x-api-key': key } })
    return ((await response.json()) as { units: { used: number } }).units.used
  }
  const get = ogcClient(`${server.url}/ogc/feeds/${await newFeed('units')}`)
  const before = await units()
  assert.equal((await get('/collections/state/items?country=AT&detail=low')).status, 200)
  assert.equal(await units(), before + 1)
})

test('a revoked feed ends at once, on the server that revoked it and on others', async () => {
  const token = await newFeed('ends')
  const feeds = [server, other].map(({ url }) => ogcClient(`${url}/ogc/feeds/${token}`))
  for (const get of feeds) for (const path of ['', STATES]) assert.equal((await get(path)).status, 200)
  await revoke('ends')
  for (const get of feeds)
    for (const path of ['', '/collections', STATES, '/collections/state/items/r62422']) {
      const { status, body, headers } = await get(path)
      assert.equal(status, 404, path)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(body.detail, `The feed "${token.slice(0, 8)}…" was not found.`)
    }
})

test('feeds of others cannot be seen or revoked', async () => {
  await newFeed('mine')
  const id = await feedId('mine')
  const stranger = await signIn(metes, other, 'bob@example.org')
  const { text } = await stranger.open('/account')
  assert.ok(!text.includes(id))
  assert.equal((await stranger.open(`/account/feeds/${id}/revoke`)).status, 404)
})

test('guessed tokens are not found, and after twenty a minute from one network the network is', async () => {
  const fresh = await metes.serve({ METES_PUBLIC_RATE: '1000' })
  try {
    const statuses = []
    for (let guess = 0; guess < 22; guess++)
      statuses.push(
        (await fetch(`${fresh.url}/ogc/feeds/mtf_${String(guess).padStart(38, 'x')}/collections`)).status,
      )
    assert.deepEqual(new Set(statuses.slice(0, 20)), new Set([404]))
    assert.deepEqual(statuses.slice(20), [429, 429])
  } finally {
    await fresh.stop()
  }
})

test('no token is in a refusal or in the log, wherever a caller puts it, nor in the audit trail, which has who created, used and revoked it', async () => {
  const token = await newFeed('secret')
  const calls: readonly (readonly [path: string, headers: Readonly<Record<string, string>>])[] = [
    [`/ogc/feeds/${token}`, {}],
    [`/ogc/feeds/${token}${STATES}`, {}],
    [`/ogc/feeds/${token}/nowhere`, {}],
    [`/ogc/feeds/${token}/collections?x=${token}`, {}],
    [`/ogc/feeds/${token.slice(0, -1)}_`, {}],
    [`/ogc/collections/${token}`, {}],
    ['/ogc', { 'x-request-id': token }],
    ['/v1/account', { authorization: `Bearer ${token}` }],
    [`/v1/boundaries?q=${token}`, {}],
  ]
  for (const [path, headers] of calls) {
    const answer = await fetch(`${server.url}${path}`, { headers })
    const text = await answer.text()
    if (!answer.ok) assert.equal(text.includes(token.slice('mtf_'.length + 4, -1)), false, text)
  }
  await revoke('secret')
  assert.equal(await server.stop(), 0)
  assert.ok(server.log().includes('list_features'), server.log())
  const { stdout } = await metes.runHere(['admin', 'audit', '--email', EMAIL])
  for (const text of [server.log(), stdout])
    assert.equal(text.includes(token.slice('mtf_'.length + 4, -1)), false)
  const events = JSON.parse(stdout).events as readonly { action: string; key_prefix: string | null }[]
  const ofFeed = events.filter(({ key_prefix: prefix }) => prefix === token.slice(0, 8))
  assert.deepEqual(ofFeed.map(({ action }) => action).sort(), ['feed_created', 'feed_revoked', 'feed_used'])
})
