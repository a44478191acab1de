/** Opens the queue of jobs, and the runner that runs them in processes that serve calls. */
import { setTimeout } from 'node:timers/promises'
import { createJobs } from '../../platform/jobs/jobs.ts'
import { createJobRunner, type JobRunner, type JobWork } from '../../platform/jobs/runner.ts'
import { systemClock } from '../../util/clock.ts'
import { systemRandom } from '../../util/random.ts'
import type { Opening } from './opening.ts'

/** Concurrent jobs: a job waits a good part of the time for its thread or for a model. */
const JOBS_PER_WORKER = 2
const MIN_JOBS = 4

/** @param owner the lease of this process, which owns the holds of its jobs */
export const openJobs = ({ config, storage, log }: Opening, owner: string) => {
  let runner: JobRunner | null = null
  const jobs = createJobs({
    store: storage.jobs,
    clock: systemClock,
    random: systemRandom,
    sleep: (durationMs, signal) => setTimeout(durationMs, undefined, { signal }),
    wake: () => void runner?.tick(),
  })
  const openJobRunner = (work: JobWork): JobRunner => {
    runner = createJobRunner({
      store: storage.jobs,
      work,
      owner,
      atOnce: Math.max(MIN_JOBS, JOBS_PER_WORKER * config.workers),
      clock: systemClock,
      random: systemRandom,
      log,
    })
    return runner
  }
  return { jobs, openJobRunner }
}
