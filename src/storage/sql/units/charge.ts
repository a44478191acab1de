/** Charges units to the month of an account. */
import { type RawBuilder, sql } from 'kysely'

export interface Charge {
  readonly accountId: string
  /** `2026-01`, in UTC. */
  readonly month: string
  readonly units: number
  readonly allowance: number
}

/**
 * One statement, so that the row's own lock keeps two calls from taking the same units. Changes no row if the units exceed the
 * allowance.
 */
export const chargeOf = ({ accountId, month, units, allowance }: Charge): RawBuilder<unknown> => sql`
  insert into unit_month (account_id, month, used)
  select ${accountId}, ${month}, cast(${units} as bigint)
  where cast(${units} as bigint) <= cast(${allowance} as bigint)
  on conflict (account_id, month) do update set used = unit_month.used + excluded.used
  where unit_month.used + excluded.used <= cast(${allowance} as bigint)`
