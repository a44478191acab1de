/**
 * Client for Nominatim that respects its usage policy: all processes of the installation together send one request a second.
 * https://operations.osmfoundation.org/policies/nominatim/, https://nominatim.org/release-docs/latest/api/Search/
 */
import { type LiveCoordination, LiveMapFailed, type LiveQuestion } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'
import { FairQueue, QueueFull } from '../../util/fair-queue.ts'
import type { Log } from '../../util/log.ts'
import type { Random } from '../../util/random.ts'
import { upstreamAskers } from '../../util/work-owner.ts'
import type { DayBudget } from '../live/day-budget.ts'
import { HttpFailed, retryAfterOf } from '../live/fetch-bounded.ts'
import { fetchCounted } from '../live/fetch-counted.ts'
import { createLinePlace, type LinePlace } from '../live/line-place.ts'
import { Mirror, type RestTimes } from '../live/mirror.ts'
import { UnusableAnswer } from '../live/unusable-answer.ts'
import { type FoundPlace, readNominatimAnswer } from './answer.ts'
import { type Search, searchesFor, searchUrl } from './searches.ts'

export interface NominatimOptions {
  /** Base addresses of `/search`, the preferred one first. */
  readonly urls: readonly string[]
  readonly userAgent: string
  readonly budget: DayBudget
  readonly coordination: LiveCoordination
  /** Identifies this process among those that share the servers. */
  readonly owner: string
  readonly clock: Clock
  readonly random: Random
  readonly sleep: (durationMs: number) => Promise<void>
  readonly log: Log
  /** Aborts the requests that are under way. */
  readonly signal?: AbortSignal
  /** Set only in tests. */
  readonly pace?: NominatimPace
}

export interface NominatimPace extends RestTimes {
  readonly requestTimeoutMs: number
  readonly maxWaitMs: number
}

export interface Nominatim {
  /** @throws LiveMapFailed */
  search(question: LiveQuestion): Promise<readonly FoundPlace[]>
}

interface Reservation {
  readonly mirror: Mirror
  /** Called when the request was answered, or failed. */
  readonly end: () => Promise<unknown>
}

const INTERVAL_MS = 1_000
/** Time for which nobody else sends while a request is under way: it may arrive late if its process is busy. */
const MAX_UNDER_WAY_MS = 3_000
const POLL_MS = 50
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
const MAX_ATTEMPTS = 3
const MAX_WAITING = 60
const MAX_WAITING_OF_ASKER = 10
/** Maximum number of this process's requests in the line for a server. */
const MAX_IN_LINE = 8
const DEFAULT_PACE: NominatimPace = {
  firstRestMs: 2_000,
  maxRestMs: 600_000,
  requestTimeoutMs: 30_000,
  maxWaitMs: 60_000,
}

