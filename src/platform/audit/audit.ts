/**
 * The audit trail. What changes something is written by the store that changes it, in the same transaction; what may happen at every
 * call is counted here in memory and written every few seconds, so that no call waits for it: a killed process loses at most the
 * counts of those seconds.
 */
import { type Clock, rfc3339 } from '../../util/clock.ts'
import { type AuditEvent, type AuditFacts, dailyEvent } from './event.ts'
import type { AuditQuery, AuditRecord, AuditStore } from './ports.ts'

export interface Audit {
  /** Counts it into the event of its day. */
  readonly count: (facts: Omit<AuditFacts, 'atMs'>) => void
  /** Keeps the first and the last time of its day. */
  readonly recordSeen: (facts: Omit<AuditFacts, 'atMs'>) => void
  /** Writes what was counted. Rejects when the store cannot take it; nothing is lost then. To be called every `AUDIT_EVERY_MS`. */
  readonly flush: () => Promise<void>
  /** Forgets what is older than `AUDIT_DAYS`. */
  readonly sweep: () => Promise<void>
  /** With what was counted so far. */
  readonly list: (query: AuditQuery) => Promise<readonly AuditRecord[]>
}

export const AUDIT_EVERY_MS = 10_000

export const AUDIT_SWEEP_EVERY_MS = 3_600_000
const AUDIT_DAYS = 365

export const createAudit = (store: AuditStore, clock: Clock): Audit => {
  let pending = new Map<string, AuditEvent>()
  let flushing: Promise<void> = Promise.resolve()

  const add = (event: AuditEvent): void => {
    const known = pending.get(event.id)
    pending.set(event.id, known === undefined ? event : merged(known, event))
  }

  const write = async (): Promise<void> => {
    if (pending.size === 0) return
    const counted = [...pending.values()]
    pending = new Map()
    try {
      await store.add(counted)
    } catch (error) {
      const since = [...pending.values()]
      pending = new Map()
      for (const event of [...counted, ...since]) add(event)
      throw error
    }
  }

  // One at a time: whoever asks while one runs waits for it, and then for the rest.
  const flush = (): Promise<void> => {
    flushing = flushing.then(write, write)
    return flushing
  }

  return {
    count: (facts) => add(dailyEvent({ ...facts, atMs: clock.now() }, 1)),
    recordSeen: (facts) => add(dailyEvent({ ...facts, atMs: clock.now() }, null)),
    flush,
    sweep: () => store.sweep(rfc3339(clock.now() - AUDIT_DAYS * DAY_MS)),
    list: async (query) => {
      await flush()
      return store.list(query)
    },
  }
}

const DAY_MS = 86_400_000

const merged = (known: AuditEvent, later: AuditEvent): AuditEvent => ({
  ...later,
  at: known.at,
  count: known.count === null || later.count === null ? null : known.count + later.count,
})
