/** The scopes of an app allow the operations of the table, and no others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInScope } from '../../src/op/steps/authorize.ts'
import { OPS } from '../../src/ops/index.ts'
import { SCOPES } from '../../src/platform/oauth/scopes.ts'
import { PINNED } from './pinned-operations.ts'

const account = { kind: 'account', accountId: 'a', keyId: 'g', plan: 'free' } as const
const namesFor = (allows: (op: (typeof OPS)[number]) => boolean): readonly string[] =>
  OPS.filter(allows)
    .map(({ name }) => name)
    .sort()

for (const scope of SCOPES)
  test(`the scope ${scope} allows its operations, and no others`, () => {
    assert.deepEqual(
      namesFor((op) => isInScope(op, { ...account, scopes: [scope] })),
      Object.keys(PINNED)
        .filter((name) => PINNED[name].scopes === 'any' || PINNED[name].scopes.includes(scope))
        .sort(),
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
