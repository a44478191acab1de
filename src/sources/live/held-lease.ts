/** A lease that a living process keeps and a dead one soon loses. */
import type { LiveCoordination } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'

export interface HeldLease {
  /** Gives it back. */
  readonly end: () => Promise<void>
}

/** How long the lease of a process that was killed keeps the others waiting. */
const LEASE_MS = 4_500
const RENEW_MS = 1_500

/** Takes the lease and renews it until its end; null where another owner has it. */
export const holdLease = async (
  coordination: LiveCoordination,
  clock: Clock,
  name: string,
  owner: string,
): Promise<HeldLease | null> => {
  const take = (): Promise<boolean> => {
    const nowMs = clock.now()
    return coordination.takeLease(name, owner, nowMs, nowMs + LEASE_MS)
  }
  if (!(await take())) return null
  let renewal: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // The next one may succeed.
    renewal = take().catch(() => {})
  }, RENEW_MS)
  timer.unref()
  return {
    end: async () => {
      clearInterval(timer)
      // One that is under way would take the lease again.
      await renewal
      await coordination.endLease(name, owner)
    },
  }
}
