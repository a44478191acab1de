import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpAnswer, HttpRequest } from './message.ts'
import { type ServiceRoutesOptions, serviceRoutes } from './service-routes.ts'

let nowMs = 0

const at = (path: string, options: Partial<ServiceRoutesOptions>): (() => Promise<HttpAnswer>) => {
  const routes = serviceRoutes({
    openApi: () => ({}),
    ready: async () => {},
    clock: { now: () => nowMs, elapsedMs: () => nowMs },
    ...options,
  })
  const route = routes.find((each) => each.path === path)!
  return async () => route.endpoint({} as HttpRequest)
}

test('the stores are checked at most once a second, for any number of requests', async () => {
  let asked = 0
  const ready = at('/readyz', { ready: async () => void asked++ })
  await Promise.all(Array.from({ length: 20 }, ready))
  nowMs += 999
  await ready()
  assert.equal(asked, 1)
  nowMs += 1
  await ready()
  assert.equal(asked, 2)
})

test('a failure is checked again after a second', async () => {
  let broken = true
  const ready = at('/readyz', {
    ready: async () => {
      if (broken) throw new Error('disk I/O error')
    },
  })
  await assert.rejects(ready(), { code: 'not_ready' })
  broken = false
  await assert.rejects(ready(), { code: 'not_ready' })
  nowMs += 1_000
  assert.equal((await ready()).status, 200)
})

test('the OpenAPI document is rendered once', async () => {
  let made = 0
  const describe = at('/openapi.json', { openApi: () => ({ made: ++made }) })
  const answers = await Promise.all(Array.from({ length: 20 }, describe))
  assert.equal(made, 1)
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
})
