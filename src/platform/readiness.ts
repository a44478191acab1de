/**
 * Knows whether the service can answer. Checks run in the background, so that asking costs nothing, however often and by whom, and
 * gets an answer while a store hangs.
 */
import type { Clock } from '../util/clock.ts'
import type { Log } from '../util/log.ts'

export interface ReadinessCheck {
  /** What the check is about, at the start of a sentence: `The database`. */
  readonly of: string
  /** Rejects while it cannot be used. */
  readonly run: () => Promise<unknown>
  /** Longer than the others where each check costs money; default `CHECK_EVERY_MS`. */
  readonly everyMs?: number
}

/** Thrown by a check whose message everybody may read. */
export class UnreadyError extends Error {
  override readonly name = 'UnreadyError'
}

/** Why the service is not ready. */
export interface Unready {
  readonly reason: string
  /** What a check failed with; absent while the service starts or drains, and for a check that does not end. */
  readonly cause?: unknown
}

export interface Readiness {
  /** Null if the service is ready. */
  readonly unready: () => Unready | null
  /** Runs the checks that are due, and waits at most `MAX_CHECK_MS` for them. Call it every `CHECK_EVERY_MS`. */
  readonly refresh: () => Promise<void>
  /** From now on the service is not ready: it is about to stop. */
  readonly drain: () => void
}

export const CHECK_EVERY_MS = 1_000
/** A store that answers later cannot serve calls. */
const MAX_CHECK_MS = 3_000

export const createReadiness = (checks: readonly ReadinessCheck[], clock: Clock, log: Log): Readiness => {
  const watched = checks.map((check) => watch(check, clock))
  let isDraining = false
  let isChecked = false
  let logged: string | undefined

  const fault = (): Unready | null => {
    for (const { fault } of watched) {
      const found = fault()
      if (found !== null) return found
    }
    return null
  }

  /** Once for each change, not for each check. */
  const logChange = (): void => {
    const found = fault()
    if (found?.reason === logged) return
    logged = found?.reason
    if (found === null) log.info({}, 'ready again')
    else log.warn({ reason: found.reason, error: found.cause }, 'not ready')
  }

  return {
    unready: () => {
      if (isDraining) return { reason: 'The service is stopping.' }
      if (!isChecked) return { reason: 'The service is starting.' }
      return fault()
    },
    refresh: async () => {
      await Promise.all(watched.map(({ refresh }) => refresh()))
      isChecked = true
      logChange()
    },
    drain: () => {
      isDraining = true
    },
  }
}

const watch = ({ of, run, everyMs = CHECK_EVERY_MS }: ReadinessCheck, clock: Clock) => {
  let running: Promise<void> | null = null
  let startedMs = Number.NEGATIVE_INFINITY
  let fault: Unready | null = null

  const start = (): Promise<void> => {
    startedMs = clock.elapsedMs()
    return run()
      .then(
        () => {
          fault = null
        },
        (cause) => {
          fault =
            cause instanceof UnreadyError
              ? { reason: cause.message }
              : { reason: `${of} cannot be used.`, cause }
        },
      )
      .finally(() => {
        running = null
      })
  }

  return {
    fault: () => fault,
    refresh: async (): Promise<void> => {
      if (running === null) {
        if (fault === null && clock.elapsedMs() - startedMs < everyMs) return
        running = start()
      }
      if (await endsInTime(running)) return
      // The check goes on, and its end says whether the store is back.
      if (running !== null) fault = { reason: `${of} does not answer.` }
    },
  }
}

/** Resolves with false if the check takes too long. */
const endsInTime = async (check: Promise<void>): Promise<boolean> => {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(late.resolve, MAX_CHECK_MS, false)
  try {
    return await Promise.race([check.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
