/** Billing months: calendar months in UTC. */
import { rfc3339 } from '../util/clock.ts'

/** `2026-01`. */
export const monthOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 'YYYY-MM'.length)

/** Start of the month after the time, RFC 3339. */
export const monthEnd = (epochMs: number): string => {
  const at = new Date(epochMs)
  return rfc3339(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
}
