/** How many jobs may wait and run, how long each may take, and how long its answer is kept. */
import type { CrashLimits } from './ports.ts'

/** Queued and running jobs of one account; queued jobs of all accounts. */
export const QUEUE_LIMITS = { perAccount: 20, waiting: 1_000 }

/** Concurrent jobs of one account, over all processes. */
export const RUNNING_PER_ACCOUNT = 2

/** Concurrent jobs of a process: a job waits a good part of the time for its thread or for a model. */
export const jobsAtOnce = (workers: number): number => Math.max(MIN_JOBS, JOBS_PER_WORKER * workers)

const JOBS_PER_WORKER = 2
const MIN_JOBS = 4

/** A job that takes longer is aborted. */
export const MAX_JOB_MS = 600_000

/**
 * A death of the process says something about a job only if the job ran alone: after the first, it always does. The growing
 * waits outlast a series of kills with another cause.
 */
const MAX_CRASHES = 5
const WAITS_MS = [0, 0, 10_000, 60_000, 300_000]
export const CRASH_LIMITS: CrashLimits = {
  maxCrashes: MAX_CRASHES,
  waitMs: (crashes) => WAITS_MS[Math.min(crashes, WAITS_MS.length - 1)],
}

/** Time for which an ended job is kept. */
export const KEPT_MS = 24 * 3_600_000

const MIB = 1024 * 1024
/** Total size of an account's stored answers, compressed. */
export const ACCOUNT_BYTES = 256 * MIB
