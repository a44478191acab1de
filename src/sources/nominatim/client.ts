/**
 * Client for Nominatim that respects its usage policy: all processes of the installation together send one request a second.
 * https://operations.osmfoundation.org/policies/nominatim/, https://nominatim.org/release-docs/latest/api/Search/
 */
import { type LiveCoordination, LiveMapFailed, type LiveQuestion } from '../../domain/live/ports.ts'
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
import { createLinePlace, type LinePlace } from '../live/line-place.ts'
import { Mirror, type RestTimes } from '../live/mirror.ts'
import { isWorthRepeating, ServerFailed, UnusableAnswer } from '../live/unusable-answer.ts'
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
  /** Without askers the service asks. @throws LiveMapFailed */
  search(question: LiveQuestion, askers?: Askers): Promise<readonly FoundPlace[]>
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
  maxRestMs: 15_000,
  requestTimeoutMs: 10_000,
  maxWaitMs: 30_000,
}

export const createNominatim = (options: NominatimOptions): Nominatim => {
  const { coordination, budget, clock, random, sleep, log, pace = DEFAULT_PACE } = options
  const mirrors = options.urls.map((url) => new Mirror(url, pace, clock, random))
  const questions = createFailedQuestions(pace, clock)
  const queue = new FairQueue({
    atOnce: MAX_IN_LINE * mirrors.length,
    atOnceOfOwner: mirrors.length,
    maxWaiting: MAX_WAITING,
    maxWaitingOfOwner: MAX_WAITING_OF_ASKER,
  })

  let requests = 0

  const reserveMirror = async (left: readonly Mirror[], askers: Askers): Promise<Reservation> => {
    const turn = `${options.owner} ${++requests}`
    const place = createLinePlace(coordination, clock, turn, askers)
    try {
      return await waitForMoment(left, turn, place)
    } finally {
      await place.leave()
    }
  }

  /**
   * Reserves a server. Takes the first one that rests no longer than the caller can wait; waits for its turn, for a moment
   * to send, and then until a second after the previous answer. Reserves a moment only to use it: moments of calls that give
   * up would delay everybody else.
   */
  const waitForMoment = async (
    left: readonly Mirror[],
    turn: string,
    place: LinePlace,
  ): Promise<Reservation> => {
    const { mirror, lease } = await waitForTurn(left, place)
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
    left: readonly Mirror[],
    place: LinePlace,
  ): Promise<{ readonly mirror: Mirror; readonly lease: string }> => {
    for (;;) {
      const mirror = left.reduce((best, each) => (each.notBeforeMs < best.notBeforeMs ? each : best))
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

  /** @throws UnusableAnswer if the question may be at fault, ServerFailed if the server is */
  const send = async (
    mirror: Mirror,
    search: Search,
    languages: readonly string[],
    askers: Askers,
  ): Promise<readonly FoundPlace[]> => {
    try {
      return await fetchCounted(
        (bytes) => budget.spend(askers, 0, bytes),
        (answer) => placesIn(mirror, answer),
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
    } catch (error) {
      if (!(error instanceof HttpFailed)) throw error
      if (isOfQuestion(error)) throw new UnusableAnswer(error.message, null, { cause: error })
      mirror.failed(error.message, null)
      throw new ServerFailed(error.message)
    }
  }

  const placesIn = (mirror: Mirror, { status, headers, bytes }: HttpAnswer): readonly FoundPlace[] => {
    if (status !== 200) {
      const problem = `${mirror.host} answered HTTP ${status}.`
      mirror.failed(problem, retryAfterOf(headers, clock.now()))
      throw new ServerFailed(problem)
    }
    if (!/^application\/json\b/i.test(headers.get('content-type') ?? ''))
      throw new UnusableAnswer(`${mirror.host} answered with something other than JSON.`)
    return readNominatimAnswer(new TextDecoder().decode(bytes))
  }

  const ask = async (
    question: string,
    search: Search,
    languages: readonly string[],
    askers: Askers,
  ): Promise<readonly FoundPlace[]> => {
    let left: readonly Mirror[] = mirrors
    let mayRepeat = mirrors.length === 1 && !questions.hasFailed(question)
    let unusable: UnusableAnswer | null = null
    for (let attempt = 1; attempt <= MAX_ATTEMPTS && left.length > 0; attempt++) {
      await budget.require(askers)
      await budget.spend(askers, 1, 0)
      const reservation = await reserveMirror(left, askers).catch((error: unknown) => {
        if (unusable === null) throw error
        return null
      })
      if (reservation === null) break
      const { mirror, end } = reservation
      try {
        const places = await send(mirror, search, languages, askers)
        mirror.succeeded()
        questions.answered(question)
        return places
      } catch (error) {
        if (error instanceof UnusableAnswer) {
          unusable = error
          mirror.answeredBadly(question)
          // A search costs a second, so no test precedes the rest.
          if (mirror.isSuspect) mirror.failed(error.message, null)
          if (mayRepeat && isWorthRepeating(error)) mayRepeat = false
          else left = left.filter((each) => each !== mirror)
        } else if (!(error instanceof ServerFailed)) throw error
        log.warn({ host: mirror.host, attempt, problem: error.message }, 'request to Nominatim failed')
      } finally {
        await end()
      }
    }
    if (unusable !== null) throw questions.failed(question, 'broken', unusable.message)
    const waitMs = Math.min(...mirrors.map(({ notBeforeMs }) => notBeforeMs)) - clock.now()
    throw new LiveMapFailed(
      'unavailable',
      mirrors[0].lastProblem ?? 'OpenStreetMap’s search does not answer.',
      Math.max(1, Math.ceil(waitMs / 1000)),
    )
  }

  /** Queues work fairly, so that every asker gets a turn. */
  const inTurn = async <T>(askers: Askers, work: () => Promise<T>): Promise<T> => {
    try {
      return await queue.run(askers, work)
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      throw new LiveMapFailed('crowded', 'Too many calls are waiting for OpenStreetMap’s search.', 30, {
        cause: error,
      })
    }
  }

  return {
    search: async (question, askers = upstreamAskers(SERVICE)) => {
      for (const search of searchesFor(question)) {
        const { languages } = question
        const key = questionKey(JSON.stringify([search, languages]))
        questions.requireRested(key)
        const places = await inTurn(askers, () => ask(key, search, languages, askers))
        if (places.length > 0) return places
      }
      return []
    },
  }
}
