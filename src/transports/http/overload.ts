/**
 * Refuses requests that this process cannot answer in good time, so that those it accepts are answered as quickly as usual. A queue of
 * requests is not to be seen: they wait in their sockets. But each turn of the event loop reads all that arrived during the last one, so
 * under overload turns get longer and longer, and the loop never waits for events.
 */
import { problem } from '../../op/problem/problem.ts'
import type { EventLoop } from '../../util/event-loop.ts'
import type { Figure } from '../../util/figure.ts'
import type { Log } from '../../util/log.ts'

export interface Overload {
  /** Call it once for each request, when it is read. */
  readonly isRefused: () => boolean
  readonly figure: Figure
}

/** The same for all requests, because it must cost next to nothing. */
export const OVERLOADED = problem('overloaded', { reason: 'too_many_calls', retryAfterSeconds: 1 })

/** A loop that has not waited for so long has more work than it can do. One slow piece of work takes less. */
const BUSY_MS = 100
/** As long as the oldest request of a turn may be worked on while others wait. */
const MAX_TURN_MS = 10
/** So many in one turn are accepted however long they take: few callers cannot overload a process. */
const MIN_REQUESTS = 32
const WARN_EVERY_MS = 60_000

export const createOverload = (loop: EventLoop, log: Pick<Log, 'warn'>): Overload => {
  let refused = 0
  let warnedMs = Number.NEGATIVE_INFINITY
  let requests = 0
  let turnStartedMs = 0
  let idleMs = loop.idleMs()
  let waitedMs = loop.elapsedMs()

  const beginTurn = (nowMs: number): void => {
    const nowIdleMs = loop.idleMs()
    if (nowIdleMs > idleMs) waitedMs = nowMs
    idleMs = nowIdleMs
    turnStartedMs = nowMs
    loop.atEndOfTurn(() => (requests = 0))
  }
  const warn = (nowMs: number): void => {
    if (nowMs - warnedMs < WARN_EVERY_MS) return
    warnedMs = nowMs
    log.warn(
      { refused },
      'refusing calls that this process cannot answer in time; not logged again for a minute',
    )
  }
  return {
    isRefused: () => {
      const nowMs = loop.elapsedMs()
      if (requests === 0) beginTurn(nowMs)
      requests++
      if (requests <= MIN_REQUESTS || nowMs - turnStartedMs < MAX_TURN_MS || nowMs - waitedMs < BUSY_MS)
        return false
      refused++
      warn(nowMs)
      return true
    },
    figure: {
      name: 'metes_overload_refused_total',
      help: 'Requests that were refused because a process had more than it could answer in time.',
      kind: 'counter',
      read: () => [{ value: refused }],
    },
  }
}
