/** Headers that keep browsers from misinterpreting an answer: on every one, including errors. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type MadeUpService, startService } from '../registry/made-up-service.ts'
import { ask, speak } from './raw.ts'

let service: MadeUpService
before(async () => {
  service = await startService()
})
after(() => service.close())

const EXPECTED = ['x-content-type-options', 'content-security-policy', 'x-frame-options', 'referrer-policy']

const answers: readonly (readonly [status: number, path: string, method?: string])[] = [
  [200, '/v1'],
  [200, '/v1/boundaries/r1'],
  [200, '/healthz'],
  [200, '/sign-in'],
  [204, '/v1', 'OPTIONS'],
  [404, '/nowhere'],
  [405, '/v1', 'DELETE'],
  [401, '/v1/account'],
  [400, '/v1/boundaries/r1?detail=huge'],
]
for (const [status, path, method = 'GET'] of answers) {
  test(`${method} ${path}, ${status}`, async () => {
    const answer = await ask(`${service.url}${path}`, { method })
    assert.equal(answer.status, status)
    for (const name of EXPECTED) {
      const value = answer.headers[name]
      assert.ok(typeof value === 'string' && value !== '', `${name} is missing`)
    }
    // Two policies would both apply, and the stricter would break a page.
    assert.equal(String(answer.headers['content-security-policy']).includes(','), false)
  })
}

test('an unchanged answer, 304', async () => {
  const first = await ask(`${service.url}/v1/boundaries/r1`)
  const again = await ask(`${service.url}/v1/boundaries/r1`, {
    headers: { 'If-None-Match': String(first.headers.etag) },
  })
  assert.equal(again.status, 304)
  for (const name of EXPECTED) assert.ok(again.headers[name], `${name} is missing`)
})

test('an answer to a request that is not HTTP, 400', async () => {
  const answer = (await speak(service.url, 'hello\r\n\r\n')).toLowerCase()
  for (const name of EXPECTED) assert.ok(answer.includes(`\r\n${name}: `), `${name} is missing`)
})
