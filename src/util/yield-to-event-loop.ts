import type { Clock } from './clock.ts'
import type { ProcessorTime } from './processor-time.ts'

/** Resolves when the caller may continue; its processor time then counts. */
export type YieldToEventLoop = (time?: ProcessorTime) => Promise<void>

const MAX_MS = 5

/**
 * Splits long synchronous work, such as SQLite queries, into slices. Await it before every step: it yields to the event loop once the steps
 * of all callers together have used `maxMs`, so that other answers are not delayed.
 */
export const createYieldToEventLoop = (clock: Pick<Clock, 'elapsedMs'>, maxMs = MAX_MS): YieldToEventLoop => {
  let turnEndsMs = Number.NEGATIVE_INFINITY
  const waiting: (() => void)[] = []
  // One caller in each turn: several would exceed the time slice.
  const turn = (): void => {
    turnEndsMs = clock.elapsedMs() + maxMs
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(turn)
  }
  return async (time) => {
    if (waiting.length > 0 || clock.elapsedMs() >= turnEndsMs)
      await new Promise<void>((resolve) => {
        if (waiting.push(resolve) === 1) setImmediate(turn)
      })
    time?.resume()
  }
}
