/**
 * Limits for coastlines, which anybody may draw: those of a file are joined to one coast, and redrawing the mask takes work for each
 * position, and for each box of a hundredth of a degree that a line passes.
 */
import { UNITS_PER_DEGREE } from '../rings.ts'
import type { WorkLimits } from '../work-budget.ts'
import type { CoastLine } from './coast-line.ts'

/** Positions of the coast of Gibraltar are 0.0003° apart on the average, and two of them 0.0084°, in an extract of 2017. */
export const DEGREES_PER_POSITION = 0.01

/** Length of sparse lines in a file, in degrees: a quarter of the way around the Earth. */
const FREE_DEGREES = 100

const FREE_CROSSINGS = 10_000
const FREE_STEPS = 10_000_000
/** A tile is halved up to ten times, and each half joined again. */
const STEPS_PER_POSITION = 2_000

/**
 * For finding which closed line lies in which. Real islands meet the boxes of few others; a thousand islands in lakes in islands meet
 * half a million.
 */
const FREE_STEPS_OF_SHORES = 1_000_000
const STEPS_OF_SHORES_PER_POSITION = 100

/** Tells the lines that are longer than their positions allow. The lines of a file share what sparse ones may have. */
export class LengthLimit {
  #freeDegrees = FREE_DEGREES

  /** O(n) in the positions. */
  allows(line: CoastLine): boolean {
    const over = lineLength(line) - DEGREES_PER_POSITION * (line.length / 2)
    if (over > this.#freeDegrees) return false
    this.#freeDegrees -= Math.max(0, over)
    return true
  }
}

/** For a tile with as many positions of mask and coast. */
export const tileLimitsOf = (positions: number): WorkLimits => ({
  crossings: FREE_CROSSINGS + positions,
  steps: FREE_STEPS + STEPS_PER_POSITION * positions,
})

/** For all lines of a file, with so many positions. */
export const shoreLimitsOf = (positions: number): WorkLimits => ({
  crossings: 0,
  steps: FREE_STEPS_OF_SHORES + STEPS_OF_SHORES_PER_POSITION * positions,
})

/** In degrees along the longer axis of each edge, which boxes are counted along. */
const lineLength = (line: CoastLine): number => {
  let units = 0
  for (let i = 2; i < line.length; i += 2)
    units += Math.max(Math.abs(line[i] - line[i - 2]), Math.abs(line[i + 1] - line[i - 1]))
  return units / UNITS_PER_DEGREE
}
