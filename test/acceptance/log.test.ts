/** The log of a real server at its most verbose level: the causes of failures, and no credential. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Browser } from '../support/browser.ts'
import { install } from '../support/service.ts'

test('no key is in any line of the log, wherever a caller puts it', async () => {
  const metes = await install()
  const server = await metes.serve({ METES_LOG_LEVEL: 'debug' })
  try {
    const key = await metes.createKey()
    const revoked = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
    const bearer = { Authorization: `Bearer ${key}` }
    const json = { ...bearer, 'Content-Type': 'application/json' }
    const calls: readonly (readonly [path: string, init: RequestInit])[] = [
      ['/v1/account', { headers: bearer }],
      ['/v1/account', { headers: { 'X-API-Key': revoked } }],
      ['/v1/account', { headers: { Authorization: key } }],
      ['/v1', { headers: { 'X-Request-Id': key } }],
      [`/v1/boundaries/${key}`, {}],
      [`/v1/nowhere/${key}`, {}],
      [`/v1/boundaries?q=Paris&api_key=${key}`, {}],
      [`/v1/boundaries?q=${key}`, { headers: bearer }],
      ['/v1/ops/get_boundary', { method: 'POST', headers: json, body: JSON.stringify({ id: key }) }],
      ['/v1/ops/get_boundary', { method: 'POST', headers: json, body: key }],
      ['/v1/keys', { method: 'POST', headers: json, body: JSON.stringify({ name: key }) }],
      [`/v1/keys/${key}`, { method: 'DELETE', headers: bearer }],
    ]
    for (const [path, init] of calls) await (await fetch(`${server.url}${path}`, init)).arrayBuffer()
    assert.equal(await server.stop(), 0)
    const log = server.log()
    assert.ok(log.includes('get_boundary') && log.includes('create_key'), log)
    for (const secret of [key, revoked]) {
      assert.equal(log.includes(secret.slice('mts_'.length + 4)), false)
    }
  } finally {
    await server.stop()
    await metes.remove()
  }
})

test('without a mail server the log has the whole sign-in link, and masks keys in the same line', async () => {
  const metes = await install()
  const server = metes.start(['serve'], { PORT: '0' })
  try {
    const browser = new Browser(await server.seen(/"url":"(http[^"]+)"/))
    await browser.open('/sign-in')
    const key = `mts_${'0'.repeat(40)}`
    await browser.submit('/sign-in', { email: `${key}@example.org` })
    const line = JSON.parse(await server.seen(/^(\{.*"msg":"sign-in link".*\})\n/m))
    assert.equal(line.to, 'mts_[masked]@example.org')
    const { pathname, search } = new URL(line.link)
    await browser.open(`${pathname}${search}`)
    const account = await browser.submit('/sign-in/link')
    assert.equal(account.status, 200)
    assert.ok(account.text.includes(`${key}@example.org`), account.text)
  } finally {
    server.kill('SIGTERM')
    await server.ended
    await metes.remove()
  }
})

test('the cause of a failure is in the log, with the password of the database masked', async () => {
  const metes = await install()
  const url = 'redis://:open-sesame@127.0.0.1:1'
  const server = await metes.serve({ METES_REDIS_URL: url })
  try {
    assert.equal((await fetch(`${server.url}/v1`)).status, 200)
    await server.stop()
    const warning = server
      .log()
      .split('\n')
      .find((line) => line.includes('counting limits in this process only'))
    assert.ok(warning !== undefined, server.log())
    assert.ok(JSON.parse(warning).error.message.length > 0, warning)
    assert.equal(server.log().includes('open-sesame'), false)
  } finally {
    await server.stop()
    await metes.remove()
  }
})

test('a server reachable without https warns once that keys come unencrypted', async () => {
  const metes = await install()
  const warned = async (env: Readonly<Record<string, string>>): Promise<number> => {
    const server = await metes.serve(env)
    await server.stop()
    return server.log().split('API keys are sent unencrypted').length - 1
  }
  try {
    assert.equal(await warned({ METES_HOST: '0.0.0.0' }), 1)
    assert.equal(await warned({ METES_HOST: '0.0.0.0', METES_BASE_URL: 'https://metes.example' }), 0)
    assert.equal(await warned({}), 0)
  } finally {
    await metes.remove()
  }
})
