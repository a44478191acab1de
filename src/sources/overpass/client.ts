/**
 * Client for Overpass that respects its usage policy: no more concurrent queries than a server allows an address, and none
 * while the server asks to wait.
 * https://operations.osmfoundation.org/policies/api/, https://dev.overpass-api.de/overpass-doc/en/preface/commons.html
 */
import type { Askers } from '../../util/waiting-owners.ts'
import { SERVICE, upstreamAskers } from '../../util/work-owner.ts'
import type { UpstreamAnswer } from '../upstream/fetch-bounded.ts'
import type { Mirror } from '../upstream/map-server.ts'
import {
  createPoliteClient,
  type Pace,
  type PoliteOptions,
  type Question,
  type Upstream,
} from '../upstream/polite-client.ts'
import { ServerFailed, UnusableAnswer } from '../upstream/unusable-answer.ts'
import { type QueryLimits, TEST_QUERY } from './queries.ts'
import { type OverpassReply, replyOf } from './reply.ts'
import { fetchServerStatus } from './server-status.ts'
import { createSlots, MAX_SLOTS } from './slots.ts'

/** Addresses are those of interpreters: `https://overpass-api.de/api/interpreter`. */
export interface OverpassOptions extends PoliteOptions {
  /** Rest times after failures and maximum duration of a query; set only in tests. */
  readonly pace?: OverpassPace
}

export interface Overpass {
  /** Returns the result of `read`, which may throw `UnusableAnswer`. Without askers the service asks. @throws LiveMapFailed */
  ask<T>(
    query: (limits: QueryLimits) => string,
    read: (reply: OverpassReply) => T | Promise<T>,
    askers?: Askers,
  ): Promise<T>
  /** Makes one attempt for a query that not every server supports; returns null if it failed. */
  tryToAsk(query: (limits: QueryLimits) => string, askers?: Askers): Promise<OverpassReply | null>
}

/** Returns a client for what some ask. */
export const overpassFor = (overpass: Overpass, askers: Askers): Overpass => ({
  ask: (query, read) => overpass.ask(query, read, askers),
  tryToAsk: (query) => overpass.tryToAsk(query, askers),
})

/** A request takes the server's own time, and some for the transfer. */
export interface OverpassPace extends Pace {
  /** For a query that needs more time, as the server says. */
  readonly longRequestTimeoutMs: number
}

/**
 * A first attempt is short, because a silent server cannot be told from a slow one and holds a slot until then. Servers also
 * admit cheap queries first.
 */
const LIMITS: QueryLimits = { timeoutSeconds: 20, maxBytes: 512 * 1024 * 1024 }
const LONG_LIMITS: QueryLimits = { ...LIMITS, timeoutSeconds: 90 }
/** The wait and a first attempt together are shorter than callers wait, so that they learn what is wrong. */
export const OVERPASS_PACE: OverpassPace = {
  firstRestMs: 2_000,
  maxRestMs: 20_000,
  requestTimeoutMs: (LIMITS.timeoutSeconds + 5) * 1000,
  longRequestTimeoutMs: (LONG_LIMITS.timeoutSeconds + 30) * 1000,
  maxWaitMs: 30_000,
}
const TEST_TIMEOUT_MS = 5_000
/** Statuses about the query; all others are about the server. */
const STATUSES_OF_QUERIES: ReadonlySet<number> = new Set([400, 413, 414, 422])

export const createOverpass = (options: OverpassOptions): Overpass & Upstream => {
  const { pace = OVERPASS_PACE } = options
  const slots = createSlots({ ...options, maxWaitMs: pace.maxWaitMs })

  /** @throws ServerFailed, UnusableAnswer */
  const requireAccepted = async (mirror: Mirror, { status }: UpstreamAnswer): Promise<void> => {
    const problem = `${mirror.host} answered HTTP ${status}.`
    if (status === 429) {
      const server = await fetchServerStatus(mirror.url, options)
      slots.limit(mirror, server.slots)
      mirror.waitFor(server.waitSeconds, `${mirror.host} asks us to wait.`)
      throw new ServerFailed(problem)
    }
    if (STATUSES_OF_QUERIES.has(status)) throw new UnusableAnswer(problem)
  }

  const client = createPoliteClient(options, {
    name: 'Overpass',
    subject: 'OpenStreetMap’s servers',
    pace,
    triesPerQuestion: 4,
    maxAnswerBytes: 256 * 1024 * 1024,
    maxWaiting: 200,
    maxWaitingOfAsker: 20,
    atOnceOfAsker: MAX_SLOTS,
    take: slots.take,
    requireAccepted,
    test: testQuestion(Math.min(TEST_TIMEOUT_MS, pace.requestTimeoutMs)),
  })

  const questionOf = <T>(
    queryOf: (limits: QueryLimits) => string,
    read: (reply: OverpassReply) => T | Promise<T>,
  ): Question<T> => ({
    text: queryOf(LIMITS),
    request: (url, needsTime) =>
      needsTime
        ? requestOf(url, queryOf(LONG_LIMITS), pace.longRequestTimeoutMs)
        : requestOf(url, queryOf(LIMITS), pace.requestTimeoutMs),
    read: (bytes) => read(replyOf(bytes)),
  })

  return {
    state: client.state,
    ask: (queryOf, read, askers = upstreamAskers(SERVICE)) => client.ask(questionOf(queryOf, read), askers),
    // Parsed at once, because an unusable answer is a failed attempt.
    tryToAsk: (queryOf, askers = upstreamAskers(SERVICE)) =>
      client.tryToAsk(
        questionOf(queryOf, (reply) => ({ ...reply })),
        askers,
      ),
  }
}

const requestOf = (url: string, query: string, timeoutMs: number) => ({
  url,
  init: {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ data: query }).toString(),
  },
  timeoutMs,
})

const testQuestion = (timeoutMs: number): Question<void> => ({
  text: TEST_QUERY,
  request: (url) => requestOf(url, TEST_QUERY, timeoutMs),
  read: (bytes) => {
    if (replyOf(bytes).sections.length === 1) throw new UnusableAnswer('The answer has no count.')
  },
})
