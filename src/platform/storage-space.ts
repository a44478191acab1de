/**
 * Knows whether the stores have space left. While they do not, every call and every periodic write fails for the same reason:
 * the log has it once, and again only if the reason changes.
 */
import type { Clock } from '../util/clock.ts'
import { METES } from '../util/command-name.ts'
import type { Log } from '../util/log.ts'
import { storageFullCause } from '../util/storage-full.ts'

export interface StorageSpace<L extends Log = Log> {
  /** The log, with one line in place of those about a full storage. */
  readonly log: L
  /** Runs periodic work of the server and logs its failure. Never rejects. */
  readonly inBackground: (failure: string, work: () => Promise<unknown>) => Promise<void>
  /** Rejects with the reason if no space is left. */
  readonly check: () => Promise<void>
}

export interface StorageSpaceOptions<L extends Log> {
  readonly log: L
  readonly clock: Clock
  /** Writes something where the service stores its data. */
  readonly probe: () => Promise<void>
}

/** After this time without a failure there is space again. */
const SETTLED_MS = 60_000
/** Longer than the interval of the heartbeat, which writes to the database. */
const BACKGROUND_MS = 5_000

export const createStorageSpace = <L extends Log>({
  log,
  clock,
  probe,
}: StorageSpaceOptions<L>): StorageSpace<L> => {
  const logged = new Set<string>()
  let fullMs = Number.NEGATIVE_INFINITY
  let background: { readonly error: unknown; readonly atMs: number } | null = null

  const settle = (): void => {
    if (logged.size === 0 || clock.elapsedMs() - fullMs < SETTLED_MS) return
    logged.clear()
    log.info({}, 'storage: space is available again')
  }

  /** Returns whether the error says that no space is left. */
  const noted = (error: unknown): boolean => {
    const reason = storageFullCause(error)
    if (reason === null) return false
    settle()
    fullMs = clock.elapsedMs()
    if (logged.has(reason)) return true
    logged.add(reason)
    log.error({ error, reason }, NO_SPACE)
    return true
  }

  return {
    log: {
      ...log,
      warn: (facts, message) => {
        if (!noted(facts.error)) log.warn(facts, message)
      },
      error: (facts, message) => {
        if (!noted(facts.error)) log.error(facts, message)
      },
    },
    inBackground: async (failure, work) => {
      try {
        await work()
        settle()
      } catch (error) {
        if (noted(error)) background = { error, atMs: clock.elapsedMs() }
        else log.warn({ error }, failure)
      }
    },
    check: async () => {
      await probe()
      if (background !== null && clock.elapsedMs() - background.atMs < BACKGROUND_MS) throw background.error
    },
  }
}

const NO_SPACE = `storage: no space left. Calls that store something are refused with storage_full until space is available; "${METES} doctor" shows which disk is full`
