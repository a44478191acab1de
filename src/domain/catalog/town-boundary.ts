/** What the catalog has of a town: its own boundary, or the smallest one around it. */
import { regionName } from '../../util/region-name.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { Kind } from '../boundary/kind.ts'
import { nameIn } from '../boundary/language.ts'
import type { Town } from '../gazetteer/ports.ts'
import { bareNames } from './bare-names.ts'
import { foldName } from './fold.ts'
import { foldedNames } from './folded-name-cache.ts'
import type { NameWords } from './name-words.ts'
import { regionAround } from './region-to-import.ts'
import { spellingsOf } from './spellings.ts'

export type TownBoundary = {
  /** English name of the town's country; null if the catalog lacks it. */
  readonly country: string | null
  /** ISO 3166 code of the first-level unit around the town, or of its country. */
  readonly region: string
} & (
  | { readonly has: 'own'; readonly boundary: BoundaryRecord }
  /** It has the town's name and, as far as is known, its people: it may be the town's own boundary. */
  | { readonly has: 'namesake'; readonly boundary: BoundaryRecord }
  /** `boundary`: the smallest one around the town; null if none contains its point. `units`: it and its parents below the country. */
  | {
      readonly has: 'none'
      readonly boundary: BoundaryRecord | null
      readonly units: readonly BoundaryRecord[]
    }
)

/** @param containing the boundaries that contain the town's point */
export const boundaryOfTown = (
  town: Town,
  containing: readonly BoundaryRecord[],
  words: NameWords,
): TownBoundary => {
  const around = containing.filter(({ kind }) => kind !== 'postal_code').sort((a, b) => a.areaKm2 - b.areaKm2)
  const record = around.find(({ kind, country }) => kind === 'country' && country === town.countryCode)
  const country = record === undefined ? null : nameIn(record, ['en'])
  const region = regionAround(around, town.countryCode)
  for (const boundary of around) {
    const standing = standingFor(town, boundary, words)
    if (standing !== null) return { has: standing, boundary, country, region }
  }
  const smallest = around.at(0) ?? null
  const units = around.filter(
    ({ id, kind }) =>
      kind !== 'country' && (id === smallest?.id || smallest?.parents.some((parent) => parent.id === id)),
  )
  return { has: 'none', boundary: smallest, units, country, region }
}

/** Whether a boundary around a town is the town's own, or may be; null if it is another place. */
export const standingFor = (
  town: Town,
  boundary: BoundaryRecord,
  words: NameWords,
): 'own' | 'namesake' | null => {
  if (words.cityNames.get(boundary.id)?.has(foldName(town.name)) === true) return 'own'
  if (!hasNameOf(boundary, town, words)) return null
  const isCity = [boundary.kind, ...(boundary.alsoKinds ?? [])].some((kind) => CITY_KINDS.has(kind))
  if (isCity || (boundary.iso !== null && words.cityUnits.has(boundary.iso))) return 'own'
  return !PART_KINDS.has(boundary.kind) && isAsLarge(boundary, town) ? 'namesake' : null
}

/** "Austin is a city in Travis County, Texas, United States, at latitude 30.2672, longitude -97.7431; …". One sentence or two. */
export const townInWords = (town: Town, placed: TownBoundary): string => {
  const { name, population, position } = town
  const { has, boundary } = placed
  const size = population >= MIN_CITY ? 'city' : population >= MIN_TOWN ? 'town' : 'place'
  const where = whereInWords(town, placed)
  const head = `${name} is a ${size} in ${where}, at latitude ${position[1]}, longitude ${position[0]}`
  switch (has) {
    case 'own':
      return `${head}; its boundary is ${inWords(boundary)}.`
    case 'namesake':
      return `${head}; it lies in ${inWords(boundary)}, which has the same name.`
    case 'none':
      return `${head}; this catalog has no polygon for it. ${boundary === null ? 'No boundary here contains this point.' : `The smallest boundary around it is ${inWords(boundary)}.`}`
  }
}

/** GeoNames counts Aurora to one county, and its point lies in another: the units of the catalog agree with the id that follows. */
const whereInWords = (town: Town, placed: TownBoundary): string => {
  const country = placed.country ?? regionName(town.countryCode)
  return placed.has === 'none' && placed.units.length > 0
    ? [...placed.units.map((unit) => nameIn(unit, ['en'])), country].join(', ')
    : regionInWords(town, country)
}

/** "Travis County, Texas, United States". */
const regionInWords = ({ region, countryCode }: Town, country = regionName(countryCode)): string =>
  region === null ? country : `${region}, ${country}`

/** "Other places of this name: in Spain; in California, United States." No sentence without any. */
export const othersInWords = (others: readonly Town[]): readonly string[] =>
  others.length === 0
    ? []
    : [
        `${others.length === 1 ? 'Another place' : 'Other places'} of this name: ${others.map((town) => `in ${regionInWords(town)}`).join('; ')}. To find ${others.length === 1 ? 'it' : 'one'}, add the region or country to the name.`,
      ]

/** "Travis County (fips:48453)". */
export const inWords = (boundary: BoundaryRecord): string => `${nameIn(boundary, ['en'])} (${boundary.id})`

const hasNameOf = (boundary: BoundaryRecord, { name }: Town, words: NameWords): boolean => {
  const wanted = new Set(spellingsOf(foldName(name), words))
  return (
    !foldedNames(boundary).isDisjointFrom(wanted) ||
    bareNames(foldName(boundary.name), words).some((bare) => wanted.has(bare.name))
  )
}

/** Denver County has as many people as Denver, Los Angeles County has more than Los Angeles. */
const isAsLarge = ({ population, areaKm2 }: BoundaryRecord, town: Town): boolean =>
  population === null
    ? town.population >= MIN_PEOPLE_PER_KM2 * areaKm2
    : population <= MAX_TIMES_PEOPLE * town.population

const MAX_TIMES_PEOPLE = 1.5
/** A county around a town has fewer. */
const MIN_PEOPLE_PER_KM2 = 500

const CITY_KINDS: ReadonlySet<Kind> = new Set(['city', 'municipality'])
/** Of a town: what has its name is its centre. */
const PART_KINDS: ReadonlySet<Kind> = new Set(['borough', 'ward', 'neighbourhood'])

const MIN_CITY = 50_000
const MIN_TOWN = 2_000
