/**
 * Asks Overpass, politely: no more queries at once than a server gives an address, none while it asks to wait, none beyond the day's budget,
 * and with several servers the next one where one fails. https://operations.osmfoundation.org/policies/api/, https://dev.overpass-api.de/overpass-doc/en/preface/commons.html
 */
import { type LiveCoordination, LiveMapFailed } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'
import { FairQueue, QueueFull } from '../../util/fair-queue.ts'
import type { Log } from '../../util/log.ts'
import type { Random } from '../../util/random.ts'
import { upstreamAskers } from '../../util/work-owner.ts'
import type { DayBudget } from '../live/day-budget.ts'
import { fetchBounded, HttpFailed, retryAfterOf } from '../live/fetch-bounded.ts'
import { holdLease } from '../live/held-lease.ts'
import { Mirror, type RestTimes } from '../live/mirror.ts'
import { UnusableAnswer } from '../live/unusable-answer.ts'
import { type OverpassAnswer, readOverpassAnswer } from './answer.ts'
import type { QueryLimits } from './queries.ts'

export interface OverpassOptions {
  /** Addresses of interpreters, the preferred one first: `https://overpass-api.de/api/interpreter`. */
  readonly urls: readonly string[]
  readonly userAgent: string
  /** Left out but for tests: how long a server rests after failures, and how long a question takes at most. */
  readonly pace?: OverpassPace
  readonly budget: DayBudget
  readonly coordination: LiveCoordination
  /** Names this process among those that share the servers' slots. */
  readonly owner: string
  readonly clock: Clock
  readonly random: Random
  readonly sleep: (durationMs: number) => Promise<void>
  readonly log: Log
  /** Ends the requests that are under way. */
  readonly signal?: AbortSignal
}

export interface Overpass {
  /** @throws LiveMapFailed */
  ask(query: (limits: QueryLimits) => string): Promise<OverpassReply>
  /** A question that not every server can answer: one attempt; null where it failed. */
  tryToAsk(query: (limits: QueryLimits) => string): Promise<OverpassReply | null>
}

export interface OverpassReply extends OverpassAnswer {
  readonly bytes: number
}

export interface OverpassPace extends RestTimes {
  /** For one request; the server's own time, and some for the way. */
  readonly requestTimeoutMs: number
  /** Maximum wait for a server; longer waits are refused with the time to retry. */
  readonly maxWaitMs: number
}

/** What the public servers give one address: https://overpass-api.de/api/status */
const SLOTS_PER_MIRROR = 2
const LIMITS: QueryLimits = { timeoutSeconds: 90, maxBytes: 512 * 1024 * 1024 }
const MAX_ANSWER_BYTES = 256 * 1024 * 1024
const DEFAULT_PACE: OverpassPace = {
  firstRestMs: 2_000,
  maxRestMs: 600_000,
  requestTimeoutMs: (LIMITS.timeoutSeconds + 30) * 1000,
  maxWaitMs: 60_000,
}
const MAX_ATTEMPTS = 4
const POLL_MS = 100
const FIRST_IN_LINE = 'overpass first in line'
/** Renewed with each look for a slot. */
const LINE_LEASE_MS = 1_000
const MAX_WAITING = 200
const MAX_WAITING_OF_ASKER = 20

