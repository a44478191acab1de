/** A lane: threads, the queue before them, and the limits of their tasks. */
import { setImmediate } from 'node:timers/promises'
import { FairQueue, QueueFull } from '../../util/fair-queue.ts'
import { Askers } from '../../util/waiting-owners.ts'
import { type BusyReason, ComputeBusy } from '../compute-busy.ts'
import type { Compute, RunOptions, TaskOrLoad } from '../port.ts'
import type { Work } from '../work.ts'
import { type LaneLimits, RETRY_AFTER_SECONDS, SHARE_OF_OWNER } from './lane-limits.ts'
import { loaded, runHere } from './run-here.ts'
import { ThreadPool, TookTooLong } from './thread-pool.ts'

/** Below this size (about 3,000 vertices) work takes less than a millisecond, less than sending the bytes to a thread and back. */
const SMALL_BYTES = 16 * 1024

export interface OpenLane extends Pick<Compute, 'run' | 'close'> {
  readonly prepare: ThreadPool['prepare']
  readonly state: () => LaneState
}

/** What a lane does now, and has done. */
export interface LaneState {
  readonly running: number
  readonly waiting: number
  readonly threads: number
  /** Tasks that a thread has done. */
  readonly done: number
  readonly refused: Readonly<Record<BusyReason, number>>
  readonly processorMs: number
}

export const openLane = ({
  atOnceOfOwner,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxProcessorMs,
  maxWaitMs,
  retryAfterSeconds = RETRY_AFTER_SECONDS,
  ...threads
}: LaneLimits): OpenLane => {
  const pool = new ThreadPool(threads)
  let done = 0
  let processorMs = 0
  const refused: Record<BusyReason, number> = { queue_full: 0, took_too_long: 0, out_of_memory: 0 }
  const queue = new FairQueue({
    atOnce: threads.threads,
    ...(atOnceOfOwner === undefined ? {} : { atOnceOfOwner }),
    maxWaiting,
    maxWaitingOfOwner: Math.ceil(maxWaiting / SHARE_OF_OWNER),
  })

  const inThread = async <Task extends object, Result, Input, Report>(
    work: Work<Task, Result, Input, Report>,
    task: TaskOrLoad<Task>,
    options: RunOptions<Input, Report>,
  ): Promise<Result> => {
    const { owner, signal } = options
    const maxMs = maxProcessorMs === undefined ? null : (work.timeLimits ?? 1) * maxProcessorMs
    const patience = maxWaitMs === undefined || isPatient(owner) ? null : AbortSignal.timeout(maxWaitMs)
    const turn = async (): Promise<Result> => {
      // Tasks that have waited together time out together, so that none of the others is loaded in between.
      if (typeof task === 'function') await setImmediate()
      anySignal(signal, patience)?.throwIfAborted()
      const ready = await loaded(task)
      signal?.throwIfAborted()
      const addTime = timeAdder(owner)
      return pool.run(work, ready, { ...options, maxProcessorMs: maxMs }, (ms) => {
        processorMs += ms
        addTime(ms)
      })
    }
    try {
      // An abort removes a waiting task from the queue, or stops the thread of a running one.
      const result = await queue.run(
        owner instanceof Askers ? owner : owner.name,
        turn,
        anySignal(signal, patience),
      )
      done++
      return result
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof TookTooLong)
        throw new ComputeBusy('took_too_long', retryAfterSeconds, error.maxMs / 1000)
      if (error instanceof QueueFull || (patience !== null && error === patience.reason))
        throw new ComputeBusy('queue_full', RETRY_AFTER_SECONDS)
      if (isOutOfMemory(error)) throw new ComputeBusy('out_of_memory', retryAfterSeconds, threads.heapMb)
      throw error
    }
  }

  return {
    run: async (work, task, options) => {
      options.signal?.throwIfAborted()
      const { owner, bytes = Number.POSITIVE_INFINITY } = options
      if (bytes <= SMALL_BYTES) return runHere(work, task, options)
      const result = await inThread(work, task, options).catch((error: unknown) => {
        if (error instanceof ComputeBusy) refused[error.reason]++
        throw error
      })
      if (!(owner instanceof Askers)) owner.processorTime?.resume()
      return result
    },
    prepare: (work) => pool.prepare(work),
    state: () => ({
      running: queue.running,
      waiting: queue.waiting,
      threads: pool.size,
      done,
      refused,
      processorMs,
    }),
    close: () => pool.close(),
  }
}

const isPatient = (owner: RunOptions['owner']): boolean =>
  !(owner instanceof Askers) && owner.isPatient === true

/** Work that several ask for is charged to nobody. */
const timeAdder = (owner: RunOptions['owner']) => {
  const time = owner instanceof Askers ? undefined : owner.processorTime
  return (ms: number): void => time?.add(ms)
}

const anySignal = (signal: AbortSignal | undefined, other: AbortSignal | null): AbortSignal | undefined =>
  signal === undefined || other === null ? (signal ?? other ?? undefined) : AbortSignal.any([signal, other])

/** The heap is full, or there is no memory for an array outside of it. */
const isOutOfMemory = (error: unknown): boolean =>
  (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') ||
  (error instanceof RangeError &&
    /allocation failed|Invalid (typed )?array( buffer)? length/i.test(error.message))
