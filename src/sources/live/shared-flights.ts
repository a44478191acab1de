/**
 * Fetches that many may want at once, each made once: by the callers of this process together, and, by a lease, by one of all processes.
 * A fetch continues after its first caller has left.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type LiveCoordination, LiveMapFailed } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'

export interface FlightOptions {
  readonly coordination: LiveCoordination
  readonly owner: string
  readonly maxWaitMs: number
  readonly clock: Clock
  readonly sleep: (durationMs: number) => Promise<void>
}

export interface Flight<T> {
  /** The answer, where another process or an earlier call has it; null where it must be fetched. */
  readonly known: () => Promise<T | null>
  readonly run: () => Promise<T>
}

export interface SharedFlights {
  /** @throws LiveMapFailed with `timeout` when the caller has waited long enough; the fetch goes on. */
  fly<T>(key: string, flight: Flight<T>): Promise<T>
}

/** A process that dies leaves its lease; it ends by itself so soon. */
const LEASE_MS = 15_000
const RENEW_MS = 5_000
const POLL_MS = 150
const RETRY_AFTER_SECONDS = 5

export const createSharedFlights = ({
  coordination,
  owner,
  maxWaitMs,
  clock,
  sleep,
}: FlightOptions): SharedFlights => {
  const flying = new Map<string, Promise<unknown>>()

  const underLease = async <T>(key: string, { known, run }: Flight<T>): Promise<T> => {
    const lease = `fetch ${key}`
    const renew = (): Promise<boolean> =>
      coordination.takeLease(lease, owner, clock.now(), clock.now() + LEASE_MS)
    for (;;) {
      const answer = await known()
      if (answer !== null) return answer
      if (await renew()) break
      await sleep(POLL_MS)
    }
    const renewal = setInterval(() => void renew().catch(() => {}), RENEW_MS)
    try {
      // Another process may have ended between the two questions.
      return (await known()) ?? (await run())
    } finally {
      clearInterval(renewal)
      await coordination.endLease(lease, owner)
    }
  }

  const start = <T>(key: string, flight: Flight<T>): Promise<T> => {
    const started = underLease(key, flight).finally(() => flying.delete(key))
    // Waiting callers get the rejection; without callers it would be unhandled.
    started.catch(() => {})
    flying.set(key, started)
    return started
  }

  return {
    fly: async <T>(key: string, flight: Flight<T>): Promise<T> => {
      const running = (flying.get(key) as Promise<T> | undefined) ?? start(key, flight)
      const left = new AbortController()
      try {
        return await Promise.race([running, waited(maxWaitMs, left.signal)])
      } finally {
        left.abort()
      }
    },
  }
}

const waited = async (durationMs: number, signal: AbortSignal): Promise<never> => {
  await delay(durationMs, undefined, { signal, ref: false })
  throw new LiveMapFailed(
    'timeout',
    'The map database has not answered yet; the question goes on, and its answer will be kept.',
    RETRY_AFTER_SECONDS,
  )
}
