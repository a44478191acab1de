/**
 * Guards against editing accidents: if a boundary loses most of its land at once, the previous version stays until the map
 * shows the loss for a week. Without this end, the guard would serve a wrong polygon for years after a state was split.
 */
import { type LiveCoordination, SHRUNK } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'

export interface ShrunkBoundaries {
  /** Remembers a new loss; returns true if it was first seen a week ago. */
  isConfirmed(boundary: { readonly id: string; readonly areaKm2: number }): Promise<boolean>
}

const WEEK_MS = 7 * 86_400_000
/** Maximum difference between the areas of two states of the same loss: about a week of edits. */
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
