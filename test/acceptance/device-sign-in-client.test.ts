/** An OAuth client that does not know Metes signs in by the standard alone: https://github.com/panva/oauth4webapi */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { type Approver, approverOf } from '../support/approver.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

let metes: Installation
let server: RunningServer
let storage: Storage
let ann: Approver
let issuer: oauth.AuthorizationServer
before(async () => {
  metes = await install()
  server = await metes.serve({ METES_PUBLIC_RATE: '1000' })
  storage = await openSqliteFiles(metes.dataDir)
  ann = await approverOf(storage, 'ann@example.org')
  // Its own address, as the metadata has it.
  const url = new URL(server.url.replace('127.0.0.1', 'localhost'))
  const found = await oauth.discoveryRequest(url, { algorithm: 'oauth2', ...insecure })
  issuer = await oauth.processDiscoveryResponse(url, found)
})
after(async () => {
  await storage.close()
  await server.stop()
  await metes.remove()
})

/** The test's server has no TLS. */
const insecure = { [oauth.allowInsecureRequests]: true }
const client: oauth.Client = { client_id: 'a stock client' }

const start = async (scope = 'boundaries'): Promise<oauth.DeviceAuthorizationResponse> => {
  const answer = await oauth.deviceAuthorizationRequest(issuer, client, oauth.None(), { scope }, insecure)
  return oauth.processDeviceAuthorizationResponse(issuer, client, answer)
}

const poll = async (deviceCode: string): Promise<oauth.TokenEndpointResponse> => {
  const answer = await oauth.deviceCodeGrantRequest(issuer, client, oauth.None(), deviceCode, insecure)
  return oauth.processDeviceCodeResponse(issuer, client, answer)
}

const refusal = async (deviceCode: string): Promise<string> => {
  const error = await poll(deviceCode).catch((caught: unknown) => caught)
  assert.ok(error instanceof oauth.ResponseBodyError, String(error))
  return error.error
}

test('it waits, is approved, and gets tokens for what was approved, listed with its name', async () => {
  const { device_code, user_code, verification_uri, verification_uri_complete, interval } =
    await start('account')
  assert.equal(verification_uri, `${issuer.issuer}/device`)
  assert.equal(verification_uri_complete, `${verification_uri}?code=${user_code}`)
  assert.equal(interval, 5)
  assert.equal(await refusal(device_code), 'authorization_pending')
  assert.equal(await ann.approve(user_code), 'done')
  const { access_token, refresh_token, token_type, scope } = await poll(device_code)
  assert.deepEqual([token_type, scope], ['bearer', 'account'])
  const keys = await oauth.protectedResourceRequest(
    access_token,
    'GET',
    new URL('/v1/keys', server.url),
    new Headers(),
    null,
    insecure,
  )
  assert.deepEqual(await keys.json(), { keys: [] })
  const grants = await storage.oauth.listGrants('id of ann@example.org', 0)
  assert.deepEqual(
    grants.map(({ clientName }) => clientName),
    ['a stock client'],
  )
  assert.equal(await refusal(device_code), 'invalid_grant')
  const refreshed = await oauth.refreshTokenGrantRequest(
    issuer,
    client,
    oauth.None(),
    String(refresh_token),
    insecure,
  )
  assert.equal((await oauth.processRefreshTokenResponse(issuer, client, refreshed)).scope, 'account')
})

test('it learns of a denial and of an unknown code in the error codes of the standard', async () => {
  const { device_code, user_code } = await start()
  await ann.deny(user_code)
  assert.equal(await refusal(device_code), 'access_denied')
  assert.equal(await refusal('unknown'), 'invalid_grant')
  assert.equal(await refusal('x'.repeat(201)), 'invalid_grant')
})

test('one that polls too fast is asked to slow down, and then to slow down more', async () => {
  const { device_code } = await start()
  assert.equal(await refusal(device_code), 'authorization_pending')
  assert.equal(await refusal(device_code), 'slow_down')
  assert.equal(await refusal(device_code), 'slow_down')
})

test('its code gives no key, and the code of a key gives it no token', async () => {
  const { device_code, user_code } = await start()
  await ann.approve(user_code)
  assert.deepEqual(await ann.signIns.poll(device_code, null), { result: 'invalid_grant' })
  const forKey = await ann.signIns.start({ clientName: 'laptop', address: null })
  await ann.approve(forKey.userCode)
  assert.equal(await refusal(forKey.deviceCode), 'invalid_grant')
})

test('another grant is refused with the error code of the standard', async () => {
  const response = await fetch(`${server.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'a stock client',
      grant_type: 'password',
      username: 'ann',
      password: 'x',
    }),
  })
  assert.equal(response.status, 400)
  assert.equal(((await response.json()) as { error: string }).error, 'unsupported_grant_type')
})
