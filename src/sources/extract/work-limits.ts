/**
 * Limits for shaping one boundary, whose ways anybody may have drawn. None of the 437 borders of six real extracts has a crossing, and
 * none takes more than 7 steps for each position, so that the limits refuse only what is not a border.
 */
import { TooComplex, type WorkLimits } from '../../domain/geometry/work-budget.ts'

/** The most detailed coasts have about 3 million. Shaping needs about 300 bytes for each outside the heap of its thread. */
const MAX_POSITIONS = 5_000_000

const FREE_CROSSINGS = 10_000
const CROSSINGS_PER_POSITION = 1

/** A quarter of a second of processor time, and at most 20 µs for each position. */
const FREE_STEPS = 5_000_000
const STEPS_PER_POSITION = 200

/** @throws TooComplex */
export const workLimitsOf = (positions: number): WorkLimits => {
  if (positions > MAX_POSITIONS) throw new TooComplex('positions', MAX_POSITIONS)
  return {
    crossings: FREE_CROSSINGS + CROSSINGS_PER_POSITION * positions,
    steps: FREE_STEPS + STEPS_PER_POSITION * positions,
  }
}
