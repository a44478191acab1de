import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { accountsOnly } from '../../test/doubles/accounts-only.ts'
import { forgetfulIdempotencyKeys } from '../../test/doubles/forgetful-idempotency.ts'
import { oneJob } from '../../test/doubles/one-job.ts'
import { unlimitedRateLimitStore } from '../../test/doubles/unlimited-rate-limit-store.ts'
import { ACCOUNT } from '../../test/support/account-caller.ts'
import type { Quota } from '../platform/quota.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import type { CallRecord, RemoteOrigin } from './call.ts'
import { defineOp } from './define.ts'
import { createExecute } from './execute.ts'
import { problem } from './problem/problem.ts'
import { RawInput } from './raw-input.ts'
import type { Services } from './services.ts'

const remote = (credential: string | null): RemoteOrigin => ({
  kind: 'remote',
  credential,
  address: '192.0.2.1',
})

/** Milliseconds that the clock advances whenever it is read. */
const STEP_MS = 5

interface Given {
  readonly quota?: Quota
  readonly allowed?: boolean
  readonly stepMs?: number
  readonly hasUnpaidWork?: boolean
}

const setUp = (ports: Given = {}) => {
  const steps: string[] = []
  const gone = new AbortController()
  const records: CallRecord[] = []
  const op = defineOp({
    name: 'weigh',
    group: 'meta',
    route: { method: 'GET', path: '/v1/weigh' },
    summary: 'Weigh.',
    description: 'For tests.',
    access: { describe: 'key above 10' },
    units: 'a unit a kilo',
    readOnly: true,
    idempotencyKey: true,
    input: z.strictObject({ kilos: z.int() }),
    output: z.strictObject({ kilos: z.int() }),
    errors: [],
    examples: [],
    agent: { hint: '', summarize: () => '' },
    positional: [],
    plan: ({ kilos }) => ({
      access: kilos > 10 ? 'key' : 'public',
      price: kilos,
      run: async (context) => {
        steps.push(`run ${kilos}`)
        context.owner.processorTime.add(kilos * 100)
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
    }),
  })
  const rateLimiter: Pick<RateLimiter, 'take'> = {
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
        refund: async () => void steps.push(`give back ${units}`),
      }
    },
  }
  const unpaid: number[] = []
  let elapsedMs = 0
  const execute = createExecute({
    identify: {
      known: () => null,
      find: async (credential) => {
        steps.push('identify')
        return credential === 'good' ? ACCOUNT : null
      },
      findFeed: async () => null,
    },
    rateLimits: unlimitedRateLimitStore,
    ...accountsOnly,
    unpaidWork: {
      check: () => {
        if (ports.hasUnpaidWork !== true) return
        throw problem('rate_limited', { calls: 30, windowSeconds: 60, retryAfterSeconds: 9 })
      },
      note: (_caller, processorMs) => unpaid.push(Math.floor(processorMs / 100) * 100),
    },
    rateLimiter,
    quota,
    idempotencyKeys: {
      begin: async (...asked) => {
        const begun = await forgetfulIdempotencyKeys.begin(...asked)
        if (begun.kind !== 'begun') return begun
        return { ...begun, call: { ...begun.call, forget: async () => void steps.push('release the key') } }
      },
    },
    jobs: oneJob,
    record: (record) => records.push(record),
    clock: { now: () => 0, elapsedMs: () => (elapsedMs += ports.stepMs ?? STEP_MS) },
    services: { catalogFor: () => ({}) } as unknown as Services,
  })
  const call = (
    from: RemoteOrigin | { kind: 'operator' },
    input: unknown,
    isNotModified: (output: unknown) => boolean = () => false,
    idempotencyKey?: string,
  ) =>
    execute({
      op,
      transport: 'rest',
      readInput: () => new RawInput(op, input),
      from,
      requestId: 'id',
      languages: [],
      signal: () => gone.signal,
      isNotModified,
      idempotencyKey,
      progress: (step) => steps.push(`say ${step}`),
    })
  return { steps, records, unpaid, call }
}

const codeOf = (outcome: { ok: boolean; problem?: { code: string } }): string | null =>
  outcome.problem?.code ?? null

test('a call goes through its steps in order', async () => {
  const { steps, call } = setUp()
  const outcome = await call(remote('good'), { kilos: 2 })
  assert.deepEqual(outcome.ok && outcome.output, { kilos: 2 })
  assert.deepEqual(steps, ['identify', 'limit account', 'reserve 2', 'run 2', 'spend 2'])
})

