/** Holds a lease: a living process renews it, and the lease of a killed one soon expires. */
import type { LiveCoordination } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'

export type HeldLease = NonNullable<Awaited<ReturnType<typeof holdLease>>>

/** Time for which the lease of a killed process blocks the others. */
const LEASE_MS = 4_500
const RENEW_MS = 1_500

/** Takes the lease and renews it until its end; returns null if another owner has it. */
export const holdLease = async (
  coordination: LiveCoordination,
  clock: Clock,
  name: string,
  owner: string,
) => {
  const take = (): Promise<boolean> => {
    const nowMs = clock.now()
    return coordination.takeLease(name, owner, nowMs, nowMs + LEASE_MS)
  }
  if (!(await take())) return null
  let renewal: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // The next renewal may succeed.
    renewal = take().catch(() => {})
  }, RENEW_MS)
  timer.unref()
  return {
    end: async (): Promise<void> => {
      clearInterval(timer)
      // A renewal under way would take the lease again.
      await renewal
      await coordination.endLease(name, owner)
    },
  }
}
