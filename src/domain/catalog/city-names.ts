/** Names of cities without a polygon: which boundaries may answer to them. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { nameIn } from '../boundary/language.ts'
import type { Town } from '../gazetteer/ports.ts'
import { bareNames } from './bare-names.ts'
import { foldName } from './fold.ts'
import type { Lexicon } from './lexicon.ts'
import type { NameWords } from './name-words.ts'
import { mainNamesOf } from './own-name.ts'
import type { NameForm } from './ports.ts'
import { peopleOf } from './prominence.ts'

/** True for a city, a part of one, and a state or province that is one. */
export const isCity = (
  { kind, alsoKinds = [], iso }: Pick<BoundaryRecord, 'kind' | 'alsoKinds' | 'iso'>,
  { cityUnits }: Pick<NameWords, 'cityUnits'>,
): boolean =>
  [kind, ...alsoKinds].some((each) => CITY_KINDS.has(each)) || (iso !== null && cityUnits.has(iso))

const CITY_KINDS: ReadonlySet<string> = new Set([
  'city',
  'municipality',
  'borough',
  'ward',
  'neighbourhood',
  'postal_code',
])

/**
 * True if most people mean a larger town by a name that the boundary has besides its main ones: "Queens" is not County Laois. What
 * it is called in a language yields only to the town's own name, and not if the caller reads that language: "Lagos" is not Lakes,
 * "Brasilia" is not Brazil, although they are so called in Spanish and in Icelandic.
 */
export const isNameOfTown = (
  { folded, name }: NameForm,
  record: BoundaryRecord,
  languages: readonly string[],
  lexicon: Lexicon,
): boolean => {
  if (mainNamesOf(record).has(folded) || lexicon.words.cityNames.get(record.id)?.has(folded) === true)
    return false
  const isCountry = record.kind === 'country'
  const least = isCountry ? KNOWN_AS_COUNTRIES : peopleOf(record)
  const needsOwnName = isCountry || Object.values(record.names).includes(name)
  const town = lexicon.towns
    .named(folded)
    .find((each) => each.population > least && (!needsOwnName || foldName(each.name) === folded))
  return (
    town !== undefined &&
    !languages.some((language) => foldName(nameIn(record, [language])) === folded) &&
    !isCityState(record, town) &&
    !isNamedFor(record, town, lexicon)
  )
}

/** True if the town has one of the main names, for a part of a country with or without its level: Dubai is in the Emirate of Dubai. */
const isNamedFor = (record: BoundaryRecord, town: Town, { towns, words }: Lexicon): boolean =>
  record.country === town.countryCode &&
  [...mainNamesOf(record)]
    .flatMap((name) => [
      name,
      // El Salvador is not Salvador in Brazil.
      ...(record.kind === 'country' ? [] : bareNames(name, words).map((bare) => bare.name)),
    ])
    .some((name) => towns.named(name).some((other) => isSame(other, town)))

const isSame = (a: Town, b: Town): boolean => a.name === b.name && a.position.join() === b.position.join()

const isCityState = (record: BoundaryRecord, town: Town): boolean =>
  record.kind === 'country' && record.areaKm2 < MAX_CITY_STATE_KM2 && town.population > peopleOf(record) / 2

/** Hong Kong has 1,100 km². */
const MAX_CITY_STATE_KM2 = 2000

/** Population above which a city is as well known as a country. */
const KNOWN_AS_COUNTRIES = 1_000_000
