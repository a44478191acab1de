/** One server of the map database: when it may be asked next. After failures it rests, longer each time. */
import type { Clock } from '../../util/clock.ts'
import type { Random } from '../../util/random.ts'

const FIRST_REST_MS = 2_000
const MAX_REST_MS = 600_000

export class Mirror {
  readonly url: string
  readonly host: string
  lastProblem: string | null = null
  notBeforeMs = 0
  readonly #clock: Clock
  readonly #random: Random
  #failures = 0

  constructor(url: string, clock: Clock, random: Random) {
    this.url = url
    this.host = new URL(url).host
    this.#clock = clock
    this.#random = random
  }

  succeeded(): void {
    this.#failures = 0
    this.lastProblem = null
  }

  /** Rests twice as long as after the failure before, or as long as the server says; jitter keeps processes from coming back together. */
  failed(problem: string, retryAfterSeconds: number | null): void {
    const rest = Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** this.#failures)
    this.#failures++
    this.#rest(
      retryAfterSeconds === null ? rest * (0.5 + this.#random.bytes(1)[0] / 256) : retryAfterSeconds * 1000,
      problem,
    )
  }

  /** It works, and asks to wait. */
  waitFor(seconds: number, problem: string): void {
    this.#rest(seconds * 1000, problem)
  }

  #rest(durationMs: number, problem: string): void {
    this.lastProblem = problem
    this.notBeforeMs = Math.max(this.notBeforeMs, this.#clock.now() + Math.min(durationMs, MAX_REST_MS))
  }
}
