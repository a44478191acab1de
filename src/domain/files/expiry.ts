/**
 * Expiry of a caller's own file. The time is part of the key, so that the key tells it even when the file is gone.
 * Times are rounded up, so that requests close in time share one file.
 */

/** The largest rounding, as a share of the time that files are kept. */
const ROUNDING = 30

/** Epoch seconds. */
export const expiryOf = (nowMs: number, ttlSeconds: number): number => {
  const step = Math.max(1, Math.floor(ttlSeconds / ROUNDING))
  return Math.ceil((nowMs / 1000 + ttlSeconds) / step) * step
}
