/** Secondary writes of a call, such as the last use of a key: a failure is logged but does not fail the call. */
import type { Clock } from '../util/clock.ts'
import type { Log } from '../util/log.ts'

export type Bookkeeping = ReturnType<typeof createBookkeeping>

/** An unreachable store fails at every call, so each kind of write is logged once in this time. */
export const LOG_EVERY_MS = 60_000

interface BookkeepingOptions {
  readonly log: Pick<Log, 'warn'>
  readonly clock: Clock
}

export const createBookkeeping = ({ log, clock }: BookkeepingOptions) => {
  const loggedMs = new Map<string, number>()
  return {
    /** Never rejects. `what` is the kind of write in the log. */
    note: async (what: string, work: () => Promise<unknown>): Promise<void> => {
      try {
        await work()
      } catch (error) {
        const nowMs = clock.elapsedMs()
        if (nowMs - (loggedMs.get(what) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return
        loggedMs.set(what, nowMs)
        log.warn({ error }, `${what} could not be written`)
      }
    },
  }
}
