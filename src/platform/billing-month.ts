/** Days and billing months, which are calendar months, in UTC. */
import { rfc3339 } from '../util/clock.ts'

/** Returns a day such as `2026-01-31`. */
export const dateOf = (epochMs: number): string =>
  new Date(epochMs).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** Returns a month such as `2026-01`. */
export const monthOf = (epochMs: number): string => monthOfDate(dateOf(epochMs))

export const monthOfDate = (date: string): string => date.slice(0, 'YYYY-MM'.length)

/** Returns the start of the month after the time, RFC 3339. */
export const monthEnd = (epochMs: number): string => {
  const at = new Date(epochMs)
  return rfc3339(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
}
