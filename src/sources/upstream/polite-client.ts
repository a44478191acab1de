/**
 * Asks servers of others politely: askers take turns, the day budget is kept, a server that fails rests while the next one is
 * asked, and a question that no server can answer rests without the servers. How a kind of server wants to be asked is
 * `Manners`.
 */
import { type LiveCoordination, LiveMapFailed } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'
import { FairQueue, QueueFull } from '../../util/fair-queue.ts'
import type { Log } from '../../util/log.ts'
import type { Random } from '../../util/random.ts'
import type { Askers } from '../../util/waiting-owners.ts'
import type { DayBudget } from './day-budget.ts'
import { createFailedQuestions, questionKey } from './failed-questions.ts'
import {
  type fetchBounded,
  HttpFailed,
  isOfQuestion,
  neverConnected,
  retryAfterOf,
  type UpstreamAnswer,
} from './fetch-bounded.ts'
import { fetchCounted } from './fetch-counted.ts'
import { Mirror, type RestTimes } from './map-server.ts'
import { isWorthRepeating, ServerAbsent, ServerFailed, UnusableAnswer } from './unusable-answer.ts'

export interface PoliteOptions {
  /** The preferred server first. */
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
}

/** What taking turns with other processes needs. */
export interface WaitOptions extends Pick<PoliteOptions, 'coordination' | 'owner' | 'clock' | 'sleep'> {
  readonly maxWaitMs: number
}

export interface Pace extends RestTimes {
  /** Limit for one request. */
  readonly requestTimeoutMs: number
  /** Maximum wait for a server once its turn has come; longer waits are refused with the time to retry. */
  readonly maxWaitMs: number
}

export interface Manners {
  /** In the log. */
  readonly name: string
  /** In sentences: "OpenStreetMap’s servers". */
  readonly subject: string
  readonly pace: Pace
  readonly triesPerQuestion: number
  readonly maxAnswerBytes: number
  readonly maxWaiting: number
  readonly maxWaitingOfAsker: number
  /** Requests of one asker at once, for each server. */
  readonly atOnceOfAsker: number
  /** Waits until one of the servers may be asked. @throws LiveMapFailed */
  readonly take: (mirrors: readonly Mirror[], patience: Patience, askers: Askers) => Promise<Turn>
  /** Statuses that this kind of server uses in its own way. @throws ServerFailed, UnusableAnswer */
  readonly requireAccepted?: (mirror: Mirror, answer: UpstreamAnswer) => Promise<void>
  /** A question that every working server answers, for a server that may have failed; without one the server rests. */
  readonly test?: Question<unknown>
}

/** How long a request still waits for servers; starts again while others are ahead of it. */
export interface Patience {
  untilMs: number
}

/** The right to send one request to a server. */
export interface Turn {
  readonly mirror: Mirror
  /** Called when the request was answered, or failed. */
  readonly end: () => Promise<unknown>
}

export interface Question<T> {
  /** What makes it the same question. */
  readonly text: string
  /** @param needsTime true if the servers had too little time for it before */
  readonly request: (url: string, needsTime: boolean) => PoliteRequest
  /** @throws UnusableAnswer */
  readonly read: (bytes: Uint8Array) => T | Promise<T>
}

interface PoliteRequest {
  readonly url: string
  readonly init: Parameters<typeof fetchBounded>[1]
  readonly timeoutMs: number
}

/** Says what this process asks of its servers, for the operator. */
export interface Upstream {
  readonly state: () => UpstreamState
}

interface UpstreamState {
  /** Questions that wait for their turn, and those that are asked. */
  readonly waiting: number
  readonly running: number
  /** Requests so far: `unusable` are answers that could not be trusted, `failed` those of servers that could not be asked. */
  readonly requests: Readonly<Record<'ok' | 'unusable' | 'failed', number>>
  /** Servers by whether they may be asked now; a suspect one is tested first. */
  readonly servers: Readonly<Record<'ready' | 'suspect' | 'resting', number>>
}

