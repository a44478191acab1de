/** Access to each operation, with and without a key. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { KEY, type MadeUpService, startService } from './made-up-service.ts'
import { PINNED } from './pinned-operations.ts'

let service: MadeUpService
before(async () => {
  service = await startService()
})
after(() => service.close())

const call = (op: string, input: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${service.url}/v1/ops/${op}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })

for (const [op, { withoutKey }] of Object.entries(PINNED)) {
  describe(op, () => {
    for (const { input, status } of withoutKey) {
      test(`${JSON.stringify(input)} without a key is ${status}`, async () => {
        assert.equal((await call(op, input)).status, status)
      })

      test(`${JSON.stringify(input)} with a key is 200, in either header`, async () => {
        assert.equal((await call(op, input, { authorization: `Bearer ${KEY}` })).status, 200)
        assert.equal((await call(op, input, { 'x-api-key': KEY })).status, 200)
      })
    }

    const badCredentials: readonly Readonly<Record<string, string>>[] = [
      { authorization: 'Bearer mts_revoked' },
      { authorization: `Basic ${KEY}` },
      { authorization: 'Bearer' },
      { 'x-api-key': 'nonsense' },
      { 'x-api-key': '' },
    ]
    for (const headers of badCredentials) {
      test(`an invalid credential is refused: ${JSON.stringify(headers)}`, async () => {
        const response = await call(op, withoutKey[0].input, headers)
        assert.equal(response.status, 401)
        assert.match(response.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
      })
    }
  })
}
