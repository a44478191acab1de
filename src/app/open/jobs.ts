/** Opens the queue of jobs, and the runner that runs them in processes that serve calls. */
import { setTimeout } from 'node:timers/promises'
import { SWEEP_EVERY_MS } from '../../platform/idempotency/idempotency.ts'
import { createJobs } from '../../platform/jobs/jobs.ts'
import { createJobRunner, type JobRunner, type JobWork, TICK_EVERY_MS } from '../../platform/jobs/runner.ts'
import type { BillingParts } from './billing.ts'
import type { Opening } from './opening.ts'

/** Concurrent jobs: a job waits a good part of the time for its thread or for a model. */
const JOBS_PER_WORKER = 2
const MIN_JOBS = 4

export const openJobs = (
  { config, storage: { jobs: store }, log, clock, random }: Opening,
  { quota: { owner } }: BillingParts,
) => {
  let runner: JobRunner | null = null
  const jobs = createJobs({
    store,
    clock,
    random,
    sleep: (durationMs, signal) => setTimeout(durationMs, undefined, { signal }),
    wake: () => void runner?.tick(),
  })
  const openJobRunner = (work: JobWork): JobRunner => {
    runner = createJobRunner({
      store,
      work,
      // Its lease owns the holds of the jobs.
      owner,
      atOnce: Math.max(MIN_JOBS, JOBS_PER_WORKER * config.workers),
      clock,
      random,
      log,
    })
    return runner
  }
  return {
    jobs,
    openJobRunner,
    chores: [
      {
        name: 'jobs: reading the queue',
        everyMs: TICK_EVERY_MS,
        everyProcess: true,
        run: async () => runner?.tick(),
      },
      { name: 'jobs: deleting expired jobs', everyMs: SWEEP_EVERY_MS, run: async () => runner?.sweep() },
    ],
  }
}
