/**
 * A separate process that uses units of a test database: `node unit-process.ts PLACE ALLOWANCE CALLS` makes this many concurrent calls
 * of one unit and prints how many were granted; without CALLS it makes one after the other until it is killed, and prints a line
 * for each that was answered.
 */
import { createQuota } from '../../src/platform/quota.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { openAt } from './databases.ts'

const [place, allowance, calls] = process.argv.slice(2)
const storage = await openAt(place)
const quota = createQuota({
  store: storage.units,
  plans: { test: { unitsPerMonth: Number(allowance), callsPerMinute: null, fileBytes: null } },
  clock: systemClock,
  random: systemRandom,
})
await quota.heartbeat()

const call = async (): Promise<boolean> => {
  const answer = await quota.reserve(
    { kind: 'account', accountId: 'a', keyId: 'k', plan: 'test' },
    1,
    'get_boundary',
  )
  if (!('spend' in answer)) return false
  await answer.spend()
  return true
}

while (calls === undefined) {
  await call()
  // A line still buffered when this process is killed would be an answer that nobody counts.
  await new Promise((written) => process.stdout.write('answered\n', written))
}

const granted = await Promise.all(Array.from({ length: Number(calls) }, call))
process.stdout.write(`${granted.filter(Boolean).length}\n`)
await quota.close()
await storage.close()
