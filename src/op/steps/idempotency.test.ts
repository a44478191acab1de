import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { ACCOUNT } from '../../../test/support/account-caller.ts'
import type { Begin, IdempotencyKeys } from '../../platform/idempotency/idempotency.ts'
import type { AnyOp } from '../define.ts'
import { Problem } from '../problem/problem.ts'
import { beginIdempotentCall } from './idempotency.ts'

const BEGUN: Begin = {
  kind: 'begun',
  call: { accountId: 'a', key: 'k', claim: 'c', keep: async () => true, forget: async () => {} },
}

const setUp = (begin: Begin = BEGUN) => {
  const asked: (readonly [accountId: string, key: string, fingerprint: string])[] = []
  const idempotencyKeys: IdempotencyKeys = {
    begin: async (...question) => {
      asked.push(question)
      return begin
    },
  }
  const op = { name: 'weigh', idempotencyKey: true } as AnyOp
  const take = (writtenKey: string, input: unknown = {}, fields: object = {}) =>
    beginIdempotentCall(idempotencyKeys, { op, input, caller: ACCOUNT, writtenKey, ...fields })
  return { asked, take }
}

const problemOf = async (turn: Promise<unknown>): Promise<Problem> => {
  const failure = await turn.then(
    () => null,
    (error: unknown) => error,
  )
  assert.ok(failure instanceof Problem)
  return failure
}

for (const [written, key] of [
  ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ['"with space and \\"quotes\\""', 'with space and "quotes"'],
  ['x'.repeat(255), 'x'.repeat(255)],
] as const) {
  test(`${written.slice(0, 40)} is a key`, async () => {
    const { asked, take } = setUp()
    assert.equal((await take(written)).kind, 'first')
    assert.equal(asked[0][1], key)
  })
}

for (const written of ['', ' ', '""', 'two words', 'a, b', 'naïve', '"open', 'x'.repeat(256), 'tab\there']) {
  test(`${JSON.stringify(written.slice(0, 40))} is no key`, async () => {
    const { asked, take } = setUp()
    const { code, message } = await problemOf(take(written))
    assert.equal(code, 'invalid_input')
    assert.match(message, /^Idempotency-Key must be/)
    assert.deepEqual(asked, [])
  })
}

test('equal calls have equal fingerprints however they are written, others do not', async () => {
  const { asked, take } = setUp()
  const schema = z.strictObject({ include: z.array(z.string()), detail: z.string().default('medium') })
  await take('k', schema.parse({ include: ['r1', 'r2'] }))
  await take('k', schema.parse({ detail: 'medium', include: ['r1', 'r2'] }))
  await take('k', schema.parse({ include: ['r2', 'r1'] }))
  await take('k', schema.parse({ include: ['r1', 'r2'] }), {
    op: { name: 'count', idempotencyKey: true } as AnyOp,
  })
  await take('k', Float64Array.of(1, 2))
  await take('k', Float64Array.of(1, 3))
  const fingerprints = asked.map(([, , fingerprint]) => fingerprint)
  assert.equal(fingerprints[0], fingerprints[1])
  assert.equal(new Set(fingerprints).size, 5)
})

test('a repeat during the first call is refused with the seconds to wait', async () => {
  const failure = await problemOf(setUp({ kind: 'running' }).take('k'))
  assert.deepEqual([failure.status, failure.code], [409, 'idempotency_conflict'])
  assert.deepEqual(failure.headers({ baseUrl: '' }), { 'Retry-After': '2' })
})

test('a key of another call is refused permanently', async () => {
  const failure = await problemOf(setUp({ kind: 'other_call' }).take('k'))
  assert.deepEqual([failure.status, failure.code], [409, 'idempotency_conflict'])
  assert.deepEqual(failure.headers({ baseUrl: '' }), {})
})

test('a repeat gets the kept answer, or runs again free of charge', async () => {
  const answer = { bytes: Buffer.from('{}'), mediaType: 'application/json' }
  const repeat = await setUp({ kind: 'answered', answer }).take('k')
  assert.equal(repeat.kind === 'repeat' && repeat.answer.mediaType, 'application/json')
  assert.equal((await setUp({ kind: 'spent' }).take('k')).kind, 'paid')
})
