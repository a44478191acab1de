/** Access to each operation, as a table written by hand: add every new operation with its answer to a call without a key. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { OPS } from '../../src/ops/index.ts'
import { KEY, type MadeUpService, startService } from './made-up-service.ts'

/** Status without a credential. */
const WITHOUT_KEY: Readonly<Record<string, readonly { readonly input: object; readonly status: number }[]>> =
  {
    list_ops: [{ input: {}, status: 200 }],
    start_device_login: [{ input: {}, status: 200 }],
    poll_device_login: [{ input: { device_code: 'made-up-device-code' }, status: 200 }],
    search_boundaries: [{ input: { q: 'Utland' }, status: 200 }],
    get_boundary: [
      { input: { id: 'r1' }, status: 200 },
      { input: { id: 'r1', detail: 'low' }, status: 200 },
      { input: { id: 'r1', detail: 'medium' }, status: 401 },
      { input: { id: 'r1', detail: 'high' }, status: 401 },
      { input: { id: 'r1', detail: 'full' }, status: 401 },
    ],
    export_boundary: [{ input: { id: 'r1' }, status: 401 }],
    export_collection: [
      { input: { within: 'r1' }, status: 401 },
      { input: { within: 'r1', dry_run: true }, status: 401 },
    ],
    reverse_boundaries: [{ input: { lat: 0.5, lon: 0.5 }, status: 401 }],
    list_children: [{ input: { id: 'r1' }, status: 200 }],
    contains_points: [{ input: { id: 'r1', points: [[0.5, 0.5]] }, status: 401 }],
    union_boundaries: [{ input: { include: ['r1', 'r2'] }, status: 401 }],
    create_area: [{ input: { text: 'Utland' }, status: 401 }],
    get_job: [{ input: { id: 'job_7k2m9x4c1p8w5t3z7k2m9x' }, status: 401 }],
    cancel_job: [{ input: { id: 'job_7k2m9x4c1p8w5t3z7k2m9x' }, status: 401 }],
    get_account: [{ input: {}, status: 401 }],
    update_profile: [{ input: { name: 'Ann' }, status: 401 }],
    list_keys: [{ input: {}, status: 401 }],
    create_key: [{ input: {}, status: 401 }],
    revoke_key: [{ input: { id: 'k' }, status: 401 }],
    get_usage: [{ input: {}, status: 401 }],
    report_issue: [{ input: { title: 'An island is missing' }, status: 401 }],
    request_feature: [{ input: { title: 'Tiles' }, status: 401 }],
    list_feedback: [{ input: {}, status: 200 }],
    get_feedback: [{ input: { id: 1 }, status: 200 }],
    upvote_feedback: [{ input: { id: 1 }, status: 401 }],
    remove_upvote: [{ input: { id: 1 }, status: 401 }],
    comment_feedback: [{ input: { id: 1, text: 'Here too.' }, status: 401 }],
    update_email_preferences: [
      { input: {}, status: 401 },
      { input: { subscribed: false }, status: 401 },
    ],
  }

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

test('the table has every operation', () => {
  assert.deepEqual(Object.keys(WITHOUT_KEY).sort(), OPS.map((op) => op.name).sort())
})

for (const [op, rows] of Object.entries(WITHOUT_KEY)) {
  describe(op, () => {
    for (const { input, status } of rows) {
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
        const response = await call(op, rows[0].input, headers)
        assert.equal(response.status, 401)
        assert.match(response.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
      })
    }
  })
}
