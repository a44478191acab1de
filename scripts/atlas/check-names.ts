/** Checks the names of all places together; each problem fails the build of the atlas. */
import { foldName } from '../../src/domain/catalog/fold.ts'
import { type IsoCodes, namesAgree, namesEqual } from './iso-codes.ts'
import { keyOf, type NameRules } from './name-rules.ts'
import { hasDebris, mainNames, officialNames, shownNames, siblingsOf } from './own-names.ts'
import { otherNamesOf, type Place } from './place.ts'

type Codes = Pick<IsoCodes, 'officialNames' | 'agrees'>

/** One line per problem. */
export const checkNames = (places: readonly Place[], codes: Codes, rules: NameRules): readonly string[] => [
  // Countries have CLDR's names, and CLDR calls two of them Saint Martin.
  ...siblingsOf(places.filter(({ parent }) => parent !== null)).flatMap((siblings) => [
    ...sharedNames(siblings, rules),
    ...exchangedNames(siblings, codes, rules),
    ...strangeNames(siblings, codes, rules),
  ]),
  ...places.flatMap(debris),
  ...places.flatMap((place) => disagreement(place, codes, rules)),
]

const shown = (place: Place): string => `${keyOf(place)} ${place.name}`

/** Two siblings with the same name in a language. */
function sharedNames(siblings: readonly Place[], rules: NameRules): readonly string[] {
  const languages = new Set(siblings.flatMap(({ names }) => Object.keys(names)))
  const nameIn: ReadonlyMap<string, (place: Place) => string | undefined> = new Map([
    ['local', ({ name }: Place) => name] as const,
    ...[...languages].map((language) => [language, ({ names }: Place) => names[language]] as const),
  ])
  return [...nameIn].flatMap(([language, name]) => {
    const called = siblings.filter((place) => name(place) !== undefined)
    return [...Map.groupBy(called, (place) => foldName(name(place)!))].flatMap(
      ([shared, [first, ...others]]) =>
        others
          .filter((other) => !rules.areNamesakes(first, other))
          .map((other) => `${shown(first)} and ${shown(other)} are both called "${shared}" (${language}).`),
    )
  })
}

/** A place with the name that ISO gives to a sibling. */
const exchangedNames = (siblings: readonly Place[], codes: Codes, rules: NameRules): readonly string[] =>
  siblings.flatMap((place) => {
    const own = officialNames(place, codes)
    if (own.length === 0 || rules.isCalledOtherwise(place) || namesEqual(own, shownNames(place))) return []
    return siblings
      .filter((other) => other !== place && !rules.areNamesakes(place, other))
      .filter((other) => namesEqual(officialNames(other, codes), shownNames(place)))
      .map((other) => `${shown(place)} (${place.names.en}) has the name of ${shown(other)} in ISO 3166-2.`)
  })

/** A place that is also found by the main name of a sibling. */
function strangeNames(siblings: readonly Place[], codes: Codes, rules: NameRules): readonly string[] {
  const owners = ownersOf(siblings, (place) => mainNames(place, codes))
  const shownAs = ownersOf(siblings, shownNames)
  return siblings.flatMap((place) =>
    [...new Set([...Object.values(place.names), ...otherNamesOf(place)].map(foldName))].flatMap((name) => {
      const strangers = [shownAs.get(name) ?? [], owners.get(name) ?? []]
        .filter((those) => !those.includes(place))
        .flat()
        .filter((owner) => !rules.areNamesakes(owner, place))
      if (strangers.length === 0) return []
      return [`${shown(place)} is also called "${name}", as ${shown(strangers[0])} is.`]
    }),
  )
}

function ownersOf(
  places: readonly Place[],
  namesOf: (place: Place) => readonly string[],
): ReadonlyMap<string, readonly Place[]> {
  const owners = new Map<string, Place[]>()
  for (const place of places)
    for (const name of new Set(namesOf(place).map(foldName)))
      owners.set(name, [...(owners.get(name) ?? []), place])
  return owners
}

const debris = (place: Place): readonly string[] =>
  [place.name, ...Object.values(place.names), ...otherNamesOf(place)]
    .filter(hasDebris)
    .map((name) => `${shown(place)} has the name "${name}".`)

/** A code that ISO gives to a place of another name, or an English name that the place does not have otherwise. */
function disagreement(place: Place, codes: Codes, rules: NameRules): readonly string[] {
  const { iso, name, names, parent } = place
  const official = officialNames(place, codes)
  if (iso === null || parent === null || official.length === 0 || rules.isCalledOtherwise(place)) return []
  if (!codes.agrees(iso, shownNames(place)))
    return [`${shown(place)} (${names.en}) is "${official.join('", "')}" in ISO 3166-2.`]
  if (names.en === undefined || codes.agrees(iso, [names.en])) return []
  if (namesAgree([names.en], [name, ...otherNamesOf(place)])) return []
  return [`${shown(place)} is "${names.en}" in English, which is none of its other names.`]
}
