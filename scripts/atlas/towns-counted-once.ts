/**
 * Which towns of GeoNames to add up so that nobody is counted twice. GeoNames has a city and its parts as separate towns: New York
 * City and Brooklyn, Antwerp and Deurne.
 */
import { distanceKm } from '../../src/domain/catalog/distance.ts'
import { type Row, SECTION } from '../gazetteer/entries.ts'

export type Inhabited = Pick<
  Row,
  'lon' | 'lat' | 'feature' | 'country' | 'admin1' | 'admin2' | 'admin3' | 'admin4' | 'population'
>

export interface Count<T> {
  readonly towns: readonly T[]
  /** Towns that are counted as a part of a city. */
  readonly parts: readonly { readonly part: T; readonly city: T }[]
}

/**
 * 1. Sections of towns are not counted.
 * 2. Of the towns in one fourth-order division, a municipality, only the largest is counted.
 * 3. A city of a million covers at least the circle that its people would fill at the density of Paris. A smaller town in that circle,
 *    in the same first-order division, is a part of it.
 */
export function countOnce<T extends Inhabited>(towns: readonly T[]): Count<T> {
  const whole = largestOfMunicipalities(
    towns.filter(({ feature, population }) => feature !== SECTION && population > 0),
  )
  const cities = Map.groupBy(
    whole.filter(({ population }) => population >= MIN_CITY).toSorted((a, b) => b.population - a.population),
    divisionOf,
  )
  const parts: { part: T; city: T }[] = []
  const counted = whole.filter((town) => {
    const city = cities
      .get(divisionOf(town))
      ?.find((larger) => larger.population > town.population && isIn(town, larger))
    if (city !== undefined) parts.push({ part: town, city })
    return city === undefined
  })
  return { towns: counted, parts }
}

const MIN_CITY = 1e6
/** Paris in 2012: the most densely populated commune of the European Union, according to Eurostat. */
const MAX_PEOPLE_PER_KM2 = 21_616

const divisionOf = ({ country, admin1 }: Inhabited): string => `${country}.${admin1}`

const isIn = ({ lon, lat }: Inhabited, city: Inhabited): boolean =>
  distanceKm([lon, lat], [city.lon, city.lat, city.lon, city.lat]) <
  Math.sqrt(city.population / MAX_PEOPLE_PER_KM2 / Math.PI)

function largestOfMunicipalities<T extends Inhabited>(towns: readonly T[]): readonly T[] {
  const largest = new Map<string, T>()
  for (const town of towns) {
    const key = municipalityOf(town)
    const known = key === null ? undefined : largest.get(key)
    if (key !== null && (known === undefined || known.population < town.population)) largest.set(key, town)
  }
  return towns.filter((town) => {
    const key = municipalityOf(town)
    return key === null || largest.get(key) === town
  })
}

const municipalityOf = ({ country, admin1, admin2, admin3, admin4 }: Inhabited): string | null =>
  admin4 === '' ? null : [country, admin1, admin2, admin3, admin4].join('.')