export const createOverpass = (options: OverpassOptions): Overpass => {
  const { coordination, budget, clock, random, sleep, log, owner, pace = DEFAULT_PACE } = options
  const mirrors = options.urls.map((url) => new Mirror(url, pace, clock, random))
  const queue = new FairQueue({
    atOnce: SLOTS_PER_MIRROR * mirrors.length,
    maxWaiting: MAX_WAITING,
    maxWaitingOfOwner: MAX_WAITING_OF_ASKER,
  })

  let slotsTaken = 0

  /**
   * A server that may be asked now, with one of its slots. Each request is an owner of its own, because a lease is given to the same
   * owner again. Only the first in line takes slots: a busy process would otherwise retake each slot that it releases.
   */
  const takeSlot = async (): Promise<Slot> => {
    const slotOwner = `${owner} ${++slotsTaken}`
    try {
      return await waitForSlot(slotOwner)
    } finally {
      await coordination.endLease(FIRST_IN_LINE, slotOwner)
    }
  }

  const waitForSlot = async (slotOwner: string): Promise<Slot> => {
    const deadlineMs = clock.now() + pace.maxWaitMs
    for (;;) {
      const nowMs = clock.now()
      const ready = mirrors.filter(({ notBeforeMs }) => notBeforeMs <= nowMs)
      const isFirst =
        ready.length > 0 &&
        (await coordination.takeLease(FIRST_IN_LINE, slotOwner, nowMs, nowMs + LINE_LEASE_MS))
      for (const mirror of isFirst ? ready : []) {
        for (let slot = 0; slot < SLOTS_PER_MIRROR; slot++) {
          const lease = await holdLease(coordination, clock, `overpass ${mirror.host} ${slot}`, slotOwner)
          if (lease !== null) return { mirror, end: lease.end }
        }
      }
      const soonestMs = Math.min(...mirrors.map(({ notBeforeMs }) => notBeforeMs))
      if (soonestMs > deadlineMs || nowMs > deadlineMs)
        throw new LiveMapFailed(
          'unavailable',
          mirrors[0].lastProblem ?? 'The map database is busy.',
          Math.max(1, Math.ceil((soonestMs - nowMs) / 1000)),
        )
      await sleep(Math.max(POLL_MS, Math.min(soonestMs - nowMs, 1_000)))
    }
  }

  const askOnce = async (mirror: Mirror, query: string): Promise<OverpassReply> => {
    await budget.spend(1, 0)
    const { status, headers, bytes } = await fetchBounded(
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
    await budget.spend(0, bytes.byteLength)
    if (status === 429) {
      mirror.waitFor(await secondsUntilSlot(mirror, options.userAgent), 'The map database asks to wait.')
      throw new Refused()
    }
    if (status !== 200) {
      mirror.failed(`${mirror.host} answers with status ${status}.`, retryAfterOf(headers))
      throw new Refused()
    }
    if (!/^application\/json\b/i.test(headers.get('content-type') ?? ''))
      throw new UnusableAnswer(`${mirror.host} answers with something else than JSON.`)
    return { ...readOverpassAnswer(bytes), bytes: bytes.byteLength }
  }

  const ask = async (query: string): Promise<OverpassReply> => {
    let broken: UnusableAnswer | null = null
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await budget.require()
      const { mirror, end } = await takeSlot()
      try {
        const reply = await askOnce(mirror, query)
        mirror.succeeded()
        return reply
      } catch (error) {
        if (error instanceof UnusableAnswer) {
          broken = error
          mirror.failed(error.message, null)
        } else if (error instanceof HttpFailed) mirror.failed(error.message, null)
        else if (!(error instanceof Refused)) throw error
        log.warn({ host: mirror.host, attempt, problem: mirror.lastProblem }, 'map database failed')
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
        ? (['unavailable', mirrors[0].lastProblem ?? 'The map database does not answer.'] as const)
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

  /** Everybody's turn comes, however much one asker wants. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await queue.run(upstreamAskers(), work)
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      throw new LiveMapFailed('crowded', 'Too many calls wait for the map database.', 30, { cause: error })
    }
  }

  return {
    ask: (queryOf) => inTurn(() => ask(queryOf(LIMITS))),
    tryToAsk: (queryOf) => inTurn(() => tryToAsk(queryOf(LIMITS))),
  }
}

interface Slot {
  readonly mirror: Mirror
  readonly end: () => Promise<void>
}

/** The server has said when to come back; another one, or a later attempt, may answer. */
class Refused extends Error {}

/** "Slot available after: 2026-01-02T03:04:05Z, in 12 seconds." */
const secondsUntilSlot = async (mirror: Mirror, userAgent: string): Promise<number> => {
  try {
    const { status, bytes } = await fetchBounded(
      new URL('status', mirror.url).href,
      { headers: { 'user-agent': userAgent } },
      { maxBytes: 100_000, timeoutMs: 10_000 },
    )
    if (status !== 200) return DEFAULT_WAIT_SECONDS
    const text = new TextDecoder().decode(bytes)
    if (/^[1-9]\d* slots? available now/m.test(text)) return 1
    const waits = Array.from(text.matchAll(/in (\d{1,6}) seconds?/g), ([, seconds]) => Number(seconds))
    return waits.length === 0 ? DEFAULT_WAIT_SECONDS : Math.max(1, Math.min(...waits))
  } catch {
    return DEFAULT_WAIT_SECONDS
  }
}

const DEFAULT_WAIT_SECONDS = 15
