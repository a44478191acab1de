/** Device sign-in as a device sees it, from two servers on one data directory. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deviceCodeHash } from '../../src/platform/device-sign-in/codes.ts'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { type Approver, approverOf } from '../support/approver.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

let metes: Installation
let servers: readonly RunningServer[]
let storage: Storage
let ann: Approver
before(async () => {
  metes = await install()
  servers = [await metes.serve(MANY_CALLS), await metes.serve(MANY_CALLS)]
  storage = await openSqliteFiles(metes.dataDir)
  ann = await approverOf(storage, 'ann@example.org')
})
after(async () => {
  await storage.close()
  for (const server of servers) await server.stop()
  await metes.remove()
})

const MANY_CALLS = { METES_PUBLIC_RATE: '1000' }

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

const post = async (path: string, body?: object, server = servers[0]): Promise<Answer> => {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const start = async (clientName = 'laptop') => {
  const { body } = await post('/v1/auth/device', { client_name: clientName })
  return body as { device_code: string; user_code: string }
}

const poll = (deviceCode: string, server = servers[0]) =>
  post('/v1/auth/device/token', { device_code: deviceCode }, server)

const failure = ({ status, body }: Answer) => [status, body.code, body.error]

test('a sign-in starts without a body, and returns all that a device needs', async () => {
  const { status, body } = await post('/v1/auth/device')
  assert.equal(status, 200)
  const { device_code, user_code, verification_uri, verification_uri_complete, ...rest } = body
  assert.equal(Buffer.from(String(device_code), 'base64url').length, 32)
  assert.match(String(user_code), /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  assert.match(String(verification_uri), /^http:\/\/localhost:\d+\/device$/)
  assert.equal(verification_uri_complete, `${verification_uri}?code=${user_code}`)
  assert.deepEqual(rest, { expires_in: 900, interval: 5 })
})

test('a client name of more than 80 letters is refused', async () => {
  assert.equal((await post('/v1/auth/device', { client_name: 'x'.repeat(81) })).status, 400)
})

test('before the approval the device must wait, and slow down if it polls too often', async () => {
  const { device_code } = await start()
  const first = await poll(device_code)
  assert.deepEqual(failure(first), [428, 'authorization_pending', 'authorization_pending'])
  assert.equal(first.body.interval, 5)
  const second = await poll(device_code, servers[1])
  assert.deepEqual(failure(second), [428, 'authorization_pending', 'authorization_pending'])
  assert.equal(second.body.interval, 10)
})

test('twenty concurrent polls of two servers get one key, which works and has the name of the device', async () => {
  const { device_code, user_code } = await start('a "laptop"\n\u202e<b>')
  assert.equal(await ann.approve(user_code), 'done')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) => poll(device_code, servers[number % 2])),
  )
  const [given, ...others] = answers.sort((a, b) => a.status - b.status)
  assert.deepEqual([given.status, given.body.email], [200, 'ann@example.org'])
  for (const other of others) assert.deepEqual(failure(other), [400, 'invalid_grant', 'invalid_grant'])
  const keys = await fetch(`${servers[1].url}/v1/keys`, {
    headers: { authorization: `Bearer ${given.body.api_key}` },
  })
  assert.equal(keys.status, 200)
  const names = ((await keys.json()) as { keys: { name: string }[] }).keys.map(({ name }) => name)
  assert.deepEqual(names, ['a "laptop" <b>'])
})

test('a poll after the key is an invalid grant, as is an unknown code', async () => {
  const { device_code, user_code } = await start()
  await ann.approve(user_code)
  assert.equal((await poll(device_code)).status, 200)
  assert.deepEqual(failure(await poll(device_code)), [400, 'invalid_grant', 'invalid_grant'])
  assert.deepEqual(failure(await poll('x')), [400, 'invalid_grant', 'invalid_grant'])
})

test('a denied device gets access_denied', async () => {
  const { device_code, user_code } = await start()
  await ann.deny(user_code)
  assert.deepEqual(failure(await poll(device_code)), [400, 'access_denied', 'access_denied'])
})

test('a sign-in that is not approved in time expires', async () => {
  const { device_code } = await start()
  const started = (await storage.deviceSignIns.findByDevice(deviceCodeHash(device_code)))!
  const old = {
    ...started,
    deviceHash: deviceCodeHash('old'),
    userCode: 'ZZZZ-ZZZZ',
    expiresAtMs: Date.now(),
  }
  await storage.deviceSignIns.add(old)
  assert.deepEqual(failure(await poll('old')), [400, 'expired_token', 'expired_token'])
  assert.equal(await ann.approve(old.userCode), 'expired')
})
