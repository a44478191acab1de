import type { Clock } from './clock.ts'

/** Resolves when its caller may go on working. */
export type YieldToEventLoop = () => Promise<void>

const MAX_MS = 5

/**
 * For long work in steps that never wait for anything, such as searches of a SQLite file: asked before every step, it lets the
 * event loop turn once the steps of all callers together have used `mostMs`, so that other answers are not held up.
 */
export const createYieldToEventLoop = (
  clock: Pick<Clock, 'elapsedMs'>,
  mostMs = MAX_MS,
): YieldToEventLoop => {
  let turnEndsMs = Number.NEGATIVE_INFINITY
  const waiting: (() => void)[] = []
  // One caller a turn: several at once would use the time several times over.
  const turn = (): void => {
    turnEndsMs = clock.elapsedMs() + mostMs
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(turn)
  }
  return async () => {
    if (waiting.length === 0 && clock.elapsedMs() < turnEndsMs) return
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(turn)
    })
  }
}
