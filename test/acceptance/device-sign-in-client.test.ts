/** An OAuth client that does not know Metes signs in by the standard alone: https://github.com/panva/oauth4webapi */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { openFiles, type Storage } from '../../src/storage/sql/open-storage.ts'
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
  storage = await openFiles(metes.dataDir)
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

const start = async (): Promise<oauth.DeviceAuthorizationResponse> => {
  const answer = await oauth.deviceAuthorizationRequest(issuer, client, oauth.None(), {}, insecure)
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

test('it waits, is approved, and gets a token that is a key with its name', async () => {
  const { device_code, user_code, verification_uri, verification_uri_complete, interval } = await start()
  assert.equal(verification_uri, `${issuer.issuer}/device`)
  assert.equal(verification_uri_complete, `${verification_uri}?code=${user_code}`)
  assert.equal(interval, 5)
  assert.equal(await refusal(device_code), 'authorization_pending')
  assert.equal(await ann.approve(user_code), 'done')
  const { access_token, token_type } = await poll(device_code)
  assert.equal(token_type, 'bearer')
  const keys = await oauth.protectedResourceRequest(
    access_token,
    'GET',
    new URL('/v1/keys', server.url),
    new Headers(),
    null,
    insecure,
  )
  const body = (await keys.json()) as { keys: { name: string }[] }
  assert.deepEqual(
    body.keys.map(({ name }) => name),
    ['a stock client'],
  )
  assert.equal(await refusal(device_code), 'invalid_grant')
})

test('it learns of a denial and of an unknown code in the error codes of the standard', async () => {
  const { device_code, user_code } = await start()
  await ann.deny(user_code)
  assert.equal(await refusal(device_code), 'access_denied')
  assert.equal(await refusal('unknown'), 'invalid_grant')
  assert.equal(await refusal('x'.repeat(201)), 'invalid_request')
})

test('another grant is refused with the error code of the standard', async () => {
  const response = await fetch(`${server.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', username: 'ann', password: 'x' }),
  })
  assert.equal(response.status, 400)
  assert.equal(((await response.json()) as { error: string }).error, 'unsupported_grant_type')
})
