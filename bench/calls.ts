/**
 * Overhead of a call with a key (identify, limit, quota and record): `node bench/calls.ts`.
 * Calls an operation that does nothing, one call after the other, by a key and by the operator, who skips these steps;
 * prints the medians and their difference, on SQLite with windows in memory (target: below 0.2 ms), with Redis, and on
 * PostgreSQL where a server answers. A call to another process cannot be faster than its round trips, so one round trip
 * of each is printed as well.
 */
import { Redis } from 'ioredis'
import { z } from 'zod'
import type { Call } from '../src/op/call.ts'
import { defineOp } from '../src/op/define.ts'
import { createExecute } from '../src/op/execute.ts'
import { RawInput } from '../src/op/raw-input.ts'
import type { Services } from '../src/op/services.ts'
import { DemonstrationBudget } from '../src/op/steps/demonstration.ts'
import { createUnpaidWork } from '../src/op/steps/unpaid-work.ts'
import { createAudit } from '../src/platform/audit/audit.ts'
import { createIdempotencyKeys } from '../src/platform/idempotency/idempotency.ts'
import { createJobs } from '../src/platform/jobs/jobs.ts'
import { createKeys } from '../src/platform/keys.ts'
import { createQuota } from '../src/platform/quota.ts'
import { createFallbackRateLimitStore } from '../src/platform/rate-limit/fallback-store.ts'
import { createMemoryRateLimitStore } from '../src/platform/rate-limit/memory-store.ts'
import { createRateLimiter } from '../src/platform/rate-limit/rate-limiter.ts'
import { openRedisRateLimitStore } from '../src/platform/rate-limit/redis-store.ts'
import type { RateLimitStore } from '../src/platform/rate-limit/store.ts'
import { createUsage } from '../src/platform/usage.ts'
import type { Storage } from '../src/storage/sql/stores.ts'
import { systemClock } from '../src/util/clock.ts'
import { createLog } from '../src/util/log.ts'
import { systemRandom } from '../src/util/random.ts'
import { TEST_DATABASES } from '../test/support/databases.ts'
import { NO_REDIS, startRedis, type TestRedis } from '../test/support/redis.ts'
import { silentBookkeeping } from '../test/support/silent-bookkeeping.ts'
import { median } from './support/median.ts'

const CALLS = 4_000
/** Everything is compiled and connected before the clock starts. */
const WARM_UP_CALLS = 500

const OP = defineOp({
  name: 'rest',
  group: 'meta',
  route: { method: 'GET', path: '/v1/rest' },
  summary: 'Do nothing.',
  description: 'For the bench.',
  access: 'key',
  units: 1,
  readOnly: true,
  input: z.strictObject({}),
  output: z.strictObject({}),
  errors: [],
  examples: [],
  agent: { hint: '', summarize: () => '' },
  positional: [],
  handler: async () => ({}),
})

const medianOf = async (work: () => Promise<void>): Promise<number> => {
  const times: number[] = []
  for (let call = 0; call < WARM_UP_CALLS + CALLS; call++) {
    const startedMs = performance.now()
    await work()
    times.push(performance.now() - startedMs)
  }
  return median(times.slice(WARM_UP_CALLS))
}

/** Median milliseconds of a call by a key, and of one by the operator. */
const measure = async (
  storage: Storage,
  rateLimits: RateLimitStore,
): Promise<{ key: number; operator: number }> => {
  const plans = { bench: { unitsPerMonth: 1_000_000, callsPerMinute: 1_000_000, fileBytes: null } }
  const parts = { clock: systemClock, random: systemRandom }
  const keys = createKeys({
    store: storage.keys,
    audit: createAudit(storage.audit, systemClock, silentBookkeeping),
    bookkeeping: silentBookkeeping,
    defaultPlan: 'bench',
    ...parts,
  })
  const quota = createQuota({ store: storage.units, plans, ...parts })
  const usage = createUsage(storage.usage, systemClock, silentBookkeeping)
  await quota.heartbeat()
  const execute = createExecute({
    identify: { known: keys.known, find: keys.identify, findFeed: async () => null },
    rateLimits,
    demonstration: new DemonstrationBudget(0, rateLimits),
    isOpen: false,
    visitorWork: { begin: async () => () => {} },
    unpaidWork: createUnpaidWork({
      rateLimits,
      isCharged: () => true,
      clock: systemClock,
      log: createLog('error', (line) => line),
    }),
    rateLimiter: createRateLimiter(
      { publicCallsPerMinute: 1, defaultPlan: 'free', planCallsPerMinute: () => plans.bench.callsPerMinute },
      rateLimits,
    ),
    quota,
    jobs: createJobs({ store: storage.jobs, sleep: async () => {}, wake: () => {}, ...parts }),
    idempotencyKeys: createIdempotencyKeys({ store: storage.idempotency, owner: quota.owner, ...parts }),
    record: ({ op, caller, units, cacheHit }) => {
      if (caller?.kind === 'account') usage.count({ accountId: caller.accountId, op, units, cacheHit })
    },
    clock: systemClock,
    services: {} as Services,
  })
  const { apiKey } = await keys.create({ email: 'bench@example.org', plan: null })
  const callFrom = (from: Call['from']) => async () => {
    const readInput = () => new RawInput(OP, {})
    const signal = () => new AbortController().signal
    const outcome = await execute({
      op: OP,
      transport: 'rest',
      readInput,
      from,
      requestId: 'bench',
      languages: [],
      signal,
    })
    if (!outcome.ok) throw outcome.problem
  }
  const operator = await medianOf(callFrom({ kind: 'operator' }))
  const key = await medianOf(callFrom({ kind: 'remote', credential: apiKey, address: '192.0.2.1' }))
  await quota.close()
  return { key, operator }
}

const print = (what: string, { key, operator }: { key: number; operator: number }, note: string): void =>
  console.log(
    `${what.padEnd(24)} key ${key.toFixed(3)} ms, operator ${operator.toFixed(3)} ms: ${(key - operator).toFixed(3)} ms a call ${note}`,
  )

const redis: TestRedis | null = NO_REDIS === false ? await startRedis() : null
if (redis !== null) {
  const client = new Redis(redis.url)
  console.log(
    `round trip to Redis      ${(await medianOf(async () => void (await client.ping()))).toFixed(3)} ms`,
  )
  client.disconnect()
}

for (const { name, skip, create } of TEST_DATABASES) {
  if (skip !== false) {
    console.log(`${name}: ${skip}`)
    continue
  }
  const database = await create()
  const storage = await database.open()
  const onceMs = await medianOf(async () => void (await storage.units.used('nobody', '2026-01')))
  console.log(`one query of ${name.padEnd(11)} ${onceMs.toFixed(3)} ms`)
  const goal = name === 'SQLite' ? '(goal 0.2)' : ''
  print(`${name}, memory`, await measure(storage, createMemoryRateLimitStore(systemClock)), goal)
  if (redis !== null) {
    const shared = openRedisRateLimitStore(redis.url, (key) => key)
    // As in the service: when Redis is late on a busy machine, this process falls back to its own counts.
    const log = createLog('info', (line) => line)
    const local = createMemoryRateLimitStore(systemClock)
    const rateLimits = createFallbackRateLimitStore({ shared, local, clock: systemClock, log })
    print(`${name}, Redis`, await measure(storage, rateLimits), '')
    shared.close()
  }
  await storage.close()
  await database.remove()
}
await redis?.remove()
