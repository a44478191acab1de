/** Who may read features, what it costs, and how long answers are kept. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Installation, install, type RunningServer } from '../support/service.ts'
import { basic, type Get, ogcClient } from './ogc-client.ts'

let metes: Installation
let server: RunningServer
let anybody: Get
before(async () => {
  metes = await install()
  server = await metes.serve({ METES_PUBLIC_RATE: '1000' })
  anybody = ogcClient(`${server.url}/ogc`)
})
after(async () => {
  await server.stop()
  await metes.remove()
})

const keyOf = async (email: string, plan = 'pro'): Promise<string> =>
  (await metes.runHere(['admin', 'create-key', '--email', email, '--plan', plan])).stdout.trim()

const unitsOf = async (key: string): Promise<number> => {
  const response = await fetch(`${server.url}/v1/account`, { headers: { 'x-api-key': key } })
  return ((await response.json()) as { units: { used: number } }).units.used
}

const STATES = '/collections/state/items?country=DE&detail=low'

test('documents are public, features need a key', async () => {
  for (const path of ['', '/conformance', '/api', '/collections', '/collections/state']) {
    const { status, headers } = await anybody(path)
    assert.equal(status, 200, path)
    assert.match(String(headers.get('cache-control')), /^public/)
    assert.match(String(headers.get('ratelimit-policy')), /"public"/)
  }
  for (const path of [STATES, '/collections/state/items/r62422']) {
    const { status, body } = await anybody(path)
    assert.equal(status, 401, path)
    assert.equal(body.code, 'unauthorized')
    assert.match(String(body.detail), /^This address needs an API key\. .*password of HTTP Basic.* feed/)
  }
})

test('a key is taken as bearer, in X-API-Key, or as the password of any user', async () => {
  const key = await keyOf('forms@example.org')
  for (const headers of [
    { authorization: `Bearer ${key}` },
    { 'x-api-key': key },
    basic('anybody', key),
    basic('', key),
    { authorization: basic('x', key).authorization.replace('Basic', 'bAsIc') },
  ]) {
    const { status, headers: answered } = await anybody(STATES, headers)
    assert.equal(status, 200)
    assert.match(String(answered.get('cache-control')), /^private/)
  }
})

test('a wrong password is 401 everywhere, with both challenges, Basic first', async () => {
  const key = await keyOf('wrong@example.org')
  for (const headers of [
    basic('x', `${key.slice(0, -1)}_`),
    basic('x', ''),
    basic(key, 'x'),
    { authorization: 'Basic' },
    { authorization: 'Basic %%%' },
    { authorization: `Basic ${key}` },
  ])
    for (const path of ['', STATES]) {
      const { status, headers: answered } = await anybody(path, headers)
      assert.equal(status, 401, headers.authorization)
      assert.match(String(answered.get('www-authenticate')), /^Basic realm="Metes", charset="UTF-8", Bearer /)
      assert.equal(answered.get('cache-control'), 'no-store')
    }
})

test('elsewhere a password is no key, and Basic is not asked for', async () => {
  const key = await keyOf('elsewhere@example.org')
  const response = await fetch(`${server.url}/v1/account`, { headers: basic('x', key) })
  assert.equal(response.status, 401)
  assert.doesNotMatch(String(response.headers.get('www-authenticate')), /Basic/)
})

test('a page costs 1 unit per 10 features, rounded up; a feature costs 1; documents and failures nothing', async () => {
  const key = await keyOf('costs@example.org')
  const get = ogcClient(`${server.url}/ogc`, basic('x', key))
  let used = 0
  for (const [path, units] of [
    [STATES, 2],
    [`${STATES}&limit=10`, 1],
    [`${STATES}&limit=11`, 2],
    ['/collections/state/items?name=Nowhere', 1],
    ['/collections/state/items/r62422', 1],
    ['', 0],
    ['/collections', 0],
    ['/collections/state/items?limit=x', 0],
    ['/collections/state/items/r1', 0],
  ] as const) {
    await get(path)
    used += units
    assert.equal(await unitsOf(key), used, path)
  }
})

test('an answer that the caller has is 304 and costs nothing', async () => {
  const key = await keyOf('tags@example.org')
  const get = ogcClient(`${server.url}/ogc`, basic('x', key))
  const path = `${STATES}&limit=3`
  const tag = String((await get(path)).headers.get('etag'))
  const used = await unitsOf(key)
  assert.equal((await get(path, { 'if-none-match': tag })).status, 304)
  assert.equal(await unitsOf(key), used)
})

test('without units left features are 402, and documents are still there', async () => {
  const key = await keyOf('spent@example.org', 'free')
  const get = ogcClient(`${server.url}/ogc`, basic('x', key))
  let status = 200
  // 1,000 units of the plan, in pages of 100.
  for (let page = 0; status === 200 && page < 12; page++)
    status = (await get('/collections/county/items?limit=1000&detail=low')).status
  assert.equal(status, 402)
  assert.equal((await get('/collections')).status, 200)
})

test('the calls of a plan are limited, documents included', async () => {
  const key = await keyOf('fast@example.org', 'free')
  const get = ogcClient(`${server.url}/ogc`, basic('x', key))
  const statuses = []
  for (let call = 0; call < 61; call++)
    statuses.push((await get(call % 2 === 0 ? '/collections' : '/conformance')).status)
  assert.deepEqual(
    statuses,
    Array.from({ length: 61 }, (_, call) => (call < 60 ? 200 : 429)),
  )
})

test('with METES_ACCESS=open everybody on the network reads features, without a key', async () => {
  const open = await metes.serve({ METES_ACCESS: 'open' })
  try {
    const get = ogcClient(`${open.url}/ogc`)
    const { status, body, headers } = await get(STATES)
    assert.equal(status, 200)
    assert.equal(body.numberReturned, 16)
    assert.match(String(headers.get('cache-control')), /^public/)
    assert.equal((await get('/collections/state/items/r62422')).status, 200)
    assert.equal((await get(STATES, basic('x', 'wrong'))).status, 401)
  } finally {
    await open.stop()
  }
})
