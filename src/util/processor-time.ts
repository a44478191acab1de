/**
 * Processor time of a call: its tasks in threads (`process.threadCpuUsage()` around each), and its own synchronous slices on the main
 * thread. Waiting is not counted, so a busy machine makes calls little more expensive.
 *
 * Asking the kernel takes up to ten microseconds, more than many slices, and its answer lags by a tick of one to four milliseconds. So a
 * slice shorter than ten milliseconds counts as long as it took; a longer one, which other processes may have interrupted, counts what the
 * kernel says.
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
    const nowMs = performance.now()
    running = { of: this, beganAtMs: nowMs, usedUs: recentThreadUs(nowMs) }
  }
}

interface Slice {
  readonly of: ProcessorTime
  readonly beganAtMs: number
  /** What the thread had used by then. */
  readonly usedUs: number
}

const SHORT_MS = 10
/** What the kernel said so recently is not asked again. */
const RECENT_MS = 1

/** The slice that runs now; the main thread runs one at a time. */
let running: Slice | null = null

const endSlice = (): void => {
  if (running === null) return
  const { of, beganAtMs, usedUs } = running
  running = null
  const nowMs = performance.now()
  const tookMs = nowMs - beganAtMs
  of.add(tookMs < SHORT_MS ? tookMs : Math.min(tookMs, (threadUsAt(nowMs) - usedUs) / 1000))
}

/** What this thread had used when the kernel was last asked. */
let asked = { atMs: Number.NEGATIVE_INFINITY, us: 0 }

const recentThreadUs = (nowMs: number): number =>
  nowMs - asked.atMs < RECENT_MS ? asked.us : threadUsAt(nowMs)

const threadUsAt = (nowMs: number): number => {
  asked = { atMs: nowMs, us: threadUs() }
  return asked.us
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
