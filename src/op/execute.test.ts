import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { forgetfulIdempotencyKeys } from '../../test/doubles/forgetful-idempotency.ts'
import { oneJob } from '../../test/doubles/one-job.ts'
import { unlimitedRateLimitStore } from '../../test/doubles/unlimited-rate-limit-store.ts'
import type { Quota } from '../platform/quota.ts'
import { createMemoryRateLimitStore } from '../platform/rate-limit/memory-store.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import { identify } from './authorize.ts'
import type { CallRecord, RemoteOrigin } from './call.ts'
import { defineOp } from './define.ts'
import { createExecute } from './execute.ts'
import { problem } from './problem/problem.ts'
import { RawInput } from './raw-input.ts'
import { jsonBody } from './response/encoded-body.ts'
import { ResponseCache } from './response/response-cache.ts'
import type { Services } from './services.ts'

const ACCOUNT = { kind: 'account', accountId: 'a', keyId: 'k', plan: 'free' } as const
const remote = (credential: string | null): RemoteOrigin => ({
  kind: 'remote',
  credential,
  address: '192.0.2.1',
})

const setUp = (ports: { quota?: Quota; allowed?: boolean } = {}) => {
  const steps: string[] = []
  const gone = new AbortController()
  const records: CallRecord[] = []
  const op = defineOp({
    name: 'weigh',
    group: 'meta',
    route: { method: 'GET', path: '/v1/weigh' },
    summary: 'Weigh.',
    description: 'For tests.',
    access: { describe: 'key above 10', of: ({ kilos }) => (kilos > 10 ? 'key' : 'public') },
    units: { describe: 'a unit a kilo', of: ({ kilos }) => kilos },
    readOnly: true,
    input: z.strictObject({ kilos: z.int() }),
    output: z.strictObject({ kilos: z.int() }),
    errors: [],
    examples: [],
    positional: [],
    handler: async (context, { kilos }) => {
      steps.push(`run ${kilos}`)
      if (kilos >= 4) context.cacheHit()
      if (kilos === 6) {
        context.progress('Putting it on the scale')
        context.signal().throwIfAborted()
        gone.abort()
        context.signal().throwIfAborted()
      }
      if (kilos === 3) throw problem('not_found', { what: 'weight', id: '3' })
      if (kilos === 4) throw new Error('the scale broke')
      return { kilos }
    },
  })
  const rateLimiter: RateLimiter = {
    take: (caller) => {
      steps.push(`limit ${caller.kind}`)
      const allowed = ports.allowed ?? true
      return { allowed, policy: 'p', calls: 1, windowSeconds: 60, remaining: 0, resetSeconds: 9 }
    },
  }
  const quota: Quota = ports.quota ?? {
    reserve: async (_caller, units) => {
      steps.push(`reserve ${units}`)
      return {
        spend: async () => void steps.push(`spend ${units}`),
        giveBack: async () => void steps.push(`give back ${units}`),
      }
    },
  }
  let elapsedMs = 0
  const execute = createExecute({
    identify: {
      known: () => null,
      find: async (credential) => {
        steps.push('identify')
        return credential === 'good' ? ACCOUNT : null
      },
    },
    attempts: unlimitedRateLimitStore,
    unpaidWork: { check: () => {}, note: () => {} },
    rateLimiter,
    quota,
    repeats: forgetfulIdempotencyKeys,
    jobs: oneJob,
    record: (record) => records.push(record),
    clock: { now: () => 0, elapsedMs: () => (elapsedMs += 5) },
    services: {} as Services,
  })
  const call = (
    from: RemoteOrigin | { kind: 'operator' },
    input: unknown,
    isNotModified: (output: unknown) => boolean = () => false,
  ) =>
    execute({
      op,
      readInput: () => new RawInput(op, input),
      from,
      requestId: 'id',
      languages: [],
      signal: () => gone.signal,
      isNotModified,
      progress: (step) => steps.push(`say ${step}`),
    })
  return { steps, records, call }
}

