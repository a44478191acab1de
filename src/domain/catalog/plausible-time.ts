/**
 * Times that files and servers state. One in the future is a mistake, of a clock or on purpose, and proves nothing about age: if it
 * counted, no real data would ever be newer.
 */

/** Clocks differ by less. */
const MAX_CLOCK_SKEW_MS = 24 * 60 * 60 * 1000

/**
 * Returns the time if it is not in the future, else null. `now` is the time at which it was read.
 *
 * Both are RFC 3339 UTC.
 */
export const plausibleTime = (time: string | null, now: string): string | null =>
  time !== null && Date.parse(time) <= Date.parse(now) + MAX_CLOCK_SKEW_MS ? time : null
