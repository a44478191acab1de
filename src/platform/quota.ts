/**
 * Units of the month: reserved before the work, spent when the answer is a success, given back when it is a failure. What a
 * process has reserved stands in the store under the process's name until then. A process says every few seconds that it is
 * alive; what a dead one held is given back by the others, or by the same service started again.
 */
import type { Clock } from '../util/clock.ts'
import { type Random, randomId } from '../util/random.ts'
import type { Caller } from './caller.ts'
import { monthEnd, monthOf } from './month.ts'
import { type Plans, planOf } from './plans.ts'
import type { UnitHold, UnitStore } from './ports.ts'

export interface Reservation {
  /**
   * Spends the units; to be waited for before the caller is answered. With `by` they are spent together with something else, both
   * or neither: it is told the hold, and says whether there still was one.
   */
  readonly spend: (by?: (holdId: string) => Promise<boolean>) => Promise<void>
  /** Never rejects: what the store cannot take now, it is told again later. */
  readonly refund: () => Promise<void>
}

export interface Refusal {
  readonly allowance: number
  readonly used: number
  /** RFC 3339 UTC: when the count starts anew. */
  readonly resetsAt: string
}

export interface Quota {
  /** Takes the units from the caller's allowance, or says what is missing. Two calls at once never overspend it. */
  readonly reserve: (caller: Caller, units: number) => Promise<Reservation | Refusal>
}

export interface UnitQuota extends Quota {
  /** This process, as the store knows it: alive as long as it says so. */
  readonly owner: string
  /** Says that this process is alive, and gives back what dead ones hold. To be called every `HEARTBEAT_EVERY_MS`. */
  readonly heartbeat: () => Promise<void>
  /** Leaves, when no call is under way any more. */
  readonly close: () => Promise<void>
}

export interface QuotaOptions {
  readonly store: UnitStore
  readonly plans: Plans
  readonly clock: Clock
  readonly random: Random
}

export const HEARTBEAT_EVERY_MS = 4_000

/** A process that has not said for so long that it is alive counts as dead: three renewals may fail. */
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
    // This process stood still for so long that others took it for dead and gave the units back.
    if ((await store.reserve(hold, allowance)) && (await by(hold.id))) return
    throw new Error(`The ${hold.units} units of a call were given back while it ran, and then used up.`)
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
