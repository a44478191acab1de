/** One map server and the time of its next request. After failures it rests, longer each time. */
import type { Clock } from '../../util/clock.ts'
import type { Random } from '../../util/random.ts'

export interface RestTimes {
  /** Rest after the first failure; doubled after each further one. */
  readonly firstRestMs: number
  readonly maxRestMs: number
}

export class Mirror {
  readonly url: string
  readonly host: string
  lastProblem: string | null = null
  notBeforeMs = 0
  readonly #clock: Clock
  readonly #random: Random
  readonly #rests: RestTimes
  #failures = 0

  constructor(url: string, rests: RestTimes, clock: Clock, random: Random) {
    this.url = url
    this.host = new URL(url).host
    this.#rests = rests
    this.#clock = clock
    this.#random = random
  }

  succeeded(): void {
    this.#failures = 0
    this.lastProblem = null
  }

  /**
   * Rests twice as long as after the previous failure, or as long as the server says; jitter keeps processes from returning
   * together.
   */
  failed(problem: string, retryAfterSeconds: number | null): void {
    const rest = Math.min(this.#rests.maxRestMs, this.#rests.firstRestMs * 2 ** this.#failures)
    this.#failures++
    this.#rest(
      retryAfterSeconds === null ? rest * (0.5 + this.#random.bytes(1)[0] / 256) : retryAfterSeconds * 1000,
      problem,
    )
  }

  /** Rests because the working server asks to wait. */
  waitFor(seconds: number, problem: string): void {
    this.#rest(seconds * 1000, problem)
  }

  #rest(durationMs: number, problem: string): void {
    this.lastProblem = problem
    this.notBeforeMs = Math.max(
      this.notBeforeMs,
      this.#clock.now() + Math.min(durationMs, this.#rests.maxRestMs),
    )
  }
}
