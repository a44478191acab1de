/** Usage as callers see it, also after the server was stopped. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { install } from '../support/service.ts'

test('calls, units and answers that were ready are counted by day and operation, and outlive the server', async () => {
  const metes = await install()
  const key = await metes.createKey()
  const headers = { 'X-API-Key': key }
  let server = await metes.serve()
  try {
    const get = async (path: string) => (await fetch(`${server.url}${path}`, { headers })).status
    assert.equal(await get('/v1/boundaries/iso:FR'), 200)
    assert.equal(await get('/v1/boundaries/iso:FR'), 200)
    assert.equal(await get('/v1/boundaries/r999999999'), 404)
    assert.equal(await get('/v1/boundaries/search?q=France'), 200)
    assert.equal(await server.stop(), 0)

    server = await metes.serve()
    const response = await fetch(`${server.url}/v1/usage?days=2`, { headers })
    const { days, total } = (await response.json()) as { days: { ops: unknown[] }[]; total: unknown }
    assert.equal(days.length, 2)
    assert.deepEqual(
      days.flatMap(({ ops }) => ops),
      [
        { op: 'get_boundary', calls: 3, units: 2, cache_hits: 1 },
        { op: 'search_boundaries', calls: 1, units: 0, cache_hits: 0 },
      ],
    )
    assert.deepEqual(total, { calls: 4, units: 2, cache_hits: 1 })

    const remote = await metes.run(['get-usage', '1'], { METES_SERVER: server.url, METES_API_KEY: key })
    assert.equal(JSON.parse(remote.stdout).days.length, 1)
    const local = await metes.run(['get-usage'])
    assert.equal(local.code, 1)
    assert.match(local.stderr, /get_usage needs an API key/)
  } finally {
    await server.stop()
    await metes.remove()
  }
})
