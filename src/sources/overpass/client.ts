/**
 * Client for Overpass that respects its usage policy: no more concurrent queries than a server allows an address, none while
 * the server asks to wait, none beyond the day budget; if a server fails, the next one is tried.
 * https://operations.osmfoundation.org/policies/api/, https://dev.overpass-api.de/overpass-doc/en/preface/commons.html
 */
import { type LiveCoordination, LiveMapFailed } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'
import { FairQueue, QueueFull } from '../../util/fair-queue.ts'
import type { Log } from '../../util/log.ts'
import type { Random } from '../../util/random.ts'
import { upstreamAskers } from '../../util/work-owner.ts'
import type { DayBudget } from '../live/day-budget.ts'
import { HttpFailed, retryAfterOf } from '../live/fetch-bounded.ts'
import { fetchCounted } from '../live/fetch-counted.ts'
import { type HeldLease, holdLease } from '../live/held-lease.ts'
import { createLinePlace, type LinePlace } from '../live/line-place.ts'
import { Mirror, type RestTimes } from '../live/mirror.ts'
import { UnusableAnswer } from '../live/unusable-answer.ts'
import { type OverpassAnswer, readOverpassAnswer } from './answer.ts'
import type { QueryLimits } from './queries.ts'
import { fetchServerStatus } from './server-status.ts'

export interface OverpassOptions {
  /** Addresses of interpreters, the preferred one first: `https://overpass-api.de/api/interpreter`. */
  readonly urls: readonly string[]
  readonly userAgent: string
  /** Rest times after failures and maximum duration of a query; set only in tests. */
  readonly pace?: OverpassPace
  readonly budget: DayBudget
  readonly coordination: LiveCoordination
  /** Identifies this process among those that share the servers' slots. */
  readonly owner: string
  readonly clock: Clock
  readonly random: Random
  readonly sleep: (durationMs: number) => Promise<void>
  readonly log: Log
  /** Aborts the requests that are under way. */
  readonly signal?: AbortSignal
}

export interface Overpass {
  /**
   * Returns the result of `read`. If it throws `UnusableAnswer`, the server has failed: the query is repeated, also at other
   * servers.
   *
   * @throws LiveMapFailed
   */
  ask<T>(query: (limits: QueryLimits) => string, read: (reply: OverpassReply) => T): Promise<T>
  /** Makes one attempt for a query that not every server supports; returns null if it failed. */
  tryToAsk(query: (limits: QueryLimits) => string): Promise<OverpassReply | null>
}

export interface OverpassReply extends OverpassAnswer {
  readonly bytes: number
}

export interface OverpassPace extends RestTimes {
  /** Limit for one request: the server's own time, and some for the transfer. */
  readonly requestTimeoutMs: number
  /** Maximum wait for a server once its turn has come; longer waits are refused with the time to retry. */
  readonly maxWaitMs: number
}

/** Concurrent queries that the public servers allow one address. Lowered if the status of a server says so. */
const MAX_SLOTS = 2
const LIMITS: QueryLimits = { timeoutSeconds: 90, maxBytes: 512 * 1024 * 1024 }
const MAX_ANSWER_BYTES = 256 * 1024 * 1024
const DEFAULT_PACE: OverpassPace = {
  firstRestMs: 2_000,
  maxRestMs: 600_000,
  requestTimeoutMs: (LIMITS.timeoutSeconds + 30) * 1000,
  maxWaitMs: 60_000,
}
const MAX_ATTEMPTS = 4
/** Polling intervals for a free slot. The next caller in line polls more often, so that a slot released by another process is soon used. */
const POLL_FIRST_MS = 25
const POLL_MS = 100
const MAX_WAITING = 200
const MAX_WAITING_OF_ASKER = 20
/** Maximum number of this process's requests in the lines for a server. */
const MAX_IN_LINE = 8

