/** The towns that a name may mean, the likeliest first. */
import type { Gazetteer, Town } from '../gazetteer/ports.ts'
import type { BBox, Position } from '../geometry/rings.ts'
import { bareNames } from './bare-names.ts'
import { distanceKm, doublingsOf } from './distance.ts'
import { foldName } from './fold.ts'
import type { NameWords } from './name-words.ts'
import type { SearchQuestion } from './search-question.ts'
import { spellingsOf } from './spellings.ts'

/**
 * Returns towns of the countries, the nearest to `near` first, then the most populous. A name in another language or of
 * another time finds only a city that is far larger than every town of that name: Cologne, but for Franklin not Columbus.
 */
export const townsMeant = (
  name: string,
  towns: Pick<Gazetteer, 'named'>,
  { countries, near }: Pick<SearchQuestion, 'countries' | 'near'>,
  words: NameWords,
): readonly Town[] => {
  const named = towns
    .named(name)
    .filter(
      ({ isSection, countryCode }) =>
        !isSection && (countries.length === 0 || countries.includes(countryCode)),
    )
  if (named.length === 0) return []
  const ownNamed = ownNames(name, words)
  const own = named.filter((town) => ownNamed.has(foldName(town.name)) && !isPart(town, named))
  const largest = Math.max(0, ...own.map(({ population }) => population))
  const minAbroad = largest >= MIN_WELL_KNOWN ? Number.POSITIVE_INFINITY : MIN_TIMES_LARGER * largest
  const abroad = named.filter(
    (town) => !ownNamed.has(foldName(town.name)) && town.population >= Math.max(MIN_KNOWN_ABROAD, minAbroad),
  )
  const far = (town: Town): number => (near === null ? 0 : farness(near, pointBox(town.position)))
  return [...own, ...abroad].sort((a, b) => far(a) - far(b) || b.population - a.population)
}

/** True for a part of a far larger city that GeoNames lists like a town: Victoria in Hong Kong. */
const isPart = (town: Town, named: readonly Town[]): boolean =>
  named.some(
    ({ population, position }) =>
      population >= MIN_TIMES_PART * town.population &&
      distanceKm(position, pointBox(town.position)) <= MAX_PART_KM,
  )

const MIN_TIMES_PART = 5
const MAX_PART_KM = 5

/** Distance from the point to a box, in the steps by which the search ranks whole names near a point. */
export const farness = (near: Position, box: BBox): number => Math.round(doublingsOf(distanceKm(near, box)))

export const pointBox = ([lon, lat]: Position): BBox => [lon, lat, lon, lat]

/** The folded names that make a name a town's own, with and without the word for a city: "Panama City" is Panamá. */
export const ownNames = (name: string, words: NameWords): ReadonlySet<string> =>
  new Set([...spellingsOf(name, words), ...bareNames(name, words).map((bare) => bare.name)])

const MIN_KNOWN_ABROAD = 50_000
const MIN_WELL_KNOWN = 100_000
const MIN_TIMES_LARGER = 30
