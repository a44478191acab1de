import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { accountsOnly } from '../../../test/doubles/accounts-only.ts'
import { forgetfulIdempotencyKeys } from '../../../test/doubles/forgetful-idempotency.ts'
import { oneJob } from '../../../test/doubles/one-job.ts'
import { unlimitedRateLimitStore } from '../../../test/doubles/unlimited-rate-limit-store.ts'
import { ACCOUNT } from '../../../test/support/account-caller.ts'
import type { Call, CallRecord } from '../call.ts'
import { defineOp } from '../define.ts'
import { createExecute } from '../execute.ts'
import { RawInput } from '../raw-input.ts'
import { jsonBody } from '../response/encoded-body.ts'
import { ResponseCache } from '../response/response-cache.ts'
import type { Services } from '../services.ts'

const WITH_KEY = { kind: 'remote', credential: 'good', address: '192.0.2.1' } as const

describe('with a cold and with a hot cache', () => {
  /** Creates an account, an operation with cached answers, and a reason to reject the call. */
  const world = (fault: 'revoked' | 'over quota' | 'rate limited' | null) => {
    const records: Omit<CallRecord, 'durationMs'>[] = []
    const answers = new ResponseCache(1e6)
    const op = defineOp({
      name: 'look',
      group: 'meta',
      route: { method: 'GET', path: '/v1/look' },
      summary: 'Look.',
      description: 'For tests.',
      access: 'key',
      units: 1,
      readOnly: true,
      input: z.strictObject({}),
      output: z.strictObject({ seen: z.boolean() }),
      errors: [],
      examples: [],
      agent: { hint: '', summarize: () => '' },
      positional: [],
      cacheKey: () => 'everything',
      handler: async () => ({ seen: true }),
    })
    const catalog = { version: () => '1' }
    const execute = createExecute({
      identify: {
        known: () => (fault === 'revoked' ? null : ACCOUNT),
        find: async () => null,
        findFeed: async () => null,
      },
      rateLimits: unlimitedRateLimitStore,
      ...accountsOnly,
      unpaidWork: { check: () => {}, note: () => {} },
      rateLimiter: {
        take: () => ({
          allowed: fault !== 'rate limited',
          policy: 'p',
          calls: 1,
          windowSeconds: 60,
          remaining: 0,
          resetSeconds: 9,
        }),
      },
      quota: {
        reserve: async () =>
          fault === 'over quota'
            ? { allowance: 10, used: 10, resetsAt: '2030-02-01T00:00:00Z' }
            : { spend: async () => {}, refund: async () => {} },
      },
      idempotencyKeys: forgetfulIdempotencyKeys,
      jobs: oneJob,
      record: ({ durationMs: _, ...record }) => records.push(record),
      clock: { now: () => 0, elapsedMs: () => 0 },
      services: { answers, catalog, catalogFor: () => catalog, maxInlineBytes: 8 } as unknown as Services,
    })
    const look = (isNotModified = false, from: Call['from'] = WITH_KEY) =>
      execute({
        op,
        transport: 'rest',
        readInput: () => new RawInput(op, {}),
        from,
        requestId: 'id',
        languages: [],
        signal: () => new AbortController().signal,
        isNotModified: () => isNotModified,
      })
    const warm = (reader = 'caller') =>
      answers.get(`1|look|everything|${reader}||8`, async () => jsonBody({ seen: true }))
    return { records, look, warm }
  }

  for (const fault of ['revoked', 'over quota', 'rate limited'] as const)
    test(`a call that is ${fault} ends alike`, async () => {
      const [cold, hot] = [world(fault), world(fault)]
      await hot.warm()
      assert.deepEqual(await hot.look(), await cold.look())
      assert.deepEqual(await hot.look(true), await cold.look(true))
      assert.deepEqual(hot.records, cold.records)
      assert.equal(hot.records[0].problem !== null, true)
    })

  test('a cached answer that costs units is not sent before they are reserved', async () => {
    const { records, look, warm } = world(null)
    await warm()
    const outcome = look()
    assert.ok(outcome instanceof Promise)
    assert.equal((await outcome).ok, true)
    assert.deepEqual([records[0].units, records[0].cacheHit], [1, true])
  })

  test('a free cached answer is sent at once', async () => {
    const { records, look, warm } = world(null)
    await warm('operator')
    const outcome = look(false, { kind: 'operator' })
    assert.ok(!(outcome instanceof Promise) && outcome.ok)
    assert.deepEqual([records[0].units, records[0].cacheHit], [0, true])
  })
})
