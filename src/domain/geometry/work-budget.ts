/**
 * Limits for work on geometry that nobody has checked. Kernels count what they do and stop at a limit; they have no clock, so a
 * geometry is refused on every machine or on none.
 */

export interface WorkLimits {
  /** Crossings of edges between their ends; two touches of an edge count as one. */
  readonly crossings: number
  /** Elementary steps: an edge that is read, or compared with another. 10⁷ take about a tenth of a second. */
  readonly steps: number
}

export type WorkLimit = 'positions' | keyof WorkLimits

export interface WorkBudget extends WorkLimits {
  /** @throws TooComplex */
  spend(steps: number): void
}

/** Look-ups of a hash table that make one entry of the count: keys may be chosen to collide. */
export const COLLISIONS = 16

/** The work on a geometry would exceed a limit. */
export class TooComplex extends Error {
  override readonly name = 'TooComplex'
  readonly limit: WorkLimit
  readonly max: number

  constructor(limit: WorkLimit, max: number) {
    super(`The geometry needs more than ${max} ${limit}.`)
    this.limit = limit
    this.max = max
  }
}

/** For geometry that was made valid before: its work is bounded by its size. */
export const UNLIMITED: WorkBudget = {
  crossings: Number.POSITIVE_INFINITY,
  steps: Number.POSITIVE_INFINITY,
  spend: () => {},
}

export class LimitedWork implements WorkBudget {
  readonly crossings: number
  readonly steps: number
  spent = 0

  constructor({ crossings, steps }: WorkLimits) {
    this.crossings = crossings
    this.steps = steps
  }

  spend(steps: number): void {
    this.spent += steps
    if (this.spent > this.steps) throw new TooComplex('steps', this.steps)
  }
}
