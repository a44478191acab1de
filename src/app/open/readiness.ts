/** Opens readiness. Before it listens, a server has made every check once. */
import { CHECK_EVERY_MS, createReadiness, type ReadinessCheck } from '../../platform/readiness.ts'
import { systemClock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'

export const openReadiness = (checks: readonly ReadinessCheck[], log: Log) => {
  const readiness = createReadiness(checks, systemClock, log)
  return {
    readiness,
    prepare: readiness.refresh,
    chores: [
      {
        name: 'readiness: checking the stores',
        everyMs: CHECK_EVERY_MS,
        everyProcess: true,
        run: readiness.refresh,
      },
    ],
  }
}
