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
  /** Calls back at once, or after those that wait. @param connection tells only whether the request is its first */
  readonly inTurn: (connection: object, answer: (isRefused: boolean) => void) => void
  readonly figures: readonly Figure[]
}

/** The same for all requests, because it must cost next to nothing. */
export const OVERLOADED = problem('overloaded', { reason: 'too_many_calls', retryAfterSeconds: 1 })

/** Requests of one turn of the event loop. Node accepts one connection in each turn, so turns must be short; half as many cost a tenth more. */
const PER_TURN = 8
const PER_TURN_IN_OVERLOAD = 4
/** More callers may wait to be connected, and overload shows only in the requests that were read. */
const PER_TURN_WHILE_CONNECTING = 1
/** As long as a burst may take. A queue that has not been empty for longer is overload, … */
const BURST_MS = 50
/**
 * … which ends when nothing was refused for this time, or when the process was idle for a part of it and refused few: the short queues of
 * overload refuse some requests after each pause, and would never see it end.
 */
const CALM_MS = 200
const MIN_IDLE_SHARE = 0.1
const MAX_REFUSED_SHARE = 1 / 3
/** In overload, requests are refused while the first of the queue has waited for longer … */
const MAX_WAIT_MS = 5
/** … or so many wait in all processes: after a pause, all that came meanwhile are read at once, and none of them seems to have waited. */
const MAX_WAITING_IN_OVERLOAD = 12
/** With fewer in all queues, overload does not begin: a hundred callers at once are none, even on a slow machine. */
const MIN_WAITING = 100
/** Processes that divide these numbers: with more, a hundred callers who come unevenly would be too many for one of them. */
const MAX_SHARES = 2
/**
 * In overload, callers wait to be connected while each turn brings a new one, and nobody knows for how long: when that has lasted for
 * `BURST_MS`, the first request of a connection is refused; later only if others wait, because callers who connect for each request never
 * stop connecting. A turn without one is no end of it sooner than this, because a process with siblings waits for its primary.
 */
const CONNECTING_GAP_MS = 10
const MAX_STORM_MS = 400
/** The database says nothing when it has caught up. */
const LOOK_AGAIN_MS = 1
/** A database that does not answer at all must not hold up what does not need it. */
const MAX_HELD_MS = 1_000
const WARN_EVERY_MS = 60_000

interface Waiting {
  readonly sinceMs: number
  readonly answer: (isRefused: boolean) => void
}

export interface OverloadOptions {
  readonly loop: EventLoop
  /** Whether something that requests need has more to do than it can at once. */
  readonly isBehind: () => boolean
  /** Processes among which the service's connections are divided. */
  readonly processes: number
  readonly log: Pick<Log, 'warn'>
}

export const createOverload = ({ loop, isBehind, processes, log }: OverloadOptions): Overload => {
  const shares = Math.min(processes, MAX_SHARES)
  const minWaiting = MIN_WAITING / shares
  const maxWaiting = MAX_WAITING_IN_OVERLOAD / shares
  const waiting: Waiting[] = []
  /** When it was empty last. */
  let filledMs = 0
  /** When this turn began; what was let in in it, and whether more is at its end. */
  let turnMs = Number.NEGATIVE_INFINITY
  let letIn = 0
  let isLettingIn = false
  let refused = 0
  let refusedMs = 0
  let isOverloaded = false
  /** When the state was looked at last, the idle time until then, and what has come since. */
  let lookedMs = 0
  let lookedIdleMs = 0
  let come = 0
  let comeRefused = 0
  /** When requests waited for the database. */
  let heldMs = Number.NEGATIVE_INFINITY
  let warnedMs = Number.NEGATIVE_INFINITY
  const known = new WeakSet<object>()
  /** Since when new connections have come in every turn, and the last of them. */
  let connectingMs = 0
  let connectedMs = Number.NEGATIVE_INFINITY
  /** In this turn. */
  let hasConnected = false

  const isFirst = (connection: object, nowMs: number): boolean => {
    if (known.has(connection)) return false
    known.add(connection)
    if (nowMs - connectedMs > CONNECTING_GAP_MS) connectingMs = nowMs
    connectedMs = nowMs
    hasConnected = true
    return true
  }
  const letInMore = (): void => {
    letIn = 0
    isLettingIn = waiting.length > 0
    const nowMs = loop.elapsedMs()
    if (!isLettingIn) return
    if (isBehind() && nowMs - waiting[0].sinceMs < MAX_HELD_MS) {
      heldMs = nowMs
      loop.afterMs(LOOK_AGAIN_MS, letInMore)
      return
    }
    const isConnecting = hasConnected && connectingMs < turnMs
    hasConnected = false
    turnMs = nowMs
    const most = isConnecting ? PER_TURN_WHILE_CONNECTING : perTurn()
    for (; letIn < most; letIn++) loop.atEndOfTurn(letInOne)
    loop.atEndOfTurn(letInMore)
  }
  // One in each callback, because what a request awaits goes on only behind the callback.
  const letInOne = (): void => waiting.shift()?.answer(false)
  const perTurn = (): number => (isOverloaded ? PER_TURN_IN_OVERLOAD : PER_TURN)
  const isTooLate = (nowMs: number): boolean => {
    if (waiting.length === 0) return false
    const isOld = nowMs - filledMs > BURST_MS && nowMs - waiting[0].sinceMs > MAX_WAIT_MS
    return isOverloaded ? isOld || waiting.length >= maxWaiting : isOld && waiting.length >= minWaiting
  }
  const look = (nowMs: number): void => {
    lookedMs = nowMs
    lookedIdleMs = loop.idleMs()
    come = 0
    comeRefused = 0
  }
  const endOverload = (nowMs: number): void => {
    come++
    const isQuiet = nowMs - refusedMs >= CALM_MS
    const passedMs = nowMs - lookedMs
    if (!isQuiet && passedMs < CALM_MS) return
    const isIdle = loop.idleMs() - lookedIdleMs >= MIN_IDLE_SHARE * passedMs
    const hasRoom = isIdle && comeRefused <= MAX_REFUSED_SHARE * come && nowMs - heldMs >= CALM_MS
    isOverloaded = !isQuiet && !hasRoom
    look(nowMs)
  }
  const refuse = (nowMs: number): void => {
    if (!isOverloaded) look(nowMs)
    isOverloaded = true
    refusedMs = nowMs
    comeRefused++
    refused++
    warn(nowMs)
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
    inTurn: (connection, answer) => {
      const sinceMs = loop.elapsedMs()
      const isNew = isFirst(connection, sinceMs)
      if (isOverloaded) endOverload(sinceMs)
      if (!isLettingIn) {
        isLettingIn = true
        loop.atEndOfTurn(letInMore)
      }
      const isLate = isNew && isOverloaded && sinceMs - connectingMs > BURST_MS
      const isOfStorm = isLate && sinceMs - connectingMs < MAX_STORM_MS
      if (waiting.length === 0 && letIn < perTurn() && !isOfStorm && !isBehind()) {
        letIn++
        answer(false)
        return
      }
      if (isLate || isTooLate(sinceMs)) {
        refuse(sinceMs)
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
