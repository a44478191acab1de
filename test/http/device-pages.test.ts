/** The pages that approve a device: they show a stranger's text safely, and decide only with the right form. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { deviceCodeHash } from '../../src/platform/device-sign-in/codes.ts'
import type { StartedSignIn } from '../../src/platform/device-sign-in/device-sign-ins.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { type MadeUpService, SESSION, startService, VIEWER } from '../registry/made-up-service.ts'
import { type Approver, approverOf } from '../support/approver.ts'
import { temporaryStorage } from '../support/databases.ts'
import { ask } from './raw.ts'

let storage: Storage
let ann: Approver
let service: MadeUpService
before(async () => {
  storage = await temporaryStorage()
})
// A new service each time, because attempts are counted.
beforeEach(async () => {
  await service?.close()
  ann = await approverOf(storage, VIEWER.email, VIEWER.accountId)
  service = await startService({ deviceSignIns: ann.signIns })
})
after(async () => {
  await service.close()
  await storage.close()
})

const SIGNED_IN = { cookie: `__Host-metes_session=${SESSION}` }
const ADDRESS = { 'x-forwarded-for': '192.0.2.1' }

const get = async (path: string, headers: Record<string, string> = SIGNED_IN) => {
  const answer = await ask(`${service.url}${path}`, {
    headers: { accept: 'text/html', ...ADDRESS, ...headers },
  })
  return { ...answer, text: answer.body.toString() }
}

const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const answer = await ask(`${service.url}/device`, {
    method: 'POST',
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...ADDRESS,
      ...SIGNED_IN,
      ...headers,
    },
    body: new URLSearchParams({ csrf_token: VIEWER.csrfToken, ...fields }).toString(),
  })
  return { ...answer, text: answer.body.toString() }
}

const start = (clientName: string | null = 'laptop', address = '192.0.2.1'): Promise<StartedSignIn> =>
  ann.signIns.start({ clientName, address })
const resultOf = async ({ deviceCode }: StartedSignIn) => (await ann.signIns.poll(deviceCode, null)).result

test('a visitor without a session is sent to sign in, and returns with the code', async () => {
  const { status, headers } = await get('/device?code=BCDF-GHJK', {})
  assert.equal(status, 303)
  assert.equal(headers.location, '/sign-in?next=%2Fdevice%3Fcode%3DBCDF-GHJK')
})

test('without a code the page asks for it', async () => {
  const { status, text, headers } = await get('/device')
  assert.equal(status, 200)
  assert.match(text, /<form action="\/device">/)
  assert.match(text, /<label for="code">/)
  assert.equal(headers['cache-control'], 'no-store')
})

test('opening the link decides nothing: it shows the code, the name, and the origin of the request', async () => {
  const signIn = await start()
  const { status, text } = await get(`/device?code=${signIn.userCode.toLowerCase()}`)
  assert.equal(status, 200)
  assert.ok(text.includes(signIn.userCode))
  assert.match(text, /<q><bdi>laptop<\/bdi><\/q>/)
  assert.match(text, /less than a minute ago/)
  assert.match(text, /192\.0\.2\.1<\/code>, your network/)
  assert.match(text, /ann@example\.org/)
  assert.equal(await resultOf(signIn), 'authorization_pending')
})

test('a name with markup stays text, and a device in another network is marked', async () => {
  const signIn = await start('<img src=x onerror=alert(1)>"</q>', '203.0.113.9')
  const { text } = await get(`/device?code=${signIn.userCode}`)
  assert.ok(!text.includes('<img'))
  assert.match(text, /&lt;img src=x onerror=alert\(1\)&gt;&quot;&lt;\/q&gt;/)
  assert.match(text, /203\.0\.113\.9<\/code>, <strong>not your current network/)
})

test('an app that asks for access shows what it asks for, and gets that and no key', async () => {
  const userCode = 'BCDF-GHJK'
  await ann.signIns.accesses.start({
    deviceCode: 'd',
    userCode,
    clientName: 'television',
    address: '192.0.2.1',
    expiresAtMs: Date.now() + 900_000,
    access: { clientId: 'television', scopes: ['areas'], resources: ['https://metes.example'] },
  })
  const { text } = await get(`/device?code=${userCode}`)
  assert.match(
    text,
    /access to the account <strong>ann@example\.org<\/strong>\. It may:\s*<ul><li>draw areas/,
  )
  assert.ok(!text.includes('a key of the account'))
  await post({ code: userCode, decision: 'approve' })
  const polled = await ann.signIns.accesses.poll('d')
  assert.equal(polled?.result, 'approved')
  const grant = await storage.oauth.findGrant(String(polled?.grantId))
  assert.deepEqual([grant?.accountId, grant?.scopes], [VIEWER.accountId, ['areas']])
  const redeemed = await Promise.all(Array.from({ length: 20 }, () => ann.signIns.accesses.redeem('d')))
  assert.equal(redeemed.filter(Boolean).length, 1)
  assert.equal((await ann.signIns.accesses.poll('d'))?.result, 'invalid_grant')
})

test('a device is approved with the button, and gets its key', async () => {
  const signIn = await start()
  const { status, headers } = await post({ code: signIn.userCode, decision: 'approve' })
  assert.deepEqual([status, headers.location], [303, '/device/approved'])
  assert.match((await get('/device/approved')).text, /<h1>Approved/)
  assert.equal(await resultOf(signIn), 'key')
  assert.equal(await resultOf(signIn), 'invalid_grant')
})

test('a device is denied with the other button, and cannot be approved after that', async () => {
  const signIn = await start()
  const { headers } = await post({ code: signIn.userCode, decision: 'deny' })
  assert.equal(headers.location, '/device/denied')
  assert.match((await get('/device/denied')).text, /<h1>Denied/)
  assert.equal(await resultOf(signIn), 'access_denied')
  const late = await post({ code: signIn.userCode, decision: 'approve' })
  assert.equal(late.status, 409)
  assert.match(late.text, /already approved or denied/)
})

test('a form of another site, without the token or without a decision, approves nothing', async () => {
  const signIn = await start()
  const approval = { code: signIn.userCode, decision: 'approve' }
  assert.equal((await post(approval, { 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.equal((await post({ ...approval, csrf_token: 'guessed' })).status, 403)
  assert.equal((await post(approval, { cookie: '' })).headers.location, '/sign-in')
  assert.equal((await post({ code: signIn.userCode })).headers.location, `/device?code=${signIn.userCode}`)
  assert.equal((await post({ code: signIn.userCode, decision: 'constructor' })).status, 303)
  assert.equal(await resultOf(signIn), 'authorization_pending')
})

test('an unknown code is reported, and shown as text', async () => {
  const { status, text } = await get(`/device?code=${encodeURIComponent('"><script>')}`)
  assert.equal(status, 404)
  assert.match(text, /role="alert"/)
  assert.match(text, /value="&quot;&gt;&lt;script&gt;"/)
})

test('an expired code is reported', async () => {
  const { deviceCode, userCode } = await start()
  const signIn = (await storage.deviceSignIns.findByDevice(deviceCodeHash(deviceCode)))!
  await storage.deviceSignIns.add({ ...signIn, deviceHash: 'old', userCode: 'ZZZZ-ZZZZ', expiresAtMs: 1 })
  assert.equal((await get('/device?code=ZZZZ-ZZZZ')).status, 410)
  assert.equal((await post({ code: 'ZZZZ-ZZZZ', decision: 'approve' })).status, 410)
  assert.equal((await get(`/device?code=${userCode}`)).status, 200)
})

test('trying many codes is stopped', async () => {
  const { userCode } = await start()
  for (let count = 0; count < 20; count++) assert.equal((await get('/device?code=BBBB-BBBB')).status, 404)
  const stopped = await get(`/device?code=${userCode}`)
  assert.equal(stopped.status, 429)
  assert.match(stopped.text, /Wait 15 minutes/)
  assert.equal((await post({ code: userCode, decision: 'approve' })).status, 429)
})
