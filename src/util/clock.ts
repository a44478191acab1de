/** The clock, passed as a dependency. No other module reads the system time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds of a clock that never jumps, for durations. */
  readonly elapsedMs: () => number
}

export const systemClock: Clock = { now: () => Date.now(), elapsedMs: () => performance.now() }

/** RFC 3339 in UTC without fractions of a second, the format of all answers. */
export const rfc3339 = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`

export const DAY_MS = 86_400_000
