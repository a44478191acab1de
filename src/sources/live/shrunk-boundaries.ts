/**
 * Boundaries that lost most of their land at once are nearly always an editing accident, so their version before stays. Where the map still
 * says the same a week later, it means it: a guard that never lets go would keep a split state wrong for years.
 */
import { type LiveCoordination, SHRUNK } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'

export interface ShrunkBoundaries {
  /** Remembers the loss when it is seen for the first time; true when it was seen a week ago. */
  isConfirmed(boundary: { readonly id: string; readonly areaKm2: number }): Promise<boolean>
}

const WEEK_MS = 7 * 86_400_000
/** The areas of two states that agree differ by no more than what is edited in a week. */
const TOLERANCE = 0.1

export const createShrunkBoundaries = (coordination: LiveCoordination, clock: Clock): ShrunkBoundaries => ({
  isConfirmed: async ({ id, areaKm2 }) => {
    const key = `${SHRUNK}${id}`
    const first = await coordination.remembered(key)
    const agrees = first !== null && Math.abs(Number(first.outcome) - areaKm2) <= TOLERANCE * areaKm2
    if (agrees) return first.atMs <= clock.now() - WEEK_MS
    await coordination.remember(key, String(areaKm2), clock.now())
    return false
  },
})