export const createOverpass = (options: OverpassOptions): Overpass => {
  const { coordination, budget, clock, random, sleep, log, owner, pace = DEFAULT_PACE } = options
  const mirrors = options.urls.map((url) => new Mirror(url, pace, clock, random))
  const slots = new Map(mirrors.map((mirror) => [mirror, MAX_SLOTS]))
  const queue = new FairQueue({
    atOnce: MAX_IN_LINE * mirrors.length,
    atOnceOfOwner: MAX_SLOTS * mirrors.length,
    maxWaiting: MAX_WAITING,
    maxWaitingOfOwner: MAX_WAITING_OF_ASKER,
  })

  let requests = 0
  /** Resolves when a request of this process leaves the lines or ends: another one may be next. */
  let moved = Promise.withResolvers<void>()
  const move = (): void => {
    moved.resolve()
    moved = Promise.withResolvers()
  }

  /**
   * Waits for a server that may be asked now, and takes one of its slots. Each request is a separate owner, because the same
   * owner gets its lease again.
   */
  const takeSlot = async (): Promise<Slot> => {
    const requestOwner = `${owner} ${++requests}`
    const place = createLinePlace(coordination, clock, requestOwner, upstreamAskers())
    try {
      return await waitForSlot(requestOwner, place)
    } finally {
      await place.leave()
      move()
    }
  }

  const waitForSlot = async (requestOwner: string, place: LinePlace): Promise<Slot> => {
    let deadlineMs = clock.now() + pace.maxWaitMs
    for (;;) {
      const nowMs = clock.now()
      let pollMs = POLL_MS
      for (const mirror of mirrors.filter(({ notBeforeMs }) => notBeforeMs <= nowMs)) {
        const line = `overpass ${mirror.host}`
        if (await place.isFirst(line)) {
          const lease = await freeSlot(mirror, requestOwner)
          if (lease !== null) {
            await place.served(line)
            return { mirror, end: () => endSlot(lease) }
          }
          pollMs = POLL_FIRST_MS
        }
        // Others are still ahead: the wait for a server begins only with its turn.
        else deadlineMs = clock.now() + pace.maxWaitMs
      }
      const soonestMs = Math.min(...mirrors.map(({ notBeforeMs }) => notBeforeMs))
      if (soonestMs > deadlineMs || nowMs > deadlineMs)
        throw new LiveMapFailed(
          'unavailable',
          mirrors[0].lastProblem ?? 'OpenStreetMap’s servers are busy.',
          Math.max(1, Math.ceil((soonestMs - nowMs) / 1000)),
        )
      await Promise.race([sleep(Math.max(pollMs, Math.min(soonestMs - nowMs, 1_000))), moved.promise])
    }
  }

  const freeSlot = async (mirror: Mirror, requestOwner: string): Promise<HeldLease | null> => {
    for (let slot = 0; slot < slots.get(mirror)!; slot++) {
      const lease = await holdLease(coordination, clock, `overpass ${mirror.host} ${slot}`, requestOwner)
      if (lease !== null) return lease
    }
    return null
  }

  const endSlot = async (lease: HeldLease): Promise<void> => {
    await lease.end()
    move()
  }

  const askOnce = async (mirror: Mirror, query: string): Promise<OverpassReply> => {
    await budget.spend(1, 0)
    const { status, headers, bytes } = await fetchCounted(
      budget,
      mirror.url,
      {
        method: 'POST',
        headers: {
          'user-agent': options.userAgent,
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: new URLSearchParams({ data: query }).toString(),
      },
      { maxBytes: MAX_ANSWER_BYTES, timeoutMs: pace.requestTimeoutMs, signal: options.signal },
    )
    if (status === 429) {
      const server = await fetchServerStatus(mirror.url, options)
      slots.set(mirror, Math.min(MAX_SLOTS, server.slots ?? MAX_SLOTS))
      mirror.waitFor(server.waitSeconds, `${mirror.host} asks us to wait.`)
      throw new Refused()
    }
    if (status !== 200) {
      mirror.failed(`${mirror.host} answered HTTP ${status}.`, retryAfterOf(headers, clock.now()))
      throw new Refused()
    }
    if (!/^application\/json\b/i.test(headers.get('content-type') ?? ''))
      throw new UnusableAnswer(`${mirror.host} answered with something other than JSON.`)
    return { ...readOverpassAnswer(bytes), bytes: bytes.byteLength }
  }

  const ask = async <T>(query: string, read: (reply: OverpassReply) => T): Promise<T> => {
    let broken: UnusableAnswer | null = null
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await budget.require()
      const { mirror, end } = await takeSlot()
      try {
        const answer = read(await askOnce(mirror, query))
        mirror.succeeded()
        return answer
      } catch (error) {
        if (error instanceof UnusableAnswer) {
          broken = error
          mirror.failed(error.message, null)
        } else if (error instanceof HttpFailed) mirror.failed(error.message, null)
        else if (!(error instanceof Refused)) throw error
        log.warn({ host: mirror.host, attempt, problem: mirror.lastProblem }, 'request to Overpass failed')
      } finally {
        await end()
      }
    }
    const retryAfterSeconds = Math.max(
      1,
      Math.ceil((Math.min(...mirrors.map(({ notBeforeMs }) => notBeforeMs)) - clock.now()) / 1000),
    )
    const [fault, message] =
      broken === null
        ? (['unavailable', mirrors[0].lastProblem ?? 'No OpenStreetMap server answers.'] as const)
        : ([broken.isExhausted ? 'timeout' : 'broken', broken.message] as const)
    throw new LiveMapFailed(fault, message, retryAfterSeconds)
  }

  const tryToAsk = async (query: string): Promise<OverpassReply | null> => {
    await budget.require()
    const { mirror, end } = await takeSlot()
    try {
      return await askOnce(mirror, query)
    } catch (error) {
      if (error instanceof UnusableAnswer || error instanceof HttpFailed || error instanceof Refused)
        return null
      throw error
    } finally {
      await end()
    }
  }

  /** Queues work fairly, so that every asker gets a turn. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await queue.run(upstreamAskers(), work)
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      throw new LiveMapFailed('crowded', 'Too many calls are waiting for OpenStreetMap’s servers.', 30, {
        cause: error,
      })
    }
  }

  return {
    ask: (queryOf, read) => inTurn(() => ask(queryOf(LIMITS), read)),
    tryToAsk: (queryOf) => inTurn(() => tryToAsk(queryOf(LIMITS))),
  }
}

interface Slot {
  readonly mirror: Mirror
  readonly end: () => Promise<void>
}

/** The server refused the request; another one, or a later attempt, may answer. */
class Refused extends Error {}
