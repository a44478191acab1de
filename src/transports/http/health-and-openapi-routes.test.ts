import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import type { ServedCatalog } from '../../platform/publishing/ports.ts'
import { type ServiceRoutesOptions, serviceRoutes } from './health-and-openapi-routes.ts'
import type { HttpAnswer, HttpRequest } from './message.ts'

const at = (path: string, options: Partial<ServiceRoutesOptions>): (() => Promise<HttpAnswer>) => {
  const routes = serviceRoutes({ openApi: () => ({}), unready: () => null, servedCatalog: null, ...options })
  const route = routes.find((each) => each.path === path)!
  return async () => route.endpoint({} as HttpRequest)
}

test('a full storage is named by its own problem', async () => {
  const cause = Object.assign(new Error('write'), { code: 'ENOSPC' })
  const ready = at('/readyz', { unready: () => ({ reason: 'The data directory cannot be used.', cause }) })
  await assert.rejects(ready(), { code: 'storage_full' })
})

test('the OpenAPI document is rendered once', async () => {
  let made = 0
  const describe = at('/openapi.json', { openApi: () => ({ made: ++made }) })
  const answers = await Promise.all(Array.from({ length: 20 }, describe))
  assert.equal(made, 1)
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
})

test('readiness names the published catalog that is served, and why not the newest, without names of places', async () => {
  const served: ServedCatalog = {
    version: '7-1a2b3c4d',
    ageSeconds: 12,
    fault: { kind: 'unreachable', since: '2026-01-01T00:00:00Z', details: 'GET https://secret.example.org' },
  }
  const { status, body } = await at('/readyz', { servedCatalog: () => served })()
  assert.equal(status, 200)
  assert.ok(body instanceof EncodedBody)
  assert.deepEqual(JSON.parse(new TextDecoder().decode(body.bytes)), {
    status: 'ready',
    catalog: {
      version: '7-1a2b3c4d',
      age_seconds: 12,
      fault: {
        kind: 'unreachable',
        since: '2026-01-01T00:00:00Z',
        reason: 'The storage of the published catalog does not answer.',
      },
    },
  })
})
