/** English names of boundary kinds and countries in sentences. */
import { regionName } from '../../util/region-name.ts'
import type { Kind } from '../boundary/kind.ts'

const NOUNS: Readonly<Record<Kind, readonly [singular: string, plural: string]>> = {
  country: ['country', 'countries'],
  state: ['state', 'states'],
  region: ['region', 'regions'],
  province: ['province', 'provinces'],
  county: ['county', 'counties'],
  district: ['district', 'districts'],
  municipality: ['municipality', 'municipalities'],
  city: ['city', 'cities'],
  borough: ['borough', 'boroughs'],
  ward: ['ward', 'wards'],
  neighbourhood: ['neighbourhood', 'neighbourhoods'],
  postal_code: ['postal code area', 'postal code areas'],
}

export const nounOf = (kind: Kind, count: number): string => NOUNS[kind][count === 1 ? 0 : 1]

/** "3 states of Germany", but "3 cities in Germany". */
export const prepositionOf = (kind: Kind): 'of' | 'in' => (SETTLEMENTS.has(kind) ? 'in' : 'of')

const SETTLEMENTS: ReadonlySet<Kind> = new Set<Kind>([
  'municipality',
  'city',
  'borough',
  'ward',
  'neighbourhood',
  'postal_code',
])

/** Stands before the noun: "3 US states". */
export const countryAbbreviation = (code: string): string | null => ABBREVIATIONS[code] ?? null

const ABBREVIATIONS: Readonly<Record<string, string | undefined>> = { US: 'US', GB: 'UK' }

/** In the middle of a sentence: "Germany", "the Netherlands". */
export const countryName = (code: string): string => {
  const name = regionName(code)
  return TAKES_ARTICLE.test(name) ? `the ${name}` : name
}

const TAKES_ARTICLE =
  /^(?:United |Netherlands|Philippines|Bahamas|Gambia|Maldives|Comoros|Seychelles|Dominican Republic|Central African Republic|Isle of|Palestinian Territories)|(?:Islands|Territory|Territories)$/