const codeOf = (outcome: { ok: boolean; problem?: { code: string } }): string | null =>
  outcome.problem?.code ?? null

test('a call goes through its steps in order', async () => {
  const { steps, call } = setUp()
  const outcome = await call(remote('good'), { kilos: 2 })
  assert.deepEqual(outcome.ok && outcome.output, { kilos: 2 })
  assert.deepEqual(steps, ['identify', 'limit account', 'reserve 2', 'run 2', 'spend 2'])
})

test('units are given back when the operation refuses and when it breaks', async () => {
  for (const [kilos, code] of [
    [3, 'not_found'],
    [4, 'internal_error'],
  ] as const) {
    const { steps, records, call } = setUp()
    assert.equal(codeOf(await call(remote('good'), { kilos })), code)
    assert.deepEqual(steps.slice(-3), [`reserve ${kilos}`, `run ${kilos}`, `give back ${kilos}`])
    assert.equal(records[0].units, 0)
  }
})

test('an answer that the caller holds already costs nothing, and counts as one that was ready', async () => {
  const { steps, records, call } = setUp()
  const outcome = await call(remote('good'), { kilos: 2 }, (output) => {
    assert.deepEqual(output, { kilos: 2 })
    return true
  })
  assert.equal(outcome.ok, true)
  assert.deepEqual(steps.slice(-3), ['reserve 2', 'run 2', 'give back 2'])
  assert.deepEqual([records[0].units, records[0].cacheHit], [0, true])
})

test('a call whose caller has gone is cancelled, and its units are given back', async () => {
  const { steps, records, call } = setUp()
  assert.equal(codeOf(await call(remote('good'), { kilos: 6 })), 'cancelled')
  assert.deepEqual(steps.slice(-4), ['reserve 6', 'run 6', 'say Putting it on the scale', 'give back 6'])
  assert.equal(records[0].problem?.code, 'cancelled')
})

test('who has no units left is refused before anything is done', async () => {
  const { steps, call } = setUp({
    quota: { reserve: async () => ({ allowance: 10, used: 10, resetsAt: '2030-02-01T00:00:00Z' }) },
  })
  const outcome = await call(remote('good'), { kilos: 11 })
  assert.equal(codeOf(outcome), 'quota_exceeded')
  assert.match(
    outcome.ok ? '' : outcome.problem.message,
    /costs 11 units; 10 of the 10 units .* 2030-02-01T00:00:00Z/,
  )
  assert.ok(!steps.includes('run 11'))
})

test('without units left a key is good for what is free without one', async () => {
  const { steps, records, call } = setUp({
    quota: { reserve: async () => ({ allowance: 10, used: 10, resetsAt: '2030-02-01T00:00:00Z' }) },
  })
  assert.equal((await call(remote('good'), { kilos: 1 })).ok, true)
  assert.deepEqual(steps, ['identify', 'limit account', 'run 1'])
  assert.deepEqual([records[0].units, records[0].caller], [0, ACCOUNT])
})

test('nothing is reserved for callers without a key and for the operator', async () => {
  for (const from of [remote(null), { kind: 'operator' }] as const) {
    const { steps, call } = setUp()
    assert.equal((await call(from, { kilos: 2 })).ok, true)
    assert.ok(!steps.some((step) => step.startsWith('reserve')))
  }
})

test('a bad key is refused before it is counted or read what it asks', async () => {
  const { steps, records, call } = setUp()
  assert.equal(codeOf(await call(remote('bad'), 'nonsense')), 'unauthorized')
  assert.deepEqual(steps, ['identify'])
  assert.equal(records[0].caller, null)
})

test('a caller over the limit is refused whatever it asks, and is told its limit', async () => {
  const { call } = setUp({ allowed: false })
  const outcome = await call(remote(null), 'nonsense')
  assert.equal(codeOf(outcome), 'rate_limited')
  assert.equal(outcome.rateLimit?.resetSeconds, 9)
})

