/**
 * Client for Overpass that respects its usage policy: no more concurrent queries than a server allows an address, none while
 * the server asks to wait, none beyond the day budget; if a server fails, the next one is tried. A question that no server
 * can answer rests without the servers.
 * https://operations.osmfoundation.org/policies/api/, https://dev.overpass-api.de/overpass-doc/en/preface/commons.html
 */
import { type LiveCoordination, LiveMapFailed } from '../../domain/live/ports.ts'
import type { Askers } from '../../util/askers.ts'
import type { Clock } from '../../util/clock.ts'
import { FairQueue, QueueFull } from '../../util/fair-queue.ts'
import type { Log } from '../../util/log.ts'
import type { Random } from '../../util/random.ts'
import { SERVICE, upstreamAskers } from '../../util/work-owner.ts'
import type { DayBudget } from '../live/day-budget.ts'
import { createFailedQuestions, questionKey } from '../live/failed-questions.ts'
import { type HttpAnswer, HttpFailed, isOfQuestion, retryAfterOf } from '../live/fetch-bounded.ts'
import { fetchCounted } from '../live/fetch-counted.ts'
import { Mirror, type RestTimes } from '../live/mirror.ts'
import { isWorthRepeating, ServerFailed, UnusableAnswer } from '../live/unusable-answer.ts'
import { type QueryLimits, TEST_QUERY } from './queries.ts'
import { type OverpassReply, replyOf } from './reply.ts'
import { fetchServerStatus } from './server-status.ts'
import { createSlots, MAX_SLOTS, type Patience } from './slots.ts'

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
   * Returns the result of `read`. If it throws `UnusableAnswer`, the query is repeated at another server, or once at the
   * only one; if that fails, the query rests.
   *
   * @throws LiveMapFailed
   */
  ask<T>(
    query: (limits: QueryLimits) => string,
    read: (reply: OverpassReply) => T | Promise<T>,
    askers?: Askers,
  ): Promise<T>
  /** Makes one attempt for a query that not every server supports; returns null if it failed. */
  tryToAsk(query: (limits: QueryLimits) => string, askers?: Askers): Promise<OverpassReply | null>
}

/** Returns a client for what some ask; without askers the service asks. */
export const overpassFor = (overpass: Overpass, askers: Askers): Overpass => ({
  ask: (query, read) => overpass.ask(query, read, askers),
  tryToAsk: (query) => overpass.tryToAsk(query, askers),
})

export interface OverpassPace extends RestTimes {
  /** Limit for one request: the server's own time, and some for the transfer. */
  readonly requestTimeoutMs: number
  /** The same for a query that needs more time, as the server says. */
  readonly longRequestTimeoutMs: number
  /** Maximum wait for a server once its turn has come; longer waits are refused with the time to retry. */
  readonly maxWaitMs: number
}

/**
 * A first attempt is short, because a silent server cannot be told from a slow one and holds a slot until then. Servers also
 * admit cheap queries first.
 */
const LIMITS: QueryLimits = { timeoutSeconds: 20, maxBytes: 512 * 1024 * 1024 }
const LONG_LIMITS: QueryLimits = { ...LIMITS, timeoutSeconds: 90 }
const MAX_ANSWER_BYTES = 256 * 1024 * 1024
/** The wait and a first attempt together are shorter than callers wait, so that they learn what is wrong. */
export const OVERPASS_PACE: OverpassPace = {
  firstRestMs: 2_000,
  maxRestMs: 20_000,
  requestTimeoutMs: (LIMITS.timeoutSeconds + 5) * 1000,
  longRequestTimeoutMs: (LONG_LIMITS.timeoutSeconds + 30) * 1000,
  maxWaitMs: 30_000,
}
const TEST_TIMEOUT_MS = 5_000
const MAX_ATTEMPTS = 4
/** Statuses about the query; all others are about the server. */
const STATUSES_OF_QUERIES: ReadonlySet<number> = new Set([400, 413, 414, 422])
const MAX_WAITING = 200
const MAX_WAITING_OF_ASKER = 20
/** Maximum number of this process's requests in the lines for a server. */
const MAX_IN_LINE = 8

