/**
 * A separate process that runs the jobs of a test database: `node job-process.ts PLACE` prints a line for each that it starts and
 * one for each that counts, until it is killed.
 */

import { createJobRunner } from '../../src/platform/jobs/runner.ts'
import { createQuota } from '../../src/platform/quota.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { openAt } from './databases.ts'
import { silentLog } from './silent-log.ts'

const [place] = process.argv.slice(2)
const storage = await openAt(place)
const parts = { clock: systemClock, random: systemRandom }
const quota = createQuota({ store: storage.units, plans: {}, ...parts })
const runner = createJobRunner({
  store: storage.jobs,
  work: {
    run: async ({ id }, { progress }) => {
      process.stdout.write(`began ${id}\n`)
      progress('Working')
      await new Promise(setImmediate)
      return {
        ok: true,
        answer: { bytes: Buffer.from('{}'), mediaType: 'application/json' },
        cacheHit: false,
        processorMs: 0,
      }
    },
    ended: ({ id }, _outcome, { counts }) => {
      if (counts) process.stdout.write(`counts ${id}\n`)
    },
    interrupted: () => ({ code: 'job_interrupted' }),
  },
  owner: quota.owner,
  atOnce: 4,
  log: silentLog,
  ...parts,
})
await quota.heartbeat()
setInterval(() => void quota.heartbeat(), 1_000)
for (;;) {
  await runner.tick()
  await new Promise(setImmediate)
}
