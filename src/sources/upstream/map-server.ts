/**
 * One map server. After failures of the server it rests, longer each time; after unusable answers to different questions it
 * is suspect, and must pass a test before it is asked again. An unusable answer alone says nothing about the server: the
 * question may be at fault.
 */
import type { Clock } from '../../util/clock.ts'
import type { Random } from '../../util/random.ts'

export interface RestTimes {
  /** Rest after the first failure; doubled after each further one. */
  readonly firstRestMs: number
  /** Longest rest that we choose. When a server works again, it is used after this time. */
  readonly maxRestMs: number
}

/** Number of different questions without a usable answer, and none with one between them, that make a server suspect. */
const SUSPECT_QUESTIONS = 3
const SUSPECT_WITHIN_MS = 60_000
/** Longest rest that a server may ask for. */
const MAX_ASKED_REST_MS = 600_000

export class Mirror {
  readonly url: string
  readonly host: string
  lastProblem: string | null = null
  isSuspect = false
  /** Has sent this process any answer. */
  hasAnswered = false
  readonly #clock: Clock
  readonly #random: Random
  readonly #rests: RestTimes
  /** Questions without a usable answer since the last success, and when. */
  readonly #unanswered = new Map<string, number>()
  #failures = 0
  /** By the clock that never jumps; null before the first rest. */
  #restsUntilMs: number | null = null

  constructor(url: string, rests: RestTimes, clock: Clock, random: Random) {
    this.url = url
    this.host = new URL(url).host
    this.#rests = rests
    this.#clock = clock
    this.#random = random
  }

  /** End of its rest, as a time of day; 0 if it never rested. */
  get notBeforeMs(): number {
    if (this.#restsUntilMs === null) return 0
    return this.#clock.now() + this.#restsUntilMs - this.#clock.elapsedMs()
  }

  succeeded(): void {
    this.passed()
    this.#failures = 0
    this.lastProblem = null
  }

  /** It passed the test. The rests still grow until it answers a question: it may be overloaded. */
  passed(): void {
    this.isSuspect = false
    this.#unanswered.clear()
  }

  /** The question got no usable answer. */
  answeredBadly(question: string): void {
    const nowMs = this.#clock.elapsedMs()
    for (const [each, atMs] of this.#unanswered)
      if (atMs <= nowMs - SUSPECT_WITHIN_MS) this.#unanswered.delete(each)
    this.#unanswered.set(question, nowMs)
    if (this.#unanswered.size >= SUSPECT_QUESTIONS) this.isSuspect = true
  }

  /**
   * The server failed. Rests twice as long as after the previous failure, or as long as the server says; jitter keeps
   * processes from returning together.
   */
  failed(problem: string, retryAfterSeconds: number | null): void {
    const { firstRestMs, maxRestMs } = this.#rests
    const jitter = 0.5 + this.#random.bytes(1)[0] / 256
    const restMs = Math.min(maxRestMs, firstRestMs * 2 ** this.#failures * jitter)
    this.#failures++
    this.isSuspect = true
    this.#rest(retryAfterSeconds === null ? restMs : retryAfterSeconds * 1000, problem)
  }

  /** Rests because the working server asks to wait. */
  waitFor(seconds: number, problem: string): void {
    this.#rest(seconds * 1000, problem)
  }

  #rest(durationMs: number, problem: string): void {
    this.lastProblem = problem
    const untilMs = this.#clock.elapsedMs() + Math.min(durationMs, MAX_ASKED_REST_MS)
    this.#restsUntilMs = Math.max(this.#restsUntilMs ?? 0, untilMs)
  }
}
