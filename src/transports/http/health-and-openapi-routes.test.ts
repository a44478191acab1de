import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ServiceRoutesOptions, serviceRoutes } from './health-and-openapi-routes.ts'
import type { HttpAnswer, HttpRequest } from './message.ts'

const at = (path: string, options: Partial<ServiceRoutesOptions>): (() => Promise<HttpAnswer>) => {
  const routes = serviceRoutes({ openApi: () => ({}), unready: () => null, ...options })
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
