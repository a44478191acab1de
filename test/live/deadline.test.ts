/** A caller who waits as long as a call may last, and the fetch that goes on without them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { install } from '../support/service.ts'
import { boxOf, serveScriptedOverpass } from './scripted-overpass.ts'

const NEVER_MS = 600_000

test('504 says when to come back, the fetch goes on, and a later call has its answer: one request in all', async () => {
  const overpass = await serveScriptedOverpass(1, NEVER_MS)
  const installation = await install()
  try {
    const server = await installation.serve({ METES_OVERPASS_URL: overpass.url, METES_LIVE_WAIT: '1' })
    const late = await fetch(`${server.url}/v1/boundaries/r22`)
    assert.equal(late.status, 504)
    assert.equal(late.headers.get('retry-after'), '5')
    const problem = (await late.json()) as { readonly code: string }
    assert.equal(problem.code, 'source_timeout')
    overpass.release()
    let next = late
    while (next.status === 504) next = await fetch(`${server.url}/v1/boundaries/r22`)
    assert.equal(next.status, 200)
    assert.deepEqual(((await next.json()) as { readonly bbox: readonly number[] }).bbox, boxOf(22))
    assert.equal(overpass.requests, 1)
    await server.stop()
  } finally {
    await installation.remove()
    await overpass.close()
  }
})
