/**
 * Until when a file of a caller's own is kept. The time is part of its key, so whoever reads the key knows it, also when the file is gone.
 * Times are rounded up, so that the same file asked for again within a while is one file.
 */

/** Of the time that files are kept, so much more at most. */
const ROUNDING = 30

/** Epoch seconds. */
export const expiryOf = (nowMs: number, ttlSeconds: number): number => {
  const step = Math.max(1, Math.floor(ttlSeconds / ROUNDING))
  return Math.ceil((nowMs / 1000 + ttlSeconds) / step) * step
}
