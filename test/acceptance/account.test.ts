/** Accounts and keys as their owners see them, and as others do not. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Installation, install, type RunningServer } from '../support/service.ts'

let metes: Installation
let server: RunningServer
let ann: string
let bob: string
before(async () => {
  metes = await install()
  server = await metes.serve()
  const keyOf = async (email: string) =>
    (await metes.run(['admin', 'create-key', '--email', email])).stdout.trim()
  ann = await keyOf('ann@example.org')
  bob = await keyOf('bob@example.org')
})
after(async () => {
  await server.stop()
  await metes.remove()
})

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

const ask = async (key: string, method: string, path: string, input?: object): Promise<Answer> => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { 'X-API-Key': key, ...(input && { 'Content-Type': 'application/json' }) },
    ...(input && { body: JSON.stringify(input) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const idsOf = async (key: string): Promise<readonly string[]> => {
  const { body } = await ask(key, 'GET', '/v1/keys')
  return (body.keys as { id: string }[]).map(({ id }) => id)
}

test('an account shows its plan, the rest of the month, its limit and its profile', async () => {
  const { body: before } = await ask(ann, 'GET', '/v1/account')
  const { units, created_at, ...rest } = before
  assert.deepEqual(rest, {
    email: 'ann@example.org',
    plan: 'free',
    rate_limit: { calls_per_minute: 60 },
    profile: { name: null, company: null, use_case: null },
  })
  assert.match(String(created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const { resets_at, ...counts } = units as { resets_at: string }
  assert.deepEqual(counts, { used: 0, allowance: 1_000, remaining: 1_000 })
  assert.match(resets_at, /^\d{4}-\d\d-01T00:00:00Z$/)
  assert.equal((await ask(ann, 'GET', '/v1/boundaries/iso:LI?detail=low')).status, 200)
  const { body: later } = await ask(ann, 'POST', '/v1/ops/get_account')
  assert.equal((later.units as { remaining: number }).remaining, 999)
})

test('only the named profile fields change, an empty text clears, and no other account changes', async () => {
  const change = async (input: object) => (await ask(ann, 'POST', '/v1/account', input)).body.profile
  const use_case = 'x'.repeat(1_000)
  assert.deepEqual(await change({ name: ' Ann ', use_case }), { name: 'Ann', company: null, use_case })
  assert.deepEqual(await change({ company: 'Office', use_case: '' }), {
    name: 'Ann',
    company: 'Office',
    use_case: null,
  })
  assert.deepEqual(await change({}), { name: 'Ann', company: 'Office', use_case: null })
  const { body } = await ask(bob, 'GET', '/v1/account')
  assert.deepEqual(body.profile, { name: null, company: null, use_case: null })
})

test('a profile field that is too long or unknown is refused', async () => {
  const inputs = [{ name: 'x'.repeat(121) }, { company: 'x'.repeat(121) }, { use_case: 'x'.repeat(1_001) }]
  for (const input of [...inputs, { email: 'eve@example.org' }, { plan: 'unlimited' }]) {
    const { status, body } = await ask(ann, 'POST', '/v1/account', input)
    assert.deepEqual([status, body.code], [400, 'invalid_input'])
  }
})

test('a key is shown once, works, and stops working when revoked', async () => {
  const { body: made } = await ask(ann, 'POST', '/v1/keys', { name: 'laptop' })
  const key = String(made.api_key)
  assert.equal((await ask(key, 'GET', '/v1/account')).body.email, 'ann@example.org')
  const { body: listed } = await ask(ann, 'GET', '/v1/keys')
  assert.ok(!JSON.stringify(listed).includes(key))
  const entry = (listed.keys as Record<string, unknown>[]).find(({ id }) => id === made.id)
  assert.deepEqual(
    [entry?.name, entry?.prefix, entry?.created_at, entry?.revoked_at],
    ['laptop', key.slice(0, 8), made.created_at, null],
  )
  const revoked = await ask(key, 'DELETE', `/v1/keys/${made.id}`)
  assert.equal(revoked.status, 200)
  assert.equal((await ask(key, 'GET', '/v1/account')).status, 401)
  assert.deepEqual((await ask(ann, 'POST', '/v1/ops/revoke_key', { id: made.id })).body, revoked.body)
})

test('an account cannot see or revoke the keys of another', async () => {
  const [anns, bobs] = [await idsOf(ann), await idsOf(bob)]
  assert.deepEqual(
    anns.filter((id) => bobs.includes(id)),
    [],
  )
  for (const id of anns) {
    const { status, body } = await ask(bob, 'DELETE', `/v1/keys/${id}`)
    assert.deepEqual([status, body.code], [404, 'not_found'])
  }
  assert.equal((await ask(ann, 'GET', '/v1/account')).status, 200)
})

test('usage is that of the calling account', async () => {
  await ask(ann, 'GET', '/v1/boundaries/search?q=France')
  const opsOf = async (key: string) => JSON.stringify((await ask(key, 'GET', '/v1/usage?days=2')).body)
  assert.match(await opsOf(ann), /"search_boundaries"/)
  assert.doesNotMatch(await opsOf(bob), /"search_boundaries"/)
})
