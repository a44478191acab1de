/** The event loop of this process, passed as a dependency. */
import { performance } from 'node:perf_hooks'
import { systemClock } from './clock.ts'

export interface EventLoop {
  readonly elapsedMs: () => number
  /** Time that the loop has waited for events since the process started. */
  readonly idleMs: () => number
  /** Calls back when all that has arrived is read. */
  readonly atEndOfTurn: (callback: () => void) => void
}

export const systemEventLoop: EventLoop = {
  elapsedMs: systemClock.elapsedMs,
  idleMs: () => performance.nodeTiming.idleTime,
  atEndOfTurn: (callback) => void setImmediate(callback),
}