test('units are refunded when the operation refuses or breaks', async () => {
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

test('an unmodified answer costs nothing and counts as a cache hit', async () => {
  const { steps, records, call } = setUp()
  const outcome = await call(remote('good'), { kilos: 2 }, (output) => {
    assert.deepEqual(output, { kilos: 2 })
    return true
  })
  assert.equal(outcome.ok, true)
  assert.deepEqual(steps.slice(-3), ['reserve 2', 'run 2', 'give back 2'])
  assert.deepEqual([records[0].units, records[0].cacheHit], [0, true])
})

test('the call of a disconnected caller is cancelled and its units are refunded', async () => {
  const { steps, records, call } = setUp()
  assert.equal(codeOf(await call(remote('good'), { kilos: 6 })), 'cancelled')
  assert.deepEqual(steps.slice(-4), ['reserve 6', 'run 6', 'say Putting it on the scale', 'give back 6'])
  assert.equal(records[0].problem?.code, 'cancelled')
})

test('work that ends without a charge is noted; what is charged, or fails by our fault, is not', async () => {
  const { unpaid, call } = setUp()
  await call(remote('good'), { kilos: 2 })
  await call(remote('good'), { kilos: 4 })
  assert.deepEqual(unpaid, [])
  await call(remote('good'), { kilos: 3 })
  await call(remote('good'), { kilos: 2 }, () => true)
  assert.deepEqual(unpaid, [300, 200])
})

test('unpaid work is measured in processor time, however long the call took', async () => {
  const { unpaid, records, call } = setUp({ stepMs: 60_000 })
  await call(remote('good'), { kilos: 3 })
  assert.equal(records[0].durationMs, 60_000)
  assert.deepEqual(unpaid, [300])
})

test('a call that costs nothing is no unpaid work', async () => {
  const { unpaid, call } = setUp()
  await call(remote('good'), { kilos: 0 })
  await call(remote(null), { kilos: 3 })
  assert.deepEqual(unpaid, [])
})

test('a call without enough units is refused before any work', async () => {
  const { steps, call } = setUp({
    quota: { reserve: async () => ({ allowance: 10, used: 10, resetsAt: '2030-02-01T00:00:00Z' }) },
  })
  const outcome = await call(remote('good'), { kilos: 11 })
  assert.equal(codeOf(outcome), 'quota_exceeded')
  assert.match(
    outcome.ok ? '' : outcome.problem.message,
    /costs 11 units, but 10 of your 10 units .* 2030-02-01T00:00:00Z/,
  )
  assert.ok(!steps.includes('run 11'))
})

test('without units a key still gets what is free without a key', async () => {
  const { steps, records, call } = setUp({
    quota: { reserve: async () => ({ allowance: 10, used: 10, resetsAt: '2030-02-01T00:00:00Z' }) },
  })
  assert.equal((await call(remote('good'), { kilos: 1 })).ok, true)
  assert.deepEqual(steps, ['identify', 'limit account', 'run 1'])
  assert.deepEqual([records[0].units, records[0].caller], [0, ACCOUNT])
})

test('where no space is left to charge a key, it gets what is free without one, and other calls are refused', async () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  const refunds: string[] = []
  const never = { reserve: () => Promise.reject(full) }
  const late = {
    reserve: async () => ({
      spend: () => Promise.reject(full),
      refund: async () => void refunds.push('refund'),
    }),
  }
  for (const quota of [never, late]) {
    const { records, call } = setUp({ quota })
    assert.equal((await call(remote('good'), { kilos: 1 })).ok, true)
    assert.deepEqual([records[0].units, records[0].problem], [0, null])
    assert.equal(codeOf(await call(remote('good'), { kilos: 11 })), 'storage_full')
    assert.equal(records[1].units, 0)
  }
  assert.equal(refunds.length, 2)
})

test('a call that is refused before it runs leaves its idempotency key to the next one', async () => {
  const { steps, call } = setUp({ hasUnpaidWork: true })
  await call(remote('good'), { kilos: 2 }, undefined, 'a-key')
  assert.deepEqual(steps, ['identify', 'limit account', 'release the key'])
})

test('callers without a key and the operator reserve no units', async () => {
  for (const from of [remote(null), { kind: 'operator' }] as const) {
    const { steps, call } = setUp()
    assert.equal((await call(from, { kilos: 2 })).ok, true)
    assert.ok(!steps.some((step) => step.startsWith('reserve')))
  }
})

test('an invalid key is rejected before the rate limit and before reading the input', async () => {
  const { steps, records, call } = setUp()
  assert.equal(codeOf(await call(remote('bad'), 'nonsense')), 'unauthorized')
  assert.deepEqual(steps, ['identify'])
  assert.equal(records[0].caller, null)
})

test('a caller over the limit is refused with its limit, whatever the input', async () => {
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

test('every call is recorded once with cost and duration', async () => {
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

test('a cached answer is recorded as a cache hit, a failure never', async () => {
  const { records, call } = setUp()
  for (const kilos of [2, 5, 4]) await call(remote('good'), { kilos })
  assert.deepEqual(
    records.map(({ cacheHit }) => cacheHit),
    [false, true, false],
  )
})

test('a shared input is parsed once', () => {
  let checks = 0
  const op = { input: z.unknown().transform(() => ++checks) }
  const input = new RawInput(op as never, {})
  assert.deepEqual([input.parse(), input.parse()], [1, 1])
})
