/**
 * Codes of other systems that tags give a boundary. Anybody can write them, so only a code that fits the form and the country is
 * one, and `place-boundaries.ts` leaves those out that a known boundary has.
 */
import type { TaggedCodes } from '../../domain/boundary/boundary.ts'
import type { Tags } from './pbf/tags.ts'

/** The keys that are read; see the pages of the wiki, such as https://wiki.openstreetmap.org/wiki/Key:ref:nuts */
export const CODE_TAGS = {
  fips: ['nist:fips_code'],
  geonames: ['geonames:id'],
  nuts: ['ref:nuts', 'ref:NUTS', 'ref:nuts:1', 'ref:nuts:2', 'ref:nuts:3'],
} as const

/** The United States with their territories, whose counties have FIPS codes. */
const FIPS_COUNTRIES: ReadonlySet<string> = new Set(['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM'])

/** Where NUTS does not begin with the code of ISO 3166-1. */
const NUTS_COUNTRIES: Readonly<Record<string, string>> = { GR: 'EL', GB: 'UK' }

/** The country is that of the land around the object. */
export const codesOfTags = (
  tags: Tags,
  country: string | null,
): TaggedCodes & { readonly fips: string | null } => {
  const geonames = valuesOf(tags, 'geonames').find((text) => /^[1-9]\d{0,9}$/.test(text))
  const nuts = [...new Set(valuesOf(tags, 'nuts').map((text) => text.toUpperCase()))]
    .filter((code) => /^[A-Z]{2}[A-Z0-9]{1,3}$/.test(code) && code.slice(0, 2) === nutsCountry(country))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return {
    fips: FIPS_COUNTRIES.has(country ?? '') ? fipsOf(tags) : null,
    ...(geonames === undefined ? {} : { geonames }),
    ...(nuts.length === 0 ? {} : { nuts }),
  }
}

/** Imports left out the first zero. */
const fipsOf = (tags: Tags): string | null =>
  valuesOf(tags, 'fips')
    .find((text) => /^\d{4,5}$/.test(text))
    ?.padStart(5, '0') ?? null

const nutsCountry = (country: string | null): string | null =>
  country === null ? null : (NUTS_COUNTRIES[country] ?? country)

/** Semicolons separate several values of one key. */
const valuesOf = (tags: Tags, system: keyof typeof CODE_TAGS): readonly string[] =>
  CODE_TAGS[system].flatMap((key) => (tags[key] ?? '').split(';').map((text) => text.trim()))