/** Maximum number of this process's requests in the lines for a server. */
const MAX_IN_LINE = 8

export const createPoliteClient = (options: PoliteOptions, manners: Manners) => {
  const { budget, clock, random, log } = options
  const { pace, subject, test } = manners
  const mirrors = options.urls.map((url) => new Mirror(url, pace, clock, random))
  const questions = createFailedQuestions(pace, clock)
  const queue = new FairQueue({
    atOnce: MAX_IN_LINE * mirrors.length,
    atOnceOfOwner: manners.atOnceOfAsker * mirrors.length,
    maxWaiting: manners.maxWaiting,
    maxWaitingOfOwner: manners.maxWaitingOfAsker,
  })

  const requests = { ok: 0, unusable: 0, failed: 0 }
  /** @throws UnusableAnswer if the question may be at fault, ServerFailed if the server is */
  const send = async <T>(...request: Parameters<typeof sendOnce<T>>): Promise<T> => {
    try {
      const answer = await sendOnce(...request)
      requests.ok++
      return answer
    } catch (error) {
      requests[error instanceof UnusableAnswer ? 'unusable' : 'failed']++
      throw error
    }
  }

  const sendOnce = async <T>(
    mirror: Mirror,
    { request, read }: Question<T>,
    needsTime: boolean,
    askers: Askers,
  ): Promise<T> => {
    const { url, init, timeoutMs } = request(mirror.url, needsTime)
    await budget.spend(askers, 1, 0)
    try {
      return await fetchCounted(
        (bytes) => budget.spend(askers, 0, bytes),
        async (answer) => {
          await requireAccepted(mirror, answer)
          return read(answer.bytes)
        },
        url,
        {
          ...init,
          headers: { 'user-agent': options.userAgent, accept: 'application/json', ...init.headers },
        },
        { maxBytes: manners.maxAnswerBytes, timeoutMs, signal: options.signal },
      )
    } catch (error) {
      if (!(error instanceof HttpFailed)) throw error
      // Only a test tells a server that hangs from a question that takes long.
      if (error.fault === 'timeout' && test !== undefined) mirror.isSuspect = true
      if (isOfQuestion(error)) throw new UnusableAnswer(error.message, null, { cause: error })
      mirror.failed(error.message, null)
      const isAbsent = neverConnected(error) && !mirror.hasAnswered
      throw new (isAbsent ? ServerAbsent : ServerFailed)(error.message)
    }
  }

  const requireAccepted = async (mirror: Mirror, answer: UpstreamAnswer): Promise<void> => {
    mirror.hasAnswered = true
    await manners.requireAccepted?.(mirror, answer)
    const { status, headers } = answer
    if (status !== 200) {
      const problem = `${mirror.host} answered HTTP ${status}.`
      mirror.failed(problem, retryAfterOf(headers, clock.now()))
      throw new ServerFailed(problem)
    }
    if (!/^application\/json\b/i.test(headers.get('content-type') ?? ''))
      throw new UnusableAnswer(`${mirror.host} answered with something other than JSON.`)
  }

  const tests = new Map<Mirror, Promise<void>>()
  /** Tests a suspect server once for all who wait. @throws ServerFailed */
  const requireTested = async (mirror: Mirror, askers: Askers): Promise<void> => {
    if (test === undefined || !mirror.isSuspect) return
    const running = tests.get(mirror) ?? runTest(test, mirror, askers).finally(() => tests.delete(mirror))
    tests.set(mirror, running)
    await running
  }

  const runTest = async (question: Question<unknown>, mirror: Mirror, askers: Askers): Promise<void> => {
    try {
      await send(mirror, question, false, askers)
      mirror.passed()
    } catch (error) {
      if (!(error instanceof UnusableAnswer)) throw error
      mirror.failed(error.message, null)
      throw new ServerFailed(error.message)
    }
  }

  const ask = async <T>(question: Question<T>, key: string, askers: Askers): Promise<T> => {
    const patience: Patience = { untilMs: clock.now() + pace.maxWaitMs }
    let left: readonly Mirror[] = mirrors
    let needsTime = questions.needsTime(key)
    let mayRepeat = mirrors.length === 1 && !questions.hasFailed(key)
    let unusable: UnusableAnswer | null = null
    for (let attempt = 1; attempt <= manners.triesPerQuestion && left.length > 0; attempt++) {
      await budget.require(askers)
      const turn = await manners.take(left, patience, askers).catch((error: unknown) => {
        if (unusable === null) throw error
        return null
      })
      if (turn === null) break
      const { mirror } = turn
      try {
        await requireTested(mirror, askers)
        const answer = await send(mirror, question, needsTime, askers)
        mirror.succeeded()
        questions.answered(key)
        return answer
      } catch (error) {
        if (error instanceof UnusableAnswer) {
          unusable = error
          mirror.answeredBadly(key)
          if (mirror.isSuspect && test === undefined) mirror.failed(error.message, null)
          const isRepeated =
            error.lack === 'time' ? mirrors.length === 1 && !needsTime : mayRepeat && isWorthRepeating(error)
          if (!isRepeated) left = left.filter((each) => each !== mirror)
          if (error.lack === 'time') needsTime = true
          else mayRepeat = false
        } else if (!(error instanceof ServerFailed)) throw error
        if (error instanceof ServerAbsent) left = left.filter((each) => each !== mirror)
        // The failure says all of it.
        if (left.length === 0 && unusable === null) throw failure('unreachable')
        log.warn({ host: mirror.host, attempt, problem: error.message }, `request to ${manners.name} failed`)
      } finally {
        await turn.end()
      }
    }
    if (unusable !== null)
      throw questions.failed(key, unusable.lack === null ? 'broken' : 'timeout', unusable.message)
    throw failure('unavailable')
  }

  const failure = (fault: 'unavailable' | 'unreachable'): LiveMapFailed => {
    const restMs = Math.min(...mirrors.map(({ notBeforeMs }) => notBeforeMs)) - clock.now()
    const problems = (fault === 'unavailable' ? mirrors.slice(0, 1) : mirrors).flatMap(
      ({ lastProblem }) => lastProblem ?? [],
    )
    return new LiveMapFailed(
      fault,
      problems.join(' ') || `No answer came from ${subject}.`,
      Math.max(1, Math.ceil(restMs / 1000)),
    )
  }

  const tryToAsk = async <T>(question: Question<T>, askers: Askers): Promise<T | null> => {
    await budget.require(askers)
    const { mirror, end } = await manners.take(mirrors, { untilMs: clock.now() + pace.maxWaitMs }, askers)
    try {
      await requireTested(mirror, askers)
      return await send(mirror, question, false, askers)
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
      throw new LiveMapFailed('crowded', `Too many calls are waiting for ${subject}.`, 30, { cause: error })
    }
  }

  const serverState = ({ notBeforeMs, isSuspect }: Mirror): keyof UpstreamState['servers'] =>
    notBeforeMs > clock.now() ? 'resting' : isSuspect ? 'suspect' : 'ready'

  return {
    state: (): UpstreamState => {
      const servers = { ready: 0, suspect: 0, resting: 0 }
      for (const mirror of mirrors) servers[serverState(mirror)]++
      return { waiting: queue.waiting, running: queue.running, requests, servers }
    },
    /**
     * Returns the result of `read`. If it throws `UnusableAnswer`, the question is asked at another server, or once more at the
     * only one; if that fails, the question rests.
     *
     * @throws LiveMapFailed
     */
    ask: async <T>(question: Question<T>, askers: Askers): Promise<T> => {
      const key = questionKey(question.text)
      questions.requireRested(key)
      return inTurn(askers, () => ask(question, key, askers))
    },
    /** Makes one attempt for a question that not every server can answer; returns null if it failed. */
    tryToAsk: <T>(question: Question<T>, askers: Askers): Promise<T | null> =>
      inTurn(askers, () => tryToAsk(question, askers)),
  }
}
