/** Units of the month: reserved before the work, given back when the answer is a failure. */
import type { Caller } from './caller.ts'

export interface Reservation {
  readonly giveBack: () => Promise<void>
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

const NOTHING_RESERVED: Reservation = { giveBack: async () => {} }

/** For a service that charges nobody. */
export const unlimitedQuota: Quota = { reserve: async () => NOTHING_RESERVED }
