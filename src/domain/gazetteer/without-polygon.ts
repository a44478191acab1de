/** Sentence for a town without a polygon in the catalog. */
import { regionName } from '../../util/region-name.ts'
import type { Town } from './ports.ts'

/** "Austin is a city in Travis County, Texas, United States; this catalog has no polygon for it." */
export const townWithoutPolygon = ({ name, region, countryCode, population }: Town): string => {
  const size = population >= MIN_CITY ? 'city' : population >= MIN_TOWN ? 'town' : 'place'
  const country = regionName(countryCode)
  const where = region === null ? country : `${region}, ${country}`
  return `${name} is a ${size} in ${where}; this catalog has no polygon for it.`
}

const MIN_CITY = 50_000
const MIN_TOWN = 2_000