test('access is decided by the input', async () => {
  const { call } = setUp()
  assert.equal(codeOf(await call(remote(null), { kilos: 11 })), 'unauthorized')
  assert.equal((await call(remote('good'), { kilos: 11 })).ok, true)
  assert.equal((await call({ kind: 'operator' }, { kilos: 11 })).ok, true)
})

test('every call is recorded once, with what it cost and how long it took', async () => {
  const { records, call } = setUp()
  await call(remote('good'), { kilos: 2 })
  await call(remote('good'), { kilos: 'two' })
  assert.deepEqual(
    records.map(({ op, units, problem: failure, durationMs }) => [
      op,
      units,
      failure?.code ?? null,
      durationMs,
    ]),
    [
      ['weigh', 2, null, 5],
      ['weigh', 0, 'invalid_input', 5],
    ],
  )
})

test('an answer that was ready is recorded as such, and a failure never', async () => {
  const { records, call } = setUp()
  for (const kilos of [2, 5, 4]) await call(remote('good'), { kilos })
  assert.deepEqual(
    records.map(({ cacheHit }) => cacheHit),
    [false, true, false],
  )
})

test('an input is checked once, however often it is handed over', () => {
  let checks = 0
  const op = { input: z.unknown().transform(() => ++checks) }
  const input = new RawInput(op as never, {})
  assert.deepEqual([input.parse(), input.parse()], [1, 1])
})

describe('with a cold and with a hot cache', () => {
  /** An account, an operation whose answers are kept ready, and what refuses the call. */
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
      positional: [],
      readyFor: () => 'everything',
      handler: async () => ({ seen: true }),
    })
    const execute = createExecute({
      identify: {
        known: () => (fault === 'revoked' ? null : ACCOUNT),
        find: async () => null,
      },
      attempts: unlimitedRateLimitStore,
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
            : { spend: async () => {}, giveBack: async () => {} },
      },
      repeats: forgetfulIdempotencyKeys,
      jobs: oneJob,
      record: ({ durationMs: _, ...record }) => records.push(record),
      clock: { now: () => 0, elapsedMs: () => 0 },
      services: { answers, catalog: { version: () => '1' } } as unknown as Services,
    })
    const look = (isNotModified = false) =>
      execute({
        op,
        readInput: () => new RawInput(op, {}),
        from: remote('good'),
        requestId: 'id',
        languages: [],
        signal: () => new AbortController().signal,
        isNotModified: () => isNotModified,
      })
    const warm = () =>
      answers.get(
        '1|look|everything|',
        async () => jsonBody({ seen: true }),
        () => {},
      )
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

  test('a ready answer that costs units is not given before they are reserved', async () => {
    const { records, look, warm } = world(null)
    await warm()
    const outcome = look()
    assert.ok(outcome instanceof Promise)
    assert.equal((await outcome).ok, true)
    assert.deepEqual([records[0].units, records[0].cacheHit], [1, true])
  })
})

test('wrong credentials are refused, and after twenty a minute from one network the network is', async () => {
  const attempts = createMemoryRateLimitStore({ now: () => 0, elapsedMs: () => 0 })
  const lookUp = (credential: string, address: string) =>
    Promise.resolve(
      identify(
        {
          attempts,
          identify: { known: () => null, find: async (key) => (key === 'good' ? ACCOUNT : null) },
          rateLimiter: { take: () => null },
        },
        { kind: 'remote', credential, address },
      ),
    )
  for (let tries = 0; tries < 20; tries++)
    await assert.rejects(lookUp('bad', '192.0.2.1'), { code: 'unauthorized' })
  await assert.rejects(lookUp('bad', '192.0.2.1'), { code: 'rate_limited' })
  await assert.rejects(lookUp('bad', '198.51.100.1'), { code: 'unauthorized' })
  assert.deepEqual(await lookUp('good', '192.0.2.1'), ACCOUNT)
})