export const createNominatim = (options: NominatimOptions): Nominatim => {
  const { coordination, budget, clock, random, sleep, log, pace = DEFAULT_PACE } = options
  const mirrors = options.urls.map((url) => new Mirror(url, pace, clock, random))
  const queue = new FairQueue({
    atOnce: MAX_IN_LINE * mirrors.length,
    atOnceOfOwner: mirrors.length,
    maxWaiting: MAX_WAITING,
    maxWaitingOfOwner: MAX_WAITING_OF_ASKER,
  })

  let requests = 0

  const reserveMirror = async (): Promise<Reservation> => {
    const turn = `${options.owner} ${++requests}`
    const place = createLinePlace(coordination, clock, turn, upstreamAskers())
    try {
      return await waitForMoment(turn, place)
    } finally {
      await place.leave()
    }
  }

  /**
   * Reserves a server. Takes the first one that rests no longer than the caller can wait; waits for its turn, for a moment
   * to send, and then until a second after the previous answer. Reserves a moment only to use it: moments of calls that give
   * up would delay everybody else.
   */
  const waitForMoment = async (turn: string, place: LinePlace): Promise<Reservation> => {
    const { mirror, lease } = await waitForTurn(place)
    const deadlineMs = clock.now() + pace.maxWaitMs
    const atMs = await coordination.nextMoment(lease, clock.now(), INTERVAL_MS)
    requireBefore(deadlineMs, atMs, mirror)
    await sleepUntil(atMs)
    const hold = (durationMs: number): Promise<boolean> =>
      coordination.takeLease(lease, turn, clock.now(), clock.now() + durationMs)
    while (!(await hold(MAX_UNDER_WAY_MS))) {
      requireBefore(deadlineMs, clock.now(), mirror)
      // Renews the place in line; without it, a later caller could go first.
      await place.isFirst(lease)
      await sleep(POLL_MS)
    }
    await place.served(lease)
    return { mirror, end: () => hold(INTERVAL_MS) }
  }

  const waitForTurn = async (
    place: LinePlace,
  ): Promise<{ readonly mirror: Mirror; readonly lease: string }> => {
    for (;;) {
      const mirror = mirrors.reduce((best, each) => (each.notBeforeMs < best.notBeforeMs ? each : best))
      requireBefore(clock.now() + pace.maxWaitMs, mirror.notBeforeMs, mirror)
      await sleepUntil(mirror.notBeforeMs)
      const lease = `nominatim ${mirror.host}`
      if (await place.isFirst(lease)) return { mirror, lease }
      await sleep(POLL_MS)
    }
  }

  const requireBefore = (deadlineMs: number, atMs: number, { lastProblem }: Mirror): void => {
    if (atMs <= deadlineMs) return
    throw new LiveMapFailed(
      'unavailable',
      lastProblem ?? 'OpenStreetMap’s search is busy.',
      Math.ceil((atMs - clock.now()) / 1000),
    )
  }

  const sleepUntil = async (atMs: number): Promise<void> => {
    const durationMs = atMs - clock.now()
    if (durationMs > 0) await sleep(durationMs)
  }

  const askOnce = async (
    mirror: Mirror,
    search: Search,
    languages: readonly string[],
  ): Promise<readonly FoundPlace[] | null> => {
    const { status, headers, bytes } = await fetchCounted(
      budget,
      searchUrl(mirror.url, search),
      {
        headers: {
          'user-agent': options.userAgent,
          accept: 'application/json',
          ...(languages.length > 0 && { 'accept-language': languages.join(',') }),
        },
      },
      { maxBytes: MAX_ANSWER_BYTES, timeoutMs: pace.requestTimeoutMs, signal: options.signal },
    )
    if (status !== 200) {
      mirror.failed(`${mirror.host} answered HTTP ${status}.`, retryAfterOf(headers, clock.now()))
      return null
    }
    if (!/^application\/json\b/i.test(headers.get('content-type') ?? ''))
      throw new UnusableAnswer(`${mirror.host} answered with something other than JSON.`)
    return readNominatimAnswer(new TextDecoder().decode(bytes))
  }

  const ask = async (search: Search, languages: readonly string[]): Promise<readonly FoundPlace[]> => {
    let broken: UnusableAnswer | null = null
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await budget.require()
      await budget.spend(1, 0)
      const { mirror, end } = await reserveMirror()
      try {
        const places = await askOnce(mirror, search, languages)
        if (places !== null) {
          mirror.succeeded()
          return places
        }
      } catch (error) {
        if (!(error instanceof UnusableAnswer || error instanceof HttpFailed)) throw error
        if (error instanceof UnusableAnswer) broken = error
        mirror.failed(error.message, null)
      } finally {
        await end()
      }
      log.warn({ host: mirror.host, attempt, problem: mirror.lastProblem }, 'request to Nominatim failed')
    }
    const waitMs = Math.min(...mirrors.map(({ notBeforeMs }) => notBeforeMs)) - clock.now()
    throw new LiveMapFailed(
      broken === null ? 'unavailable' : 'broken',
      broken?.message ?? mirrors[0].lastProblem ?? 'OpenStreetMap’s search does not answer.',
      Math.max(1, Math.ceil(waitMs / 1000)),
    )
  }

  /** Queues work fairly, so that every asker gets a turn. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await queue.run(upstreamAskers(), work)
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      throw new LiveMapFailed('crowded', 'Too many calls are waiting for OpenStreetMap’s search.', 30, {
        cause: error,
      })
    }
  }

  return {
    search: async (question) => {
      for (const search of searchesFor(question)) {
        const places = await inTurn(() => ask(search, question.languages))
        if (places.length > 0) return places
      }
      return []
    },
  }
}
