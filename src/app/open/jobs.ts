/** Opens the queue of jobs, and the runner that runs them in processes that serve calls. */
import { setTimeout } from 'node:timers/promises'
import { SWEEP_EVERY_MS } from '../../platform/idempotency/idempotency.ts'
import { jobsAtOnce } from '../../platform/jobs/job-limits.ts'
import { createJobs } from '../../platform/jobs/jobs.ts'
import type { JobStore } from '../../platform/jobs/ports.ts'
import { createJobRunner, type JobRunner, type JobWork, TICK_EVERY_MS } from '../../platform/jobs/runner.ts'
import type { Clock } from '../../util/clock.ts'
import type { Figure } from '../../util/figure.ts'
import type { BillingParts } from './billing.ts'
import type { Opening } from './opening.ts'

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
      atOnce: jobsAtOnce(config.workers),
      clock,
      random,
      log,
    })
    return runner
  }
  return {
    jobs,
    openJobRunner,
    figures: queueFigures(store, clock),
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

const queueFigures = (store: Pick<JobStore, 'queue'>, clock: Clock): readonly Figure[] => [
  {
    name: 'metes_jobs',
    help: 'Jobs of the queue that all processes share, by state.',
    kind: 'gauge',
    across: 'max',
    read: async () => {
      const { queued, running } = await store.queue()
      return Object.entries({ queued, running }).map(([state, value]) => ({ value, labels: { state } }))
    },
  },
  {
    name: 'metes_jobs_oldest_queued_seconds',
    help: 'For how long the oldest job of the queue has waited; 0 if none waits.',
    kind: 'gauge',
    across: 'max',
    read: async () => {
      const { oldestQueuedMs } = await store.queue()
      return [{ value: oldestQueuedMs === null ? 0 : Math.max(0, clock.now() - oldestQueuedMs) / 1000 }]
    },
  },
]
