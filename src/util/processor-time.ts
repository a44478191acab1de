/**
 * Processor time of a call: its tasks in threads (`process.threadCpuUsage()` around each), and its own synchronous slices on the main
 * thread. Waiting is not counted, so a busy machine makes no call more expensive.
 *
 * The kernel counts in ticks of one to four milliseconds, so short slices are right on average.
 *
 * Not counted: work outside our threads (the database server, compression and file access in Node's pool), and on the main thread what
 * runs between a wait and the next `resume`, which is less than one query.
 */
export class ProcessorTime {
  #us = 0

  /** Milliseconds so far, including the running slice. */
  get ms(): number {
    if (running?.of === this) endSlice()
    return this.#us / 1000
  }

  /** Adds what another thread has used. */
  add(ms: number): void {
    this.#us += ms * 1000
  }

  /**
   * Begins a slice on the main thread, if none of this call is running. Call it where the call continues after a wait. The slice ends when
   * the call waits again, or when another call continues.
   */
  resume(): void {
    if (running?.of === this) return
    if (running === null) atNextWait(endSlice)
    else endSlice()
    running = { of: this, beganUs: threadUs() }
  }
}

interface Slice {
  readonly of: ProcessorTime
  readonly beganUs: number
}

/** The slice that runs now; the main thread runs one at a time. */
let running: Slice | null = null

const endSlice = (): void => {
  if (running === null) return
  running.of.add((threadUs() - running.beganUs) / 1000)
  running = null
}

/**
 * Runs a function once all promises that can continue now have done so. Node runs ticks when the queue of microtasks is empty; the first
 * microtask is needed where the caller itself is not one.
 */
const atNextWait = (run: () => void): void => queueMicrotask(() => process.nextTick(run))

/**
 * Runs work and returns the milliseconds of processor time that this thread used. The work may call `lap` to learn those since it began or
 * since the last lap, which are then not returned.
 */
export const measured = async <T>(work: (lap: () => number) => T): Promise<Measured<Awaited<T>>> => {
  let beganUs = threadUs()
  const lap = (): number => {
    const usedUs = threadUs() - beganUs
    beganUs += usedUs
    return usedUs / 1000
  }
  const outcome = await Promise.try(work, lap).then(
    (value) => ({ ok: true, value }) as const,
    (error: unknown) => ({ ok: false, error }) as const,
  )
  return { ...outcome, processorMs: lap() }
}

/** The outcome of work, and what it cost even if it failed. */
export type Measured<T> = (
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: unknown }
) & {
  readonly processorMs: number
}

/** Processor time of this thread since it started. */
export const threadMs = (): number => threadUs() / 1000

const threadUs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}
