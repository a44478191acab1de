/**
 * Population of places without a published one: the sum of their towns in GeoNames, where such sums are accurate. The accuracy is
 * measured on the whole, a country or a state whose population is known.
 */
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { isCountry, type Place } from './place.ts'
import { type Count, countOnce, type Inhabited } from './towns-counted-once.ts'
import { townsInside } from './towns-inside.ts'

/** @param known by ISO 3166-2 code, for places without a population of their own */
export function withTownPopulations(
  places: readonly Place[],
  towns: readonly Inhabited[],
  known: ReadonlyMap<string, number>,
): readonly Place[] {
  const counted = places.map((place) => ({
    ...place,
    population: place.population ?? known.get(place.iso ?? '') ?? null,
  }))
  const copyOf = new Map(places.map((place, index) => [place, counted[index]]))
  const sums = sumsOf(places, towns)
  const totals = new Map<Place, number>()
  for (const [place, { people }] of sums)
    if (place.parent !== null) totals.set(place.parent, (totals.get(place.parent) ?? 0) + people)
  const replaced = new Map<Place, Place>()
  for (const place of places) {
    const whole = nearestKnown(place.parent, copyOf)
    const sum = sums.get(place)
    const copy = copyOf.get(place)!
    replaced.set(place, {
      ...copy,
      ...(copy.population === null && whole !== null && sum !== undefined
        ? figureOf(sum, copyOf.get(whole)!.population!, totals.get(whole) ?? 0, isLarge(place))
        : {}),
      parent: place.parent && replaced.get(place.parent)!,
    })
  }
  return [...replaced.values()]
}

const nearestKnown = (place: Place | null, copyOf: ReadonlyMap<Place, Place>): Place | null =>
  place === null || copyOf.get(place)!.population !== null ? place : nearestKnown(place.parent, copyOf)

interface Sum {
  readonly people: number
  /** Whether the place contains a city but not one of its parts, or the reverse: New York City is in Manhattan, Brooklyn is not. */
  readonly isDivided: boolean
}

/**
 * @param population of the whole that the place is in
 * @param total the sums of the places that the whole is made up of
 * @param isShown whether a sum may be published
 */
function figureOf(
  { people, isDivided }: Sum,
  population: number,
  total: number,
  isShown: boolean,
): Pick<Place, 'population' | 'populationSource' | 'probablePopulation'> {
  if (isDivided || total === 0) return { population: null }
  if (isShown && people > 0 && Math.abs(total / population - 1) <= MAX_DEVIATION)
    return { population: Number(people.toPrecision(SIGNIFICANT_DIGITS)), populationSource: 'towns' }
  const share = Math.max(people, SMALLEST_TOWN) / total
  return { population: null, probablePopulation: Math.round(population * share) }
}

/**
 * The lines of Natural Earth are off by one to some kilometres: in a small unit one town more or less is half of its people. Those of
 * counties are more detailed.
 */
const isLarge = ({ layer, geometry }: Place): boolean =>
  layer === 'counties' || areaKm2(geometry) >= MIN_AREA_KM2

const MIN_AREA_KM2 = 1000
const MAX_DEVIATION = 0.25
const SIGNIFICANT_DIGITS = 2

/** GeoNames has towns of this size and larger; a place without any is not empty. */
const SMALLEST_TOWN = 500

/** All places except countries and planning regions, which divide the same land as counties. */
function sumsOf(places: readonly Place[], towns: readonly Inhabited[]): ReadonlyMap<Place, Sum> {
  const count = countOnce(towns)
  const populations = new Map(count.towns.map((town) => [town, town.population]))
  const isDivided = divisionBy(count)
  const inside = townsInside(towns)
  return new Map(
    places
      .filter((place) => !isCountry(place) && place.layer !== 'planningRegions')
      .map((place) => {
        const own = new Set(inside(place.geometry))
        const people = [...own].reduce((sum, town) => sum + (populations.get(town) ?? 0), 0)
        return [place, { people, isDivided: isDivided(own) }]
      }),
  )
}

const divisionBy = ({ parts }: Count<Inhabited>): ((towns: ReadonlySet<Inhabited>) => boolean) => {
  const partsOf = Map.groupBy(parts, ({ city }) => city)
  const cityOf = new Map(parts.map(({ part, city }) => [part, city]))
  return (towns) =>
    [...towns].some((town) => {
      const city = cityOf.get(town)
      return (
        (city !== undefined && !towns.has(city)) ||
        (partsOf.get(town) ?? []).some(({ part }) => !towns.has(part))
      )
    })
}
