/** What is noted beside a call, as the last use of a key: that it cannot be written now is logged, and refuses no call. */
import type { Clock } from '../util/clock.ts'
import type { Log } from '../util/log.ts'

export interface Bookkeeping {
  /** Never rejects. `what` names the kind of work, as one of a few. */
  readonly note: (what: string, work: () => Promise<unknown>) => Promise<void>
}

/** A store that is away fails at every call: of each kind one line in so long says enough. */
export const LOG_EVERY_MS = 60_000

export const createBookkeeping = ({
  log,
  clock,
}: {
  readonly log: Pick<Log, 'warn'>
  readonly clock: Clock
}): Bookkeeping => {
  const loggedMs = new Map<string, number>()
  return {
    note: async (what, work) => {
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
