/** Estimates how likely people mean a boundary by its bare name. */
import type { BoundaryRecord } from '../boundary/boundary.ts'

/** Returns a whole number below `PROMINENCE_LIMIT`, so that indexes can be ordered by it; larger is more prominent. */
export const prominence = (
  record: Pick<BoundaryRecord, 'adminLevel' | 'population' | 'probablePopulation' | 'names'>,
): number => {
  const weight = LEVEL_WEIGHTS[record.adminLevel ?? NO_LEVEL] ?? LEVEL_WEIGHTS[NO_LEVEL]
  const known = record.population ?? record.probablePopulation
  const people = known === undefined ? probablePeople(record, weight.usualPeople) : Math.max(known, 1)
  return Math.min(
    PROMINENCE_LIMIT - 1,
    Math.round(STEPS_PER_TENFOLD * (weight.tenfolds + Math.log10(people))),
  )
}

export const PROMINENCE_LIMIT = 2048

/** Difference in prominence between a place and one with ten times as many people. */
export const STEPS_PER_TENFOLD = 100

const NO_LEVEL = 12

/** A place with names in thirty languages is not the smallest of its level. */
const probablePeople = ({ names }: Pick<BoundaryRecord, 'names'>, usualPeople: number): number =>
  usualPeople * Math.sqrt(1 + Object.keys(names).length)

/**
 * Bonus of a level in tenfolds of people: Georgia the country ranks before the more populous state, the state of New York before the
 * city, the city of Cambridge before the township of that name one level above it. `usualPeople` replaces an unknown population:
 * the usual order of magnitude of the level.
 */
const LEVEL_WEIGHTS: readonly { readonly tenfolds: number; readonly usualPeople: number }[] = [
  { tenfolds: 6, usualPeople: 5e6 },
  { tenfolds: 6, usualPeople: 5e6 },
  { tenfolds: 6, usualPeople: 5e6 },
  { tenfolds: 3.5, usualPeople: 1e6 },
  { tenfolds: 3, usualPeople: 1e6 },
  { tenfolds: 2, usualPeople: 2e5 },
  { tenfolds: 1.5, usualPeople: 5e4 },
  { tenfolds: 1, usualPeople: 5e3 },
  { tenfolds: 1, usualPeople: 2e3 },
  { tenfolds: 0.5, usualPeople: 1e3 },
  { tenfolds: 0.25, usualPeople: 500 },
  { tenfolds: 0, usualPeople: 200 },
  { tenfolds: 0, usualPeople: 100 },
]
