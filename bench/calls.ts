/**
 * What a call with a key costs beside its work: identify, limit, quota and record, on SQLite: `node bench/calls.ts`.
 * An operation that does nothing is called one after the other, by a key and by the operator, who passes none of these steps;
 * prints the medians and their difference. The goal is below 0.2 ms.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { defineOp } from '../src/op/define.ts'
import { type Call, createExecute } from '../src/op/execute.ts'
import type { Services } from '../src/op/services.ts'
import { WrittenInput } from '../src/op/written-input.ts'
import { createKeys } from '../src/platform/keys.ts'
import { createMemoryAttempts } from '../src/platform/memory-attempts.ts'
import { createQuota } from '../src/platform/quota.ts'
import { createRateLimiter } from '../src/platform/rate-limit.ts'
import { createUsage } from '../src/platform/usage.ts'
import { openFiles } from '../src/storage/sql/open-storage.ts'
import { systemClock } from '../src/util/clock.ts'
import { systemRandom } from '../src/util/random.ts'
import { median } from './support/median.ts'

const CALLS = 4_000

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
  positional: [],
  handler: async () => ({}),
})

const directory = await mkdtemp(join(tmpdir(), 'metes-bench-'))
const storage = await openFiles(directory)
const plans = { bench: { unitsPerMonth: 1_000_000, callsPerMinute: 1_000_000 } }
const parts = { clock: systemClock, random: systemRandom }
const keys = createKeys({ store: storage.keys, defaultPlan: 'bench', ...parts })
const quota = createQuota({ store: storage.units, plans, ...parts })
const usage = createUsage(storage.usage, systemClock)
await quota.renew()
const execute = createExecute({
  identify: keys.identify,
  rateLimiter: createRateLimiter(
    { publicCallsPerMinute: 1, planCallsPerMinute: () => plans.bench.callsPerMinute },
    createMemoryAttempts(systemClock),
  ),
  quota,
  record: ({ op, caller, units, cacheHit }) => {
    if (caller?.kind === 'account') usage.count({ accountId: caller.accountId, op, units, cacheHit })
  },
  clock: systemClock,
  services: {} as Services,
})
const { apiKey } = await keys.create({ email: 'bench@example.org', plan: null })

const medianMs = async (from: Call['from']): Promise<number> => {
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const input = new WrittenInput(OP, {})
    const startedMs = performance.now()
    const outcome = await execute({
      op: OP,
      input,
      from,
      requestId: 'bench',
      languages: [],
      signal: () => new AbortController().signal,
    })
    times.push(performance.now() - startedMs)
    if (!outcome.ok) throw outcome.problem
  }
  return median(times)
}

const operator = await medianMs({ kind: 'operator' })
const account = await medianMs({ kind: 'remote', credential: apiKey, address: '192.0.2.1' })
console.log(`operator ${operator.toFixed(4)} ms, key ${account.toFixed(4)} ms`)
console.log(`identify, limit, quota and record: ${(account - operator).toFixed(4)} ms a call (goal 0.2)`)

await quota.close()
await storage.close()
await rm(directory, { recursive: true })
