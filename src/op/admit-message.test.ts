import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { accountsOnly } from '../../test/doubles/accounts-only.ts'
import { ACCOUNT } from '../../test/support/account-caller.ts'
import { authorizeCalls } from './admit-message.ts'
import { type AnyOp, defineOp } from './define.ts'
import { RawInput } from './raw-input.ts'

let parsings = 0
const opWith = (access: AnyOp['access']): AnyOp =>
  defineOp({
    name: 'weigh',
    group: 'meta',
    route: { method: 'GET', path: '/v1/weigh' },
    summary: 'Weigh.',
    description: 'For tests.',
    access,
    units: 0,
    readOnly: true,
    input: z.any().transform(() => ++parsings),
    output: z.any(),
    errors: [],
    examples: [],
    agent: { hint: '', summarize: () => '' },
    positional: [],
    plan: () => ({ access: typeof access === 'string' ? access : 'key', price: 0, run: () => null }),
  })
const ANYBODY = { kind: 'anonymous', address: '192.0.2.1' } as const
test('an input is parsed before the answer begins only if the access depends on it', () => {
  const asked = (access: AnyOp['access']) => {
    const op = opWith(access)
    return [{ op, input: new RawInput(op, {}) }]
  }
  authorizeCalls(accountsOnly, ANYBODY, asked('public'))
  authorizeCalls(accountsOnly, ACCOUNT, asked('key'))
  assert.throws(() => authorizeCalls(accountsOnly, ANYBODY, asked('key')), { code: 'unauthorized' })
  assert.equal(parsings, 0)
  const dependent = asked({ describe: 'with a key' })
  assert.throws(() => authorizeCalls(accountsOnly, ANYBODY, dependent), { code: 'unauthorized' })
  assert.equal(parsings, 1)
  const open = { ...accountsOnly, isOpen: true }
  authorizeCalls(open, ANYBODY, asked('key'))
})
