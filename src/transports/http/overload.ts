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

/** Requests of one turn of the event loop. Node accepts one connection in each turn, so turns must be short; half as many cost a tenth more. */
const PER_TURN = 8
/** In overload many callers wait to be connected. */
const PER_TURN_IN_OVERLOAD = 2
/** As long as a burst may take. A queue that has not been empty for longer is overload, … */
const BURST_MS = 50
/** … which ends when nothing was refused for this time. */
const CALM_MS = 1_000
/** In overload, requests are refused while the first of the queue has waited for longer. */
const MAX_WAIT_MS = 5
/** With fewer in the queue, none is refused: a hundred callers at once are no overload, even on a slow machine. */
const MIN_WAITING = 100
/** The database says nothing when it has caught up. */
const LOOK_AGAIN_MS = 1
/** A database that does not answer at all must not hold up what does not need it. */
const MAX_HELD_MS = 1_000
const WARN_EVERY_MS = 60_000

interface Waiting {
  readonly sinceMs: number
  readonly answer: (isRefused: boolean) => void
}

/** @param isBehind whether something that requests need has more to do than it can at once */
export const createOverload = (
  loop: EventLoop,
  isBehind: () => boolean,
  log: Pick<Log, 'warn'>,
): Overload => {
  const waiting: Waiting[] = []
  /** When it was empty last. */
  let filledMs = 0
  /** In this turn, and at the end of it. */
  let letIn = 0
  let isLettingIn = false
  let refused = 0
  let refusedMs = Number.NEGATIVE_INFINITY
  let warnedMs = Number.NEGATIVE_INFINITY

  const letInMore = (): void => {
    letIn = 0
    isLettingIn = waiting.length > 0
    if (!isLettingIn) return
    if (isBehind() && loop.elapsedMs() - waiting[0].sinceMs < MAX_HELD_MS) {
      loop.afterMs(LOOK_AGAIN_MS, letInMore)
      return
    }
    const count = isCalm(loop.elapsedMs()) ? PER_TURN : PER_TURN_IN_OVERLOAD
    for (; letIn < count; letIn++) loop.atEndOfTurn(letInOne)
    loop.atEndOfTurn(letInMore)
  }
  // One in each callback, because what a request awaits goes on only behind the callback.
  const letInOne = (): void => waiting.shift()?.answer(false)
  const isCalm = (nowMs: number): boolean => nowMs - refusedMs >= CALM_MS
  const isTooLate = (nowMs: number): boolean =>
    waiting.length >= MIN_WAITING &&
    (nowMs - filledMs > BURST_MS || !isCalm(nowMs)) &&
    nowMs - waiting[0].sinceMs > MAX_WAIT_MS
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
      if (!isLettingIn) {
        isLettingIn = true
        loop.atEndOfTurn(letInMore)
      }
      if (waiting.length === 0 && letIn < PER_TURN && !isBehind()) {
        letIn++
        answer(false)
        return
      }
      const sinceMs = loop.elapsedMs()
      if (isTooLate(sinceMs)) {
        refused++
        refusedMs = sinceMs
        warn(sinceMs)
        answer(true)
        return
      }
      if (waiting.length === 0) filledMs = sinceMs
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
