/** Parses values of tags, which people write in many ways. */
import { countryOfCode } from '../../domain/boundary/country-codes.ts'
import type { Tags } from './pbf/tags.ts'

/** Range of levels in OpenStreetMap: https://wiki.openstreetmap.org/wiki/Key:admin_level */
const LOWEST_LEVEL = 1
const HIGHEST_LEVEL = 12

/** Values of `boundary` of administrative and postal units; others are political, religious, statistical … */
export const BOUNDARY_VALUES: readonly string[] = ['administrative', 'postal_code']

export const isBoundary = ({ boundary }: Tags): boolean => BOUNDARY_VALUES.includes(boundary)

/** Returns `admin_level` as a number; null if it is absent or invalid. */
export const adminLevelOf = (tags: Tags): number | null => {
  const text = tags.admin_level?.trim()
  if (text === undefined || !/^\d{1,2}$/.test(text)) return null
  const level = Number(text)
  return level >= LOWEST_LEVEL && level <= HIGHEST_LEVEL ? level : null
}

/** Returns the ISO 3166-1 alpha-2 code of a country, or of a dependency with its own code, in upper case. */
export const countryCodeOf = (tags: Tags): string | null => {
  for (const key of ['ISO3166-1:alpha2', 'ISO3166-1']) {
    const code = tags[key]?.trim().toUpperCase()
    if (code !== undefined && /^[A-Z]{2}$/.test(code)) return code
  }
  return null
}

/** Returns the alpha-2 code that the other codes of a country mean, such as alpha-3: an object with them claims the country. */
export const otherCountryCodeOf = (tags: Tags): string | null =>
  countryOfCode(tags['ISO3166-1:alpha3']?.trim() ?? '')

/** Returns the ISO 3166-2 code in upper case. */
export const subdivisionCodeOf = (tags: Tags): string | null => {
  const code = tags['ISO3166-2']?.trim().toUpperCase()
  return code !== undefined && /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(code) ? code : null
}

export const wikidataOf = (tags: Tags): string | null => {
  const entity = tags.wikidata?.split(';')[0].trim().toUpperCase()
  return entity !== undefined && /^Q[1-9]\d*$/.test(entity) ? entity : null
}

/** Words that multiply the number before them. */
const MULTIPLIERS: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  tausend: 1e3,
  mille: 1e3,
  mil: 1e3,
  m: 1e6,
  mio: 1e6,
  mln: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millones: 1e6,
}

/** A larger population is a mistake or means something else. */
const MAX_PEOPLE = 10e9

/**
 * Parses `population`, which should be a plain number and often is "12 345", "~5000", "1.5 million", "1,234 (2011)" or a
 * range (the lower end counts). Null if it cannot be parsed: https://wiki.openstreetmap.org/wiki/Key:population
 */
export const populationOf = (tags: Tags): number | null => {
  const text = tags.population?.normalize('NFKC').trim().toLowerCase()
  if (text === undefined) return null
  const match = /^(?:~|≈|<|>|ca\.?|c\.|about|approx\.?)?\s*(\d[\d.,'’\s]*)([a-z]+)?(?![a-z\d])/.exec(text)
  if (match === null) return null
  const multiplier = match[2] === undefined ? 1 : (MULTIPLIERS[match[2]] ?? 1)
  const people = Math.round(readNumber(match[1].trim(), multiplier > 1) * multiplier)
  return people >= 0 && people <= MAX_PEOPLE ? people : null
}

/**
 * Dots, commas, apostrophes and spaces between groups of three digits are group separators; any other dot or comma starts
 * the fraction. Before a word like "million" a single dot or comma always starts a fraction: "1.234 million".
 */
const readNumber = (text: string, hasMultiplier: boolean): number => {
  const plain = text.replace(/['’\s]/g, '')
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(plain) && !(hasMultiplier && /^\d+[.,]\d+$/.test(plain))
  return Number(isGrouped ? plain.replace(/[.,]/g, '') : plain.replace(',', '.').replace(/[.,]+$/, ''))
}
