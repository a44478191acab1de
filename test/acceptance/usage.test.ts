/** Usage as callers see it, including after a restart of the server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { install } from '../support/service.ts'

test('an answer that the caller already has is free: 0 units, a call and a cache hit', async () => {
  const metes = await install()
  const server = await metes.serve()
  try {
    const call = (method: string, path: string, headers: Record<string, string> = {}) =>
      fetch(`${server.url}${path}`, { method, redirect: 'manual', headers: { 'X-API-Key': key, ...headers } })
    const key = await metes.createKey()
    const first = await call('GET', '/v1/boundaries/iso:FR')
    const held = { 'If-None-Match': String(first.headers.get('etag')) }
    assert.equal((await call('GET', '/v1/boundaries/iso:FR', held)).status, 304)
    assert.equal((await call('HEAD', '/v1/boundaries/iso:FR', held)).status, 304)
    const place = await call('GET', '/v1/boundaries/reverse?lat=48.85&lon=2.35')
    const samePlace = { 'If-None-Match': String(place.headers.get('etag')) }
    assert.equal((await call('GET', '/v1/boundaries/reverse?lat=48.85&lon=2.35', samePlace)).status, 304)
    // Changed answers, and calls that do not read a resource, are charged: another tag, a redirect, the RPC counterpart.
    assert.equal((await call('GET', '/v1/boundaries/iso:DE', held)).status, 200)
    assert.equal((await call('GET', '/v1/boundaries/iso:LU.wkt', { 'If-None-Match': '*' })).status, 302)
    const rpc = await fetch(`${server.url}/v1/ops/get_boundary`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...held },
      body: '{"id":"iso:FR"}',
    })
    assert.equal(rpc.status, 200)
    const response = await call('GET', '/v1/usage?days=1')
    const { days } = (await response.json()) as { days: { ops: unknown[] }[] }
    assert.deepEqual(days[0].ops, [
      { op: 'export_boundary', calls: 1, units: 1, cache_hits: 0 },
      { op: 'get_boundary', calls: 5, units: 3, cache_hits: 3 },
      { op: 'reverse_boundaries', calls: 2, units: 1, cache_hits: 1 },
    ])
  } finally {
    await server.stop()
    await metes.remove()
  }
})

test('calls, units and cache hits are counted by day and operation, and survive the server', async () => {
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

    const remote = await metes.runHere(['get-usage', '1'], { METES_SERVER: server.url, METES_API_KEY: key })
    assert.equal(JSON.parse(remote.stdout).days.length, 1)
    const local = await metes.runHere(['get-usage'])
    assert.equal(local.code, 1)
    assert.match(local.stderr, /get_usage needs an account\. Set METES_API_KEY/)
  } finally {
    await server.stop()
    await metes.remove()
  }
})
