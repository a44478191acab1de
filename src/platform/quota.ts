/**
 * The monthly quota of units: reserved before the work, spent on success, refunded on failure. Meanwhile the store has the
 * reservation as a hold of this process. Each process sends a heartbeat every few seconds; the others refund the holds of a
 * dead one.
 */
import type { Clock } from '../util/clock.ts'
import { type Random, randomId } from '../util/random.ts'
import type { Caller } from './caller.ts'
import { monthEnd, monthOf } from './month.ts'
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

export interface Refusal {
  readonly allowance: number
  readonly used: number
  /** RFC 3339 UTC: start of the next count. */
  readonly resetsAt: string
}

export interface Quota {
  /** Reserves units of the caller's allowance, or returns the refusal. Concurrent calls never exceed the allowance. */
  readonly reserve: (caller: Caller, units: number) => Promise<Reservation | Refusal>
}

export interface UnitQuota extends Quota {
  /** Id of this process in the store. */
  readonly owner: string
  /** Extends the lease of this process and refunds the holds of dead ones. Call it every `HEARTBEAT_EVERY_MS`. */
  readonly heartbeat: () => Promise<void>
  /** Ends the lease. Call it when no call is running any more. */
  readonly close: () => Promise<void>
}

export interface QuotaOptions {
  readonly store: UnitStore
  readonly plans: Plans
  readonly clock: Clock
  readonly random: Random
}

export const HEARTBEAT_EVERY_MS = 4_000

/** A process without a heartbeat for this long counts as dead: three heartbeats may fail. */
const ALIVE_MS = 15_000

export const createQuota = ({ store, plans, clock, random }: QuotaOptions): UnitQuota => {
  const newId = (): string => randomId(random, ID_LETTERS)
  const owner = newId()
  const toRefund = new Set<string>()
  let isKnown = false

  const refund = async (id: string): Promise<void> => {
    toRefund.add(id)
    await store.refund(id).then(
      () => toRefund.delete(id),
      () => {},
    )
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

  return {
    owner,
    reserve: async (caller, units) => {
      if (caller.kind !== 'account' || units === 0) return NOTHING_RESERVED
      const nowMs = clock.now()
      const { accountId, plan } = caller
      const allowance = planOf(plans, plan).unitsPerMonth
      const hold: UnitHold = { id: newId(), owner, accountId, month: monthOf(nowMs), units }
      if (await store.reserve(hold, allowance)) {
        return {
          spend: (by = (id) => store.spend(id)) => spend(hold, allowance, by),
          refund: () => refund(hold.id),
        }
      }
      const used = await store.used(accountId, hold.month)
      return { allowance: allowance ?? Number.MAX_SAFE_INTEGER, used, resetsAt: monthEnd(nowMs) }
    },
    heartbeat: async () => {
      const nowMs = clock.now()
      await store.heartbeat(owner, { nowMs, aliveUntilMs: nowMs + ALIVE_MS })
      isKnown = true
      await Promise.all([...toRefund].map(refund))
    },
    close: async () => {
      if (isKnown) await store.endLease(owner)
    },
  }
}

const ID_LETTERS = 16

const NOTHING_RESERVED: Reservation = { spend: async () => {}, refund: async () => {} }
