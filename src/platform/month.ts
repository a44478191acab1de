/** Billing months: calendar months in UTC. */
import { rfc3339 } from '../util/clock.ts'

/** Returns a month such as `2026-01`. */
export const monthOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 'YYYY-MM'.length)

/** Returns the start of the month after the time, RFC 3339. */
export const monthEnd = (epochMs: number): string => {
  const at = new Date(epochMs)
  return rfc3339(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
}
