/**
 * Makes each fetch only once, even if several callers request it at the same time: callers of one process share it, and a
 * lease chooses one of all processes. A fetch continues after its first caller has left.
 */
import { LiveMapFailed } from '../../domain/live/ports.ts'
import { Askers } from '../../util/waiting-owners.ts'
import { holdLease } from '../upstream/held-lease.ts'
import type { WaitOptions } from '../upstream/polite-client.ts'

export interface SharedFlight<T> {
  /** Returns the answer of another process or an earlier call; null if it must be fetched. */
  readonly known: () => Promise<T | null>
  /** @param askers those who wait for it, who may become more */
  readonly run: (askers: Askers) => Promise<T>
}

interface Flying<T> {
  readonly answer: Promise<T>
  readonly askers: Askers
}

/** The answer must arrive before the caller's time is up, on a busy machine too. */
const MAX_MARGIN_MS = 1_000
const MARGIN_SHARE = 0.1
const POLL_MS = 150
const RETRY_AFTER_SECONDS = 5

export const createSharedFlights = ({ coordination, owner, maxWaitMs, clock, sleep }: WaitOptions) => {
  const flying = new Map<string, Flying<unknown>>()
  const patienceMs = maxWaitMs - Math.min(MAX_MARGIN_MS, MARGIN_SHARE * maxWaitMs)

  const underLease = async <T>(key: string, { known, run }: SharedFlight<T>, askers: Askers): Promise<T> => {
    for (;;) {
      const answer = await known()
      if (answer !== null) return answer
      const lease = await holdLease(coordination, clock, `fetch ${key}`, owner)
      if (lease !== null) {
        try {
          // Another process may have finished between the query and the lease.
          return (await known()) ?? (await run(askers))
        } finally {
          await lease.end()
        }
      }
      await sleep(POLL_MS)
    }
  }

  const start = <T>(key: string, flight: SharedFlight<T>, first: Askers): Flying<T> => {
    const askers = new Askers(first.names)
    const answer = underLease(key, flight, askers).finally(() => flying.delete(key))
    // Waiting callers get the rejection; without callers it would be unhandled.
    answer.catch(() => {})
    const started = { answer, askers }
    flying.set(key, started)
    return started
  }

  return {
    /** @throws LiveMapFailed with `timeout` if the caller has waited long enough; the fetch continues */
    fly: async <T>(key: string, flight: SharedFlight<T>, own: Askers): Promise<T> => {
      const { answer, askers } = (flying.get(key) as Flying<T> | undefined) ?? start(key, flight, own)
      // The fetch then runs in the turn of the first of its callers.
      for (const name of own.names) askers.join(name)
      const stopListening = own.onJoin((name) => askers.join(name))
      const patience = Promise.withResolvers<never>()
      const timer = setTimeout(() => patience.reject(tookTooLong()), patienceMs)
      timer.unref()
      try {
        return await Promise.race([answer, patience.promise])
      } finally {
        stopListening()
        clearTimeout(timer)
      }
    },
    /** Resolves when no fetch is under way, whether they succeeded or failed. */
    settled: async (): Promise<void> => {
      while (flying.size > 0) await Promise.allSettled([...flying.values()].map(({ answer }) => answer))
    },
  }
}

const tookTooLong = (): LiveMapFailed =>
  new LiveMapFailed(
    'timeout',
    'OpenStreetMap’s server has not answered yet. The fetch continues, and its result will be kept.',
    RETRY_AFTER_SECONDS,
  )
