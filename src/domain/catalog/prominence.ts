/** Estimates how likely people mean a boundary by its bare name. */
import type { BoundaryRecord } from '../boundary/boundary.ts'

type Rated = Pick<
  BoundaryRecord,
  'adminLevel' | 'population' | 'probablePopulation' | 'names' | 'areaKm2' | 'origin'
>

/** Returns a whole number below `PROMINENCE_LIMIT`, so that indexes can be ordered by it; larger is more prominent. */
export const prominence = (record: Rated): number =>
  Math.min(
    PROMINENCE_LIMIT - 1,
    Math.round(STEPS_PER_TENFOLD * (weightOf(record).tenfolds + Math.log10(peopleOf(record)))),
  )

/** Returns the people that rank a boundary: its population, or an estimate. */
export const peopleOf = (record: Rated): number => {
  const { origin, population, probablePopulation, areaKm2 } = record
  const { usualPeople } = weightOf(record)
  const room = origin === 'atlas' ? Number.POSITIVE_INFINITY : Math.max(1, MAX_PEOPLE_PER_KM2 * areaKm2)
  // Anyone can write the tags of a fetched boundary; the estimate is that of the known boundary that it replaces.
  if (origin === 'live') return Math.max(1, probablePopulation ?? Math.min(usualPeople, room))
  const known = population ?? probablePopulation
  return Math.min(known === undefined ? probablePeople(record, usualPeople) : Math.max(known, 1), room)
}

export const PROMINENCE_LIMIT = 2048

/** Difference in prominence between a place and one with ten times as many people. */
export const STEPS_PER_TENFOLD = 100

/** The densest quarters of cities have about 150,000: a larger population on the map is a mistake, or a lie. */
const MAX_PEOPLE_PER_KM2 = 200_000

const NO_LEVEL = 12

const weightOf = ({ adminLevel }: Pick<BoundaryRecord, 'adminLevel'>): LevelWeight =>
  LEVEL_WEIGHTS[adminLevel ?? NO_LEVEL] ?? LEVEL_WEIGHTS[NO_LEVEL]

/** A place with names in thirty languages is not the smallest of its level. */
const probablePeople = ({ names }: Pick<BoundaryRecord, 'names'>, usualPeople: number): number =>
  usualPeople * Math.sqrt(1 + Object.keys(names).length)

interface LevelWeight {
  readonly tenfolds: number
  readonly usualPeople: number
}

/**
 * Bonus of a level in tenfolds of people: Georgia the country ranks before the more populous state, the state of New York before the
 * city, the city of Cambridge before the township of that name one level above it. `usualPeople` replaces an unknown population:
 * the usual order of magnitude of the level.
 */
const LEVEL_WEIGHTS: readonly LevelWeight[] = [
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
