/** The scope of each operation, as a table written by hand: add every new operation with what an app needs for it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInScope } from '../../src/op/steps/authorize.ts'
import { OPS } from '../../src/ops/index.ts'
import { SCOPES } from '../../src/platform/oauth/scopes.ts'

const ALLOWED: Readonly<Record<(typeof SCOPES)[number], readonly string[]>> = {
  boundaries: [
    'search_boundaries',
    'get_boundary',
    'export_boundary',
    'export_collection',
    'reverse_boundaries',
    'list_children',
    'contains_points',
    'union_boundaries',
    'get_job',
    'cancel_job',
  ],
  areas: ['create_area', 'get_job', 'cancel_job'],
  feedback: [
    'report_issue',
    'request_feature',
    'list_feedback',
    'get_feedback',
    'upvote_feedback',
    'remove_upvote',
    'comment_feedback',
  ],
  account: [
    'get_account',
    'update_profile',
    'update_email_preferences',
    'get_usage',
    'list_keys',
    'create_key',
    'revoke_key',
  ],
}
const ALWAYS = ['list_ops', 'start_device_login', 'poll_device_login']

const account = { kind: 'account', accountId: 'a', keyId: 'g', plan: 'free' } as const
const namesFor = (allows: (op: (typeof OPS)[number]) => boolean): readonly string[] =>
  OPS.filter(allows)
    .map(({ name }) => name)
    .sort()

for (const scope of SCOPES)
  test(`the scope ${scope} allows its operations, and no others`, () => {
    assert.deepEqual(
      namesFor((op) => isInScope(op, { ...account, scopes: [scope] })),
      [...ALLOWED[scope], ...ALWAYS].sort(),
    )
  })

test('a token without a scope allows nothing; keys and callers without a credential are not restricted', () => {
  assert.deepEqual(
    namesFor((op) => isInScope(op, { ...account, scopes: [] })),
    [],
  )
  for (const caller of [account, { kind: 'anonymous', address: '192.0.2.1' }] as const)
    assert.equal(namesFor((op) => isInScope(op, caller)).length, OPS.length)
})
