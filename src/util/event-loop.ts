/** The event loop of this process, passed as a dependency. */
import { systemClock } from './clock.ts'

export interface EventLoop {
  readonly elapsedMs: () => number
  /** How long it has waited for something to do, all in all. */
  readonly idleMs: () => number
  /** Calls back when all that has arrived is read; from such a callback, at the end of the next turn. */
  readonly atEndOfTurn: (callback: () => void) => void
  readonly afterMs: (ms: number, callback: () => void) => void
}

export const systemEventLoop: EventLoop = {
  elapsedMs: systemClock.elapsedMs,
  idleMs: () => performance.eventLoopUtilization().idle,
  atEndOfTurn: (callback) => void setImmediate(callback),
  afterMs: (ms, callback) => void setTimeout(callback, ms),
}
