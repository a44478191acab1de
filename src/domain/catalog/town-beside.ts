/** A city that a name may mean as well as the boundaries that have exactly this name. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { Town } from '../gazetteer/ports.ts'
import { bboxContains } from '../geometry/bbox.ts'
import type { Position } from '../geometry/rings.ts'
import { bareNames } from './bare-names.ts'
import { foldName } from './fold.ts'
import { isFirstLevel } from './level-words.ts'
import type { Lexicon } from './lexicon.ts'
import { farness, ownNames, pointBox } from './meant-town.ts'
import type { NameContexts } from './name-contexts.ts'
import type { NameWords } from './name-words.ts'
import { isMainName, isOwnName, mainNamesOf } from './own-name.ts'
import { peopleOf } from './prominence.ts'
import { writtenReadings } from './readings.ts'
import { boundaryOfTown, standingFor, type TownBoundary } from './town-boundary.ts'
import { LARGE, othersOf, type Reverse, type SearchedFor, townsOf } from './towns-of-reading.ts'

export interface PlacedTown {
  readonly town: Town
  readonly boundary: TownBoundary
  /** Other well-known towns of this name. */
  readonly others: readonly Town[]
}

/**
 * Returns the city that a name may mean although boundaries have it: it lies in a larger one of the same name, or elsewhere
 * and most people think of it first; near a point, it is nearer than they are.
 */
export const townBeside = async (
  exact: readonly BoundaryRecord[],
  question: SearchedFor,
  contexts: NameContexts,
  lexicon: Lexicon,
  reverse: Reverse,
): Promise<PlacedTown | null> => {
  if (question.kind !== null || question.adminLevel !== null) return null
  const { words } = lexicon
  for (const reading of writtenReadings(question.text, words)) {
    if (reading.level !== null) continue
    const { name } = reading
    if (exact.some((each) => each.kind === 'country' && isMainName(each, name, words))) return null
    const towns = await townsOf(reading, question, contexts, lexicon, reverse)
    const [likeliest] = towns
    if (likeliest !== undefined && exact.some((each) => isOwnBoundary(likeliest, each, words))) return null
    const seats = seatsOf(exact, name, lexicon)
    for (const town of [...towns.slice(0, MAX_COMPARED), ...seats]) {
      const boundary = await boundaryBeside(town, name, exact, question.near, words, reverse)
      if (boundary !== null)
        return { town, boundary, others: othersOf(town, towns, reading, question, words) }
    }
    if (towns.length > 0) return null
  }
  return null
}

const MAX_COMPARED = 4

/** Returns what the catalog has of a town that is meant as likely as the boundaries of its name; null if they are meant. */
const boundaryBeside = async (
  town: Town,
  name: string,
  exact: readonly BoundaryRecord[],
  near: Position | null,
  words: NameWords,
  reverse: Reverse,
): Promise<TownBoundary | null> => {
  const around = exact.filter(({ bbox }) => bboxContains(bbox, town.position))
  if (around.some((each) => each.kind === 'country' && isOwnName(each, name, words))) return null
  const isElsewhere = isBetterKnown(town, name, exact, near, words)
  const isMeantIn = (boundary: BoundaryRecord): boolean =>
    standingFor(town, boundary, words) === null
      ? isSeat(town, boundary) && sharesName(town, name, boundary, words)
      : town.population >= LARGE
  // Most exact matches end here, before a polygon is read.
  if (!(isElsewhere || around.some(isMeantIn)) || around.some((each) => isOwnBoundary(town, each, words)))
    return null
  const containing = await reverse(town.position)
  const within = around.find(({ id }) => containing.some((each) => each.id === id))
  const isMeant = within === undefined ? isElsewhere : isMeantIn(within)
  return isMeant ? boundaryOfTown(town, containing, words) : null
}

const isOwnBoundary = (town: Town, boundary: BoundaryRecord, words: NameWords): boolean =>
  bboxContains(boundary.bbox, town.position) && standingFor(town, boundary, words) === 'own'

/** Seats that first-level units are named for in another language than the query: Luzern for "Lucerne". */
const seatsOf = (exact: readonly BoundaryRecord[], name: string, { towns }: Lexicon): readonly Town[] =>
  exact
    .filter(isFirstLevel)
    .slice(0, MAX_UNITS)
    .flatMap((unit) =>
      [...mainNamesOf(unit)]
        .filter((each) => each !== name)
        .flatMap((other) =>
          towns
            .named(other)
            .filter((town) => town.countryCode === unit.country && foldName(town.name) === other)
            .slice(0, 1),
        ),
    )

const MAX_UNITS = 3

/** True if a town outside the boundaries of its name comes to mind as easily as they do. */
const isBetterKnown = (
  town: Town,
  name: string,
  exact: readonly BoundaryRecord[],
  near: Position | null,
  words: NameWords,
): boolean => {
  if (near !== null) {
    const nearest = Math.min(...exact.map(({ bbox }) => farness(near, bbox)))
    const far = farness(near, pointBox(town.position))
    if (far !== nearest) return far < nearest && town.population >= SMALL
  }
  const isOwn = ownNames(name, words).has(foldName(town.name))
  if (!isOwn && exact.some((each) => isMainName(each, name, words))) return false
  // Victoria in Canada, and the one in the Seychelles.
  const isCapital = isOwn && (town.seatOrder === 0 || (town.seatOrder === 1 && town.population >= LARGE))
  const isLarger = isOwn && exact.some((each) => peopleOf(each) < town.population)
  return isCapital || isLarger || town.population >= (isOwn && !exact.some(isFirstLevel) ? LARGE : HUGE)
}

/** Bern in Berne; New York City in New York, where many of its people live, but for Bahia not Salvador. */
const sharesName = (town: Town, name: string, boundary: BoundaryRecord, words: NameWords): boolean =>
  foldName(town.name) === name ||
  isOwnName(boundary, town.name, words) ||
  (MAX_TIMES_LARGER * town.population >= (boundary.population ?? Number.POSITIVE_INFINITY) &&
    bareNames(foldName(town.name), words).some(({ name }) => isOwnName(boundary, name, words)))

const MAX_TIMES_LARGER = 3

const isSeat = ({ population, seatOrder }: Town, boundary: BoundaryRecord): boolean =>
  population >= LARGE || (seatOrder !== null && seatOrder <= (isFirstLevel(boundary) ? 1 : 2))

/** Population above which most people think of a town before a state of its name. */
const HUGE = 300_000
const SMALL = 5_000