export const createOverpass = (options: OverpassOptions): Overpass => {
  const { budget, clock, random, log, pace = OVERPASS_PACE } = options
  const mirrors = options.urls.map((url) => new Mirror(url, pace, clock, random))
  const slots = createSlots({ ...options, maxWaitMs: pace.maxWaitMs })
  const questions = createFailedQuestions(pace, clock)
  const queue = new FairQueue({
    atOnce: MAX_IN_LINE * mirrors.length,
    atOnceOfOwner: MAX_SLOTS * mirrors.length,
    maxWaiting: MAX_WAITING,
    maxWaitingOfOwner: MAX_WAITING_OF_ASKER,
  })

  /** @throws UnusableAnswer if the query may be at fault, ServerFailed if the server is */
  const send = async <T>(
    mirror: Mirror,
    query: string,
    timeoutMs: number,
    read: (reply: OverpassReply) => T | Promise<T>,
    askers: Askers,
  ): Promise<T> => {
    await budget.spend(askers, 1, 0)
    try {
      return await fetchCounted(
        (bytes) => budget.spend(askers, 0, bytes),
        async (answer) => {
          await requireAccepted(mirror, answer)
          return read(replyOf(answer.bytes))
        },
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
        { maxBytes: MAX_ANSWER_BYTES, timeoutMs, signal: options.signal },
      )
    } catch (error) {
      if (!(error instanceof HttpFailed)) throw error
      // Only a test tells a server that hangs from a query that takes long.
      if (error.fault === 'timeout') mirror.isSuspect = true
      if (isOfQuestion(error)) throw new UnusableAnswer(error.message, null, { cause: error })
      mirror.failed(error.message, null)
      throw new ServerFailed(error.message)
    }
  }

  /** @throws ServerFailed, UnusableAnswer */
  const requireAccepted = async (mirror: Mirror, { status, headers }: HttpAnswer): Promise<void> => {
    const problem = `${mirror.host} answered HTTP ${status}.`
    if (status === 429) {
      const server = await fetchServerStatus(mirror.url, options)
      slots.limit(mirror, server.slots)
      mirror.waitFor(server.waitSeconds, `${mirror.host} asks us to wait.`)
      throw new ServerFailed(problem)
    }
    if (STATUSES_OF_QUERIES.has(status)) throw new UnusableAnswer(problem)
    if (status !== 200) {
      mirror.failed(problem, retryAfterOf(headers, clock.now()))
      throw new ServerFailed(problem)
    }
    if (!/^application\/json\b/i.test(headers.get('content-type') ?? ''))
      throw new UnusableAnswer(`${mirror.host} answered with something other than JSON.`)
  }

  const tests = new Map<Mirror, Promise<void>>()
  /** Tests a suspect server with a query that every working one answers, once for all who wait. @throws ServerFailed */
  const requireTested = (mirror: Mirror, askers: Askers): Promise<void> => {
    const test = tests.get(mirror) ?? runTest(mirror, askers).finally(() => tests.delete(mirror))
    tests.set(mirror, test)
    return test
  }

  const runTest = async (mirror: Mirror, askers: Askers): Promise<void> => {
    const timeoutMs = Math.min(TEST_TIMEOUT_MS, pace.requestTimeoutMs)
    try {
      const requireCount = ({ sections }: OverpassReply): void => {
        if (sections.length === 1) throw new UnusableAnswer('The answer has no count.')
      }
      await send(mirror, TEST_QUERY, timeoutMs, requireCount, askers)
      mirror.passed()
    } catch (error) {
      if (!(error instanceof UnusableAnswer)) throw error
      mirror.failed(error.message, null)
      throw new ServerFailed(error.message)
    }
  }

  const ask = async <T>(
    queryOf: (limits: QueryLimits) => string,
    read: (reply: OverpassReply) => T | Promise<T>,
    askers: Askers,
  ): Promise<T> => {
    const query = queryOf(LIMITS)
    const question = questionKey(query)
    const patience: Patience = { untilMs: clock.now() + pace.maxWaitMs }
    let left: readonly Mirror[] = mirrors
    let isLong = questions.needsTime(question)
    let mayRepeat = mirrors.length === 1 && !questions.hasFailed(question)
    let unusable: UnusableAnswer | null = null
    for (let attempt = 1; attempt <= MAX_ATTEMPTS && left.length > 0; attempt++) {
      await budget.require(askers)
      const slot = await slots.take(left, patience, askers).catch((error: unknown) => {
        if (unusable === null) throw error
        return null
      })
      if (slot === null) break
      const { mirror } = slot
      try {
        if (mirror.isSuspect) await requireTested(mirror, askers)
        const answer = await (isLong
          ? send(mirror, queryOf(LONG_LIMITS), pace.longRequestTimeoutMs, read, askers)
          : send(mirror, query, pace.requestTimeoutMs, read, askers))
        mirror.succeeded()
        questions.answered(question)
        return answer
      } catch (error) {
        if (error instanceof UnusableAnswer) {
          unusable = error
          mirror.answeredBadly(question)
          const isRepeated =
            error.lack === 'time' ? mirrors.length === 1 && !isLong : mayRepeat && isWorthRepeating(error)
          if (!isRepeated) left = left.filter((each) => each !== mirror)
          if (error.lack === 'time') isLong = true
          else mayRepeat = false
        } else if (!(error instanceof ServerFailed)) throw error
        log.warn({ host: mirror.host, attempt, problem: error.message }, 'request to Overpass failed')
      } finally {
        await slot.end()
      }
    }
    if (unusable !== null)
      throw questions.failed(question, unusable.lack === null ? 'broken' : 'timeout', unusable.message)
    const restMs = Math.min(...mirrors.map(({ notBeforeMs }) => notBeforeMs)) - clock.now()
    throw new LiveMapFailed(
      'unavailable',
      mirrors[0].lastProblem ?? 'No OpenStreetMap server answers.',
      Math.max(1, Math.ceil(restMs / 1000)),
    )
  }

  const tryToAsk = async (query: string, askers: Askers): Promise<OverpassReply | null> => {
    await budget.require(askers)
    const { mirror, end } = await slots.take(mirrors, { untilMs: clock.now() + pace.maxWaitMs }, askers)
    try {
      if (mirror.isSuspect) await requireTested(mirror, askers)
      // Parsed here, where an unusable answer is a failed attempt.
      return await send(mirror, query, pace.requestTimeoutMs, (reply) => ({ ...reply }), askers)
    } catch (error) {
      if (error instanceof UnusableAnswer || error instanceof ServerFailed) return null
      throw error
    } finally {
      await end()
    }
  }

  /** Queues work fairly, so that every asker gets a turn. */
  const inTurn = async <T>(askers: Askers, work: () => Promise<T>): Promise<T> => {
    try {
      return await queue.run(askers, work)
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      throw new LiveMapFailed('crowded', 'Too many calls are waiting for OpenStreetMap’s servers.', 30, {
        cause: error,
      })
    }
  }

  return {
    ask: async (queryOf, read, askers = upstreamAskers(SERVICE)) => {
      questions.requireRested(questionKey(queryOf(LIMITS)))
      return inTurn(askers, () => ask(queryOf, read, askers))
    },
    tryToAsk: (queryOf, askers = upstreamAskers(SERVICE)) =>
      inTurn(askers, () => tryToAsk(queryOf(LIMITS), askers)),
  }
}
