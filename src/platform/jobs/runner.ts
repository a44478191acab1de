/**
 * Runs jobs concurrently. Each process claims jobs from the shared queue, keeps its claims alive with the heartbeat of its
 * units, and checks every second which of its jobs were cancelled. The jobs of a dead process return to the queue, and run
 * alone from then on; a process that stops returns its unfinished jobs.
 */
import type { Clock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import { type Random, randomId } from '../../util/random.ts'
import { type PlainAnswer, packed } from '../idempotency/packed.ts'
import type { JobSpec, JobStep } from './job.ts'
import { ACCOUNT_BYTES, CRASH_LIMITS, KEPT_MS, RUNNING_PER_ACCOUNT } from './job-limits.ts'
import type { ClaimedJob, JobEnd, JobStore } from './ports.ts'

export type JobOutcome = (
  | { readonly ok: true; readonly answer: PlainAnswer; readonly cacheHit: boolean }
  | { readonly ok: false; readonly problem: Readonly<Record<string, unknown>> }
) & {
  /** Processor time that the work took. */
  readonly processorMs: number
}

/** Does the work of a job, which is opaque to the runner. */
export interface JobWork {
  /** Never rejects. */
  readonly run: (
    order: JobSpec,
    hooks: { readonly signal: AbortSignal; readonly progress: (step: string) => void },
  ) => Promise<JobOutcome>
  /** Called after each job that ran here; `counts` is false if the job was cancelled or taken over. */
  readonly ended: (
    order: JobSpec,
    outcome: JobOutcome,
    run: { readonly counts: boolean; readonly durationMs: number },
  ) => void
  /** Returns the problem body of a job that crashes its processes. */
  readonly interrupted: (order: JobSpec) => Readonly<Record<string, unknown>>
}

export type JobRunner = ReturnType<typeof createJobRunner>

interface JobRunnerOptions {
  readonly store: JobStore
  readonly work: JobWork
  /** Id of this process in the unit store. */
  readonly owner: string
  /** Concurrent jobs of this process. */
  readonly atOnce: number
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

export const TICK_EVERY_MS = 1_000

interface RunningJob {
  readonly order: JobSpec
  readonly claim: string
  /** No other job is started while it runs. */
  readonly isSuspect: boolean
  readonly stop: AbortController
  readonly steps: JobStep[]
  /** Number of steps that are stored. */
  recordedSteps: number
  /** The outcome until it is stored. */
  result: { readonly outcome: JobOutcome; readonly end: JobEnd; readonly durationMs: number } | null
  readonly over: PromiseWithResolvers<void>
}

export const createJobRunner = (options: JobRunnerOptions) => {
  const { store, work, owner, atOnce, clock, random, log } = options
  const running = new Map<string, RunningJob>()
  let closing = false
  let ticking: Promise<void> | null = null
  let wanted = false

  const times = () => {
    const atMs = clock.now()
    return { atMs, expiresAtMs: atMs + KEPT_MS }
  }

  const leave = (job: RunningJob): void => {
    running.delete(job.claim)
    job.over.resolve()
  }

  /** If the store fails, the next tick tries again. */
  const settle = async (job: RunningJob): Promise<void> => {
    if (job.result === null) return
    const { outcome, end, durationMs } = job.result
    const counts = await store.end(job.claim, end)
    leave(job)
    work.ended(job.order, outcome, { counts, durationMs })
  }

  const run = async (job: RunningJob): Promise<void> => {
    const startedMs = clock.elapsedMs()
    const outcome = await work.run(job.order, {
      signal: job.stop.signal,
      progress: (text) => job.steps.push({ text, atMs: clock.now() }),
    })
    const durationMs = clock.elapsedMs() - startedMs
    if (!running.has(job.claim)) {
      work.ended(job.order, outcome, { counts: false, durationMs })
      return
    }
    const facts = { steps: job.steps, ...times() }
    const end: JobEnd = outcome.ok
      ? { ...facts, state: 'done', answer: await packed(outcome.answer) }
      : { ...facts, state: 'failed', problem: outcome.problem }
    job.result = { outcome, end, durationMs }
    await settle(job)
  }

  const begin = (claimed: ClaimedJob, claim: string): void => {
    const { order } = claimed
    const job: RunningJob = {
      ...claimed,
      claim,
      stop: new AbortController(),
      steps: [],
      recordedSteps: 0,
      result: null,
      over: Promise.withResolvers(),
    }
    running.set(claim, job)
    run(job).then(
      () => tick(),
      (error) => log.warn({ error, job: order.id }, 'storing the outcome of a job failed; retrying'),
    )
  }

  const recordSteps = async (job: RunningJob): Promise<void> => {
    if (job.recordedSteps === job.steps.length) return
    const steps = [...job.steps]
    await store.recordSteps(job.claim, steps)
    job.recordedSteps = steps.length
  }

  const dropLost = async (): Promise<void> => {
    const claims = [...running.keys()]
    if (claims.length === 0) return
    const held = await store.held(claims)
    for (const claim of claims) {
      const job = running.get(claim)
      if (job === undefined || held.has(claim)) continue
      leave(job)
      job.stop.abort(new Error('The job was cancelled.'))
    }
  }

  const takeMore = async (): Promise<void> => {
    while (!closing && running.size < atOnce && ![...running.values()].some(({ isSuspect }) => isSuspect)) {
      const claim = randomId(random, CLAIM_LETTERS)
      const claimed = await store.claim({
        claim,
        owner,
        nowMs: clock.now(),
        perAccount: RUNNING_PER_ACCOUNT,
        isIdle: running.size === 0,
      })
      if (claimed === null) return
      begin(claimed, claim)
    }
  }

  const once = async (): Promise<void> => {
    await dropLost()
    for (const job of running.values()) {
      if (job.result === null) await recordSteps(job)
      else await settle(job)
    }
    const { again, failed } = await store.recover(CRASH_LIMITS, { ...times(), problemOf: work.interrupted })
    if (again + failed > 0) log.warn({ again, failed }, 'took over the jobs of a dead process')
    await takeMore()
  }

  /**
   * Claims queued jobs, stores new steps, drops cancelled jobs. Call it every `TICK_EVERY_MS`, and when a job was submitted
   * or cancelled. One at a time; a tick during another one runs after it.
   */
  const tick = (): Promise<void> => {
    wanted = true
    ticking ??= (async () => {
      try {
        while (wanted) {
          wanted = false
          await once()
        }
      } catch (error) {
        log.warn({ error }, 'reading the job queue failed')
      } finally {
        ticking = null
      }
    })()
    return ticking
  }

  return {
    tick,
    /** Call it every `SWEEP_EVERY_MS`. */
    sweep: () => store.sweep({ nowMs: clock.now(), bytesPerAccount: ACCOUNT_BYTES }),
    /** Starts no more jobs, gives running ones `graceMs` to end, and puts the rest back into the queue. */
    close: async (graceMs: number) => {
      closing = true
      await ticking
      const ended = Promise.all([...running.values()].map(({ over }) => over.promise))
      const grace = Promise.withResolvers<void>()
      const timer = setTimeout(grace.resolve, graceMs)
      await Promise.race([ended, grace.promise])
      clearTimeout(timer)
      for (const job of [...running.values()]) {
        leave(job)
        job.stop.abort(new Error('The server stops.'))
        await store
          .release(job.claim)
          .catch((error) =>
            log.warn({ error, job: job.order.id }, 'putting a job back into the queue failed'),
          )
      }
    },
  }
}

const CLAIM_LETTERS = 16
