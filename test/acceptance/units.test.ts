/** Units as callers and the operator meet them: real commands, a real server. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { install } from '../support/service.ts'

test('only answers cost units; when they run out the numbers are shown, and another plan brings more', async () => {
  const metes = await install()
  const plansFile = join(metes.dataDir, 'plans.json')
  await writeFile(
    plansFile,
    '{"tiny": {"units_per_month": 2, "calls_per_minute": null}, "large": {"units_per_month": 4, "calls_per_minute": null}}',
  )
  const env = { METES_PLANS_FILE: plansFile, METES_DEFAULT_PLAN: 'tiny' }
  const server = await metes.serve(env)
  try {
    const made = await metes.runHere(['admin', 'create-key', '--email', 'ann@example.org'], env)
    const call = (id: string) =>
      fetch(`${server.url}/v1/boundaries/${id}`, { headers: { 'X-API-Key': made.stdout.trim() } })

    assert.equal((await call('r999999999')).status, 404)
    assert.equal((await call('iso:FR')).status, 200)
    assert.equal((await call('r999999999')).status, 404)
    assert.equal((await call('iso:FR')).status, 200)
    const refused = await call('iso:FR')
    assert.equal(refused.status, 402)
    const body = (await refused.json()) as Record<string, unknown>
    const now = new Date()
    const resetsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
    assert.deepEqual(
      [body.code, body.allowance, body.used, Date.parse(String(body.resets_at))],
      ['quota_exceeded', 2, 2, resetsAt.getTime()],
    )

    assert.equal((await call('iso:FR?detail=low')).status, 200, 'it is free without a key')

    const unknown = await metes.runHere(['admin', 'set-plan', 'ann@example.org', 'gold'], env)
    assert.deepEqual(
      [unknown.code, unknown.stderr],
      [1, 'Error: There is no plan "gold". The plans are tiny, large.\n'],
    )
    const nobody = await metes.runHere(['admin', 'set-plan', 'bob@example.org', 'large'], env)
    assert.deepEqual([nobody.code, nobody.stderr], [1, 'Error: There is no account for bob@example.org.\n'])
    assert.equal((await metes.runHere(['admin', 'set-plan', 'Ann@example.org', 'large'], env)).code, 0)
    // A running service caches a key's account for two seconds.
    const startedMs = Date.now()
    let answer = await call('iso:FR')
    while (answer.status === 402 && Date.now() - startedMs < 10_000) answer = await call('iso:FR')
    assert.equal(answer.status, 200)
  } finally {
    await server.stop()
    await metes.remove()
  }
})
