/**
 * Lets requests in one after another, and refuses those that would wait too long, so that accepted calls take about as long as usual under
 * overload. A queue that was empty a moment ago is a burst, whose calls may wait; one that never gets empty is overload, and its
 * calls may wait only briefly (the controlled delay of B. Maurer, "Fail at Scale", ACM Queue 13(8), 2015).
 */
import { problem } from '../../op/problem/problem.ts'
import type { EventLoop } from '../../util/event-loop.ts'
import type { Figure } from '../../util/figure.ts'
import type { Log } from '../../util/log.ts'

export interface Overload {
  /** Calls back at once, or after those that wait. */
  readonly inTurn: (answer: (isRefused: boolean) => void) => void
  readonly figures: readonly Figure[]
}

/** The same for all requests, because it must cost next to nothing. */
export const OVERLOADED = problem('overloaded', { reason: 'too_many_calls', retryAfterSeconds: 1 })

/** Requests of one turn of the event loop. In each turn Node accepts one connection, so turns must be short. */
const PER_TURN = 4
/** As long as a burst may wait. A queue that has not been empty for longer is overload. */
const BURST_MS = 50
const OVERLOAD_MS = 5
/** The last ones of the queue may wait however long it takes: few callers cannot overload a process, even on a slow machine. */
const MIN_WAITING = 32
const WARN_EVERY_MS = 60_000

interface Waiting {
  readonly sinceMs: number
  readonly answer: (isRefused: boolean) => void
}

export const createOverload = (loop: EventLoop, log: Pick<Log, 'warn'>): Overload => {
  const waiting: Waiting[] = []
  let emptyMs = 0
  /** In this turn, and at the end of it. */
  let letIn = 0
  let refused = 0
  let warnedMs = Number.NEGATIVE_INFINITY

  const letInMore = (): void => {
    letIn = 0
    if (waiting.length === 0) return
    for (; letIn < PER_TURN; letIn++) loop.atEndOfTurn(letInOne)
    loop.atEndOfTurn(letInMore)
  }
  // One in each callback, because what a request awaits goes on only behind the callback.
  const letInOne = (): void => {
    const nowMs = loop.elapsedMs()
    while (isTooLate(nowMs)) {
      refused++
      warn(nowMs)
      waiting.shift()?.answer(true)
    }
    waiting.shift()?.answer(false)
  }
  const isTooLate = (nowMs: number): boolean => {
    if (waiting.length <= MIN_WAITING) return false
    const maxMs = nowMs - emptyMs > BURST_MS ? OVERLOAD_MS : BURST_MS
    return nowMs - waiting[0].sinceMs > maxMs
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
    inTurn: (answer) => {
      if (waiting.length === 0 && letIn < PER_TURN) {
        if (letIn === 0) loop.atEndOfTurn(letInMore)
        letIn++
        answer(false)
        return
      }
      const sinceMs = loop.elapsedMs()
      if (waiting.length === 0) emptyMs = sinceMs
      waiting.push({ sinceMs, answer })
    },
    figures: [
      {
        name: 'metes_overload_refused_total',
        help: 'Requests that were refused because a process had more than it could answer in time.',
        kind: 'counter',
        read: () => [{ value: refused }],
      },
      {
        name: 'metes_requests_waiting',
        help: 'Requests that were read and wait for their turn.',
        kind: 'gauge',
        read: () => [{ value: waiting.length }],
      },
    ],
  }
}
