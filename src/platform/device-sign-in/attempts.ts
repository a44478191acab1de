/** Attempts counted in the memory of this process, in windows that begin with a subject's first. */
import type { Clock } from '../../util/clock.ts'
import type { Attempts } from './ports.ts'

export const ATTEMPT_WINDOW_MS = 15 * 60_000

export const createAttempts = (clock: Clock): Attempts => {
  const windows = new Map<string, { count: number; readonly endsMs: number }>()
  let sweepMs = 0

  const sweep = (nowMs: number): void => {
    for (const [subject, { endsMs }] of windows) if (nowMs >= endsMs) windows.delete(subject)
    sweepMs = nowMs + ATTEMPT_WINDOW_MS
  }

  return {
    take: (subject, most) => {
      const nowMs = clock.elapsedMs()
      if (nowMs >= sweepMs) sweep(nowMs)
      const running = windows.get(subject)
      const window =
        running !== undefined && nowMs < running.endsMs
          ? running
          : { count: 0, endsMs: nowMs + ATTEMPT_WINDOW_MS }
      windows.set(subject, window)
      window.count++
      return window.count <= most
    },
  }
}
