/** The audit trail as the operator reads it: real commands, real servers, a person in a browser, both databases. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Browser } from '../support/browser.ts'
import { TEST_DATABASES, wholeDatabase } from '../support/databases.ts'
import { mailTo, signInOf } from '../support/outbox.ts'
import { install } from '../support/service.ts'

interface Event {
  readonly action: string
  readonly count: number | null
  readonly email: string | null
  readonly key_prefix: string | null
  readonly way: string
  readonly network: string | null
  readonly detail: string | null
}

const auditTrailOf = async (env: Readonly<Record<string, string>>): Promise<void> => {
  const metes = await install()
  const server = await metes.serve({ METES_PUBLIC_RATE: '1000', ...env })
  let stopped = false
  try {
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await metes.runHere(args, env)
      assert.equal(code, 0, stderr)
      return stdout
    }
    const trail = async (...args: string[]): Promise<readonly Event[]> =>
      JSON.parse(await run('admin', 'audit', ...args)).events
    const actionsOf = (events: readonly Event[]) => events.map(({ action, way }) => `${action} ${way}`).sort()

    const first = (await run('admin', 'create-key', '--email', 'ann@example.org')).trim()
    const call = (key: string, method: string, path: string, body?: object) =>
      fetch(`${server.url}${path}`, {
        method,
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    const made = await call(first, 'POST', '/v1/keys', { name: 'nightly' })
    const { api_key: second, id } = (await made.json()) as { api_key: string; id: string }
    for (let count = 0; count < 3; count++)
      assert.equal((await call(second, 'GET', '/v1/account')).status, 200)
    await call(second, 'POST', '/v1/feedback/issues', { title: 'An island is missing' })
    assert.equal((await call(second, 'DELETE', `/v1/keys/${id}`)).status, 200)
    assert.equal((await call(first, 'DELETE', `/v1/keys/${id}`)).status, 200)
    await run('admin', 'set-plan', 'ann@example.org', 'pro')
    await run('admin', 'set-plan', 'ann@example.org', 'pro')
    await run('admin', 'feedback-status', '1', 'planned')

    const started = await call(first, 'POST', '/v1/auth/device', { client_name: 'laptop' })
    const device = (await started.json()) as { user_code: string; device_code: string }
    const browser = new Browser(server.url)
    await browser.open(`/device?code=${device.user_code}`)
    await browser.submit('/sign-in', { email: 'bob@example.org' })
    const { code } = signInOf(await mailTo(metes.dataDir, 'bob@example.org', 'sign_in'))
    assert.equal((await browser.submit('/sign-in/code', { code: 'BCDF-GHJK' })).status, 400)
    await browser.submit('/sign-in/code', { code })
    await browser.submit('/device', { decision: 'approve' })
    const polled = await call(first, 'POST', '/v1/auth/device/token', { device_code: device.device_code })
    const { api_key: third } = (await polled.json()) as { api_key: string }
    await server.stop()
    stopped = true

    const whole = await run('admin', 'audit')
    for (const secret of [first, second, third, device.device_code, code]) assert.ok(!whole.includes(secret))
    assert.deepEqual(actionsOf(await trail('--email', 'Ann@example.org')), [
      'key_created command',
      'key_created operation',
      'key_revoked operation',
      'key_used operation',
      'key_used operation',
      'plan_changed command',
    ])
    assert.deepEqual(actionsOf(await trail('--email', 'bob@example.org')), [
      'device_approved page',
      'key_created device',
      'sign_in_succeeded page',
    ])
    const failed = (await trail()).filter(({ action }) => action === 'sign_in_failed')
    assert.deepEqual(
      failed.map(({ count, network }) => [count, network]),
      [[1, '127.0.0.0/24']],
    )
    const ofKey = await trail('--key', second)
    assert.deepEqual(actionsOf(ofKey), [
      'key_created operation',
      'key_revoked operation',
      'key_used operation',
    ])
    assert.ok(ofKey.every((event) => event.key_prefix === second.slice(0, 8)))
    assert.equal(ofKey.find(({ action }) => action === 'key_created')?.detail, 'nightly')
    assert.deepEqual(await trail('--since', '2999-01-01'), [])
    assert.equal((await trail('--since', '1h', '--limit', '2')).length, 2)

    const table = await run('admin', 'audit', '--format', 'table')
    assert.match(table, /^last +action +times +account +key +way +network +detail\n/)
    assert.match(table, /feedback_status_changed +1 +command +#1 planned\n/)
    assert.match(table, /plan_changed +1 +ann@example\.org +command +pro\n/)

    const nobody = await metes.runHere(['admin', 'audit', '--email', 'carl@example.org'], env)
    assert.deepEqual([nobody.code, nobody.stderr], [1, 'Error: There is no account for carl@example.org.\n'])
    const unclear = await metes.runHere(['admin', 'audit', '--since', 'yesterday'], env)
    assert.equal(unclear.code, 2)
    assert.match(unclear.stderr, /36h, 7d/)
  } finally {
    if (!stopped) await server.stop()
    await metes.remove()
  }
}

test('the operator sees who changed keys, sign-ins, devices, plans and feedback, and no secret', () =>
  auditTrailOf({}))

test('on PostgreSQL as well', { skip: TEST_DATABASES[1].skip }, async () => {
  const database = await wholeDatabase()
  try {
    await auditTrailOf({ METES_DATABASE_URL: database.url })
  } finally {
    await database.remove()
  }
})
