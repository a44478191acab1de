/**
 * The monthly quota of units: reserved before the work, spent on success, refunded on failure. Meanwhile the store has the
 * reservation as a hold of this process. Each process sends a heartbeat every few seconds; the others refund the holds of a
 * dead one.
 */
import type { Clock } from '../util/clock.ts'
import type { Random } from '../util/random.ts'
import { dateOf, monthEnd, monthOf, monthOfDate } from './billing-month.ts'
import type { Caller } from './caller.ts'
import { newId } from './new-key.ts'
import { type Plans, planOf } from './plans.ts'
import type { UnitHold, UnitStore } from './ports.ts'

export interface Reservation {
  /**
   * Spends the units. Await it before answering the caller. `by` spends the hold atomically with another change, and returns whether the
   * hold still existed.
   */
  readonly spend: (by?: (holdId: string) => Promise<boolean>) => Promise<void>
  /** Never rejects: a refund that the store cannot take now is retried with the heartbeat. */
  readonly refund: () => Promise<void>
}

export interface UnitsRefusal {
  readonly allowance: number
  readonly used: number
  /** RFC 3339 UTC: start of the next count. */
  readonly resetsAt: string
}

export type Quota = Pick<UnitQuota, 'reserve'>

export type UnitQuota = ReturnType<typeof createQuota>

interface QuotaOptions {
  readonly store: UnitStore
  readonly plans: Plans
  readonly clock: Clock
  readonly random: Random
}

export const HEARTBEAT_EVERY_MS = 2_000

/** A process without a heartbeat for this long counts as dead: three heartbeats may fail, and its units are back within ten seconds. */
const ALIVE_MS = 7_000
/** Clocks that are corrected gradually drift less between two heartbeats. */
const MAX_DRIFT_MS = 1_000

export const createQuota = ({ store, plans, clock, random }: QuotaOptions) => {
  const owner = newId(random)
  /** Holds whose refund failed, or of which it is unknown whether they were made, by id. */
  const toRefund = new Map<string, UnitHold>()
  let retrying: Promise<unknown> = Promise.resolve()
  let retries = 0
  let isKnown = false
  let isClosed = false
  let beating: Promise<unknown> = Promise.resolve()
  const declaresDead = deadlines(clock)

  const refund = async (hold: UnitHold): Promise<void> => {
    await store.refund(hold.id).then(
      () => toRefund.delete(hold.id),
      () => toRefund.set(hold.id, hold),
    )
  }

  const reserveIn = (hold: UnitHold, allowance: number | null): Promise<boolean> =>
    store.reserve(hold, allowance).catch((error: unknown) => {
      // The connection may have broken after the commit. The balance must not count on it.
      toRefund.set(hold.id, { ...hold, units: 0 })
      throw error
    })

  const retryRefunds = async (): Promise<void> => {
    retries++
    retrying = Promise.all([...toRefund.values()].map(refund))
    await retrying
  }

  /** Returns the units of the month that are spent or reserved. Refunds that the store could not take yet are not among them. */
  const used = async (accountId: string, month: string): Promise<number> => {
    for (;;) {
      await retrying
      const before = retries
      const stored = await store.used(accountId, month)
      // A retry meanwhile may or may not be part of the answer.
      if (retries !== before) continue
      const pending = [...toRefund.values()].filter(
        (hold) => hold.accountId === accountId && monthOfDate(hold.date) === month,
      )
      return pending.reduce((left, { units }) => left - units, stored)
    }
  }

  const spend = async (
    hold: UnitHold,
    allowance: number | null,
    by: (holdId: string) => Promise<boolean>,
  ): Promise<void> => {
    if (await by(hold.id)) return
    // This process was blocked for so long that others took it for dead and refunded the units.
    if ((await store.reserve(hold, allowance)) && (await by(hold.id))) return
    throw new Error(`The ${hold.units} units of a call were refunded while it ran, and then used up.`)
  }

  const beat = async (): Promise<void> => {
    const nowMs = clock.now()
    // Nothing has expired before the epoch.
    await store.heartbeat(owner, { nowMs: declaresDead() ? nowMs : 0, aliveUntilMs: nowMs + ALIVE_MS })
    isKnown = true
    await retryRefunds()
  }

  return {
    /** Id of this process in the store. */
    owner,
    used,
    /**
     * Reserves units of the caller's allowance for a call of the operation, or returns the refusal. Concurrent calls never
     * exceed the allowance.
     */
    reserve: async (caller: Caller, units: number, op: string): Promise<Reservation | UnitsRefusal> => {
      if (caller.kind !== 'account' || units === 0) return NOTHING_RESERVED
      const nowMs = clock.now()
      const { accountId, plan } = caller
      const allowance = planOf(plans, plan).unitsPerMonth
      const hold: UnitHold = { id: newId(random), owner, accountId, date: dateOf(nowMs), op, units }
      const isReserved =
        (await reserveIn(hold, allowance)) ||
        // Units that wait for their refund must not refuse the call.
        (toRefund.size > 0 && (await retryRefunds().then(() => reserveIn(hold, allowance))))
      if (isReserved) {
        return {
          spend: (by) =>
            spend(
              hold,
              allowance,
              by === undefined ? (id) => store.spend(id) : async (id) => (await store.share(id)) && by(id),
            ),
          refund: () => refund(hold),
        }
      }
      return {
        allowance: allowance ?? Number.MAX_SAFE_INTEGER,
        used: await used(accountId, monthOf(nowMs)),
        resetsAt: monthEnd(nowMs),
      }
    },
    /** Extends the lease of this process and refunds the holds of dead ones. Call it every `HEARTBEAT_EVERY_MS`. */
    heartbeat: async () => {
      // It would bring an ended lease to life.
      if (isClosed) return
      beating = beat()
      await beating
    },
    /** Frees what a process that is known to be dead had reserved, without waiting for the end of its lease. */
    endLease: (dead: string) => store.endLease(dead),
    /** Ends the lease. Call it when no call is running any more. */
    close: async () => {
      isClosed = true
      await beating.catch(() => {})
      if (isKnown) await store.endLease(owner)
    },
  }
}

/**
 * Returns whether the time of day may say at a heartbeat that others are dead: not after it has jumped, until they have had time for heartbeats by
 * the new one.
 */
const deadlines = (clock: Clock): (() => boolean) => {
  let offsetMs = clock.now() - clock.elapsedMs()
  let jumpedAtMs = Number.NEGATIVE_INFINITY
  return () => {
    const elapsedMs = clock.elapsedMs()
    const jumpedMs = clock.now() - elapsedMs - offsetMs
    offsetMs += jumpedMs
    if (Math.abs(jumpedMs) > MAX_DRIFT_MS) jumpedAtMs = elapsedMs
    return elapsedMs - jumpedAtMs >= ALIVE_MS
  }
}

const NOTHING_RESERVED: Reservation = { spend: async () => {}, refund: async () => {} }
