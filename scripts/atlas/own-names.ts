/**
 * Keeps only a place's own names. Natural Earth and CLDR mix in names of other places: of the city in the middle, of the
 * district that a place was split from, of the code's former owner. A name shared by two siblings stays with the one that the
 * sources of its code call by it, and with neither when they do not tell. A missing name is better than another place's.
 */
import { foldName } from '../../src/domain/catalog/fold.ts'
import { languageOf } from './country-names.ts'
import type { RulesOf } from './country-rules.ts'
import { type IsoCodes, namesEqual } from './iso-codes.ts'
import type { NameRules } from './name-rules.ts'
import { isCountry, type Place } from './place.ts'
import type { Relations } from './relations.ts'

export interface NameContext {
  readonly codes: Pick<IsoCodes, 'officialNames' | 'agrees'>
  readonly relations: Pick<Relations, 'names'>
  readonly rulesOf: RulesOf
  readonly rules: NameRules
}

/** Parents come first, as they are replaced along with their children. */
export function withOwnNames(places: readonly Place[], context: NameContext): readonly Place[] {
  const countries = new Set(places.filter(isCountry).flatMap(shownNames).map(foldName))
  const replaced = new Map<Place, Place>()
  for (const group of siblingsOf(places)) {
    const tidied = group.map((place) => {
      const parent = place.parent && replaced.get(place.parent)!
      return corrected(tidy({ ...place, parent }), context.rules)
    })
    if (tidied.every(isCountry)) {
      // Names of countries are CLDR's.
      for (const [index, place] of tidied.entries()) replaced.set(group[index], place)
      continue
    }
    const siblings = tidied.map((place) => new Sibling(place, context))
    settle(siblings, context.rules)
    const named = siblings.map((sibling) => sibling.named())
    for (const index of group.keys()) {
      replaced.set(
        group[index],
        withoutStrangers(named[index], named.toSpliced(index, 1), countries, context),
      )
    }
  }
  return places.map((place) => replaced.get(place)!)
}

/** Places of one parent and level. */
export const siblingsOf = (places: readonly Place[]): readonly (readonly Place[])[] => {
  const groups = new Map<Place | null, Map<number | null, Place[]>>()
  for (const place of places) {
    const levels = groups.get(place.parent) ?? new Map<number | null, Place[]>()
    groups.set(place.parent, levels)
    levels.set(place.adminLevel, [...(levels.get(place.adminLevel) ?? []), place])
  }
  return [...groups.values()].flatMap((levels) => [...levels.values()])
}

/** The main names of a place: in answers, and in English. */
export const shownNames = ({ name, names }: Place): readonly string[] => [
  name,
  ...(names.en === undefined ? [] : [names.en]),
]

/** The same, plus the names in the sources of its code. */
export const mainNames = (place: Place, codes: NameContext['codes']): readonly string[] => [
  ...shownNames(place),
  ...officialNames(place, codes),
]

export const officialNames = ({ iso }: Place, codes: NameContext['codes']): readonly string[] =>
  iso === null ? [] : codes.officialNames(iso)

/** Raised figures and daggers of footnotes, notes in brackets, direction marks at the end. */
const DEBRIS = /[¹²³⁰-⁹†‡*]|\s*\[[^\]]*\]|[[\]]|\s*\(\d+\)|<[^>]*>|[\u200e\u200f\ufeff]/gu

/** Signs of lost letters or a wrong encoding: "Est¡ria", "T‚h‚ran". */
const LOST_LETTERS = /[?\ufffd\u0080-\u009f\u00a1-\u00b6\u00b8-\u00bf‚‹…]|[ÃÂ][\u0080-\u00bf ]/u

/** A label whose first word was cut off with the word for the level: "of Bougainville", "de Londres". */
const CUT_OFF = /^(of|de|di|da|do|du|del|des|degli|der|das) /

/** A name that no cleaning mends. */
export const isDamaged = (name: string): boolean => LOST_LETTERS.test(name) || CUT_OFF.test(name)

export const hasDebris = (name: string): boolean => name === '' || isDamaged(name) || cleaned(name) !== name

const cleaned = (name: string): string => name.replace(DEBRIS, '').replace(/\s+/gu, ' ').trim()

function tidy(place: Place): Place {
  const keep = (name: string) => name !== '' && !isDamaged(name)
  const names = Object.entries(place.names).map(([language, name]) => [language, cleaned(name)] as const)
  return {
    ...place,
    name: cleaned(place.name),
    names: Object.fromEntries(names.filter(([, name]) => keep(name))),
    otherNames: place.otherNames
      .map((other) => ({ ...other, name: cleaned(other.name) }))
      .filter((other) => keep(other.name)),
  }
}

function corrected(place: Place, rules: NameRules): Place {
  const { local, ...corrections } = rules.corrected(place)
  const names = Object.entries({ ...place.names, ...corrections })
  return {
    ...place,
    name: local ?? place.name,
    names: Object.fromEntries(names.filter((entry): entry is [string, string] => entry[1] !== null)),
  }
}

/** The key of a place's name among its siblings. */
const LOCAL = 'local'

/** A place whose names are being separated from its siblings'. */
class Sibling {
  readonly place: Place
  readonly official: readonly string[]
  readonly #names: Map<string, string>
  /** Names by language from a source that is keyed by the code. */
  readonly #ofCode: Readonly<Record<string, string>>
  readonly #language: string

  constructor(place: Place, { codes, relations, rulesOf }: NameContext) {
    this.place = place
    this.official = officialNames(place, codes)
    this.#names = new Map([...Object.entries(place.names), [LOCAL, place.name]])
    this.#language = rulesOf(place.country).language ?? languageOf(place.country)
    const ofCode = place.iso === null ? {} : relations.names(place.iso)
    // The source still has names of codes that were reassigned.
    this.#ofCode = codes.agrees(place.iso ?? '', [ofCode.en ?? '']) ? ofCode : {}
  }

  get languages(): readonly string[] {
    return [...this.#names.keys()]
  }

  nameIn(language: string): string | undefined {
    return this.#names.get(language) ?? (language === this.#language ? this.#names.get(LOCAL) : undefined)
  }

  isCalled(language: string, name: string): 'by its code' | 'officially' | null {
    const ofCode = this.#ofCode[language === LOCAL ? this.#language : language]
    if (ofCode !== undefined && foldName(ofCode) === foldName(name)) return 'by its code'
    return namesEqual(this.official, [name]) ? 'officially' : null
  }

  /** Replaces a lost name by another one that no sibling has, if there is one. */
  lose(language: string, siblings: readonly Sibling[]): void {
    const lost = this.#names.get(language)
    this.#names.delete(language)
    const instead =
      language === LOCAL
        ? [
            this.#names.get(this.#language),
            this.#ofCode[this.#language],
            this.#names.get('en'),
            ...this.official,
          ]
        : [this.#ofCode[language], ...(language === 'en' ? this.official : [])]
    const free = instead.find(
      (name) =>
        name !== undefined &&
        name !== lost &&
        siblings.every((other) => other === this || !sameName(other.nameIn(language), name)),
    )
    const name = free ?? (language === LOCAL ? lost : undefined)
    if (name !== undefined) this.#names.set(language, name)
  }

  named(): Place {
    const names = Object.fromEntries(this.#names)
    const { [LOCAL]: name, ...translated } = names
    return { ...this.place, name, names: translated }
  }
}

const sameName = (a: string | undefined, b: string): boolean => a !== undefined && foldName(a) === foldName(b)

/** English first: its owner in English also owns it in scripts that no source of codes uses. */
function settle(siblings: readonly Sibling[], rules: NameRules): void {
  const yieldedTo = new Map<Sibling, Set<Sibling>>(siblings.map((sibling) => [sibling, new Set()]))
  const lose = (loser: Sibling, language: string, owner: Sibling | undefined): void => {
    loser.lose(language, siblings)
    if (owner !== undefined) yieldedTo.get(loser)!.add(owner)
  }
  for (const sibling of siblings)
    for (const language of ['en', LOCAL]) {
      const owner = officialOwner(sibling, language, siblings, rules)
      if (owner !== undefined) lose(sibling, language, owner)
    }
  const languages = new Set(['en', ...siblings.flatMap((sibling) => sibling.languages)])
  languages.delete(LOCAL)
  for (const language of [...languages, LOCAL]) {
    const called = siblings.filter((sibling) => sibling.nameIn(language) !== undefined)
    for (const sharers of Map.groupBy(called, (sibling) => foldName(sibling.nameIn(language)!)).values()) {
      if (sharers.length === 1 || areAllNamesakes(sharers, rules)) continue
      const owner =
        ownerOf(sharers, language) ??
        sharers.find((one) => sharers.every((other) => other === one || yieldedTo.get(other)!.has(one)))
      for (const loser of sharers) if (loser !== owner) lose(loser, language, owner)
    }
  }
}

/** The place whose code is listed with the name, where the sibling's is listed with another. */
function officialOwner(
  sibling: Sibling,
  language: string,
  siblings: readonly Sibling[],
  rules: NameRules,
): Sibling | undefined {
  const name = sibling.nameIn(language)
  if (name === undefined || sibling.official.length === 0 || namesEqual(sibling.official, [name]))
    return undefined
  return siblings.find(
    (other) => !rules.areNamesakes(other.place, sibling.place) && namesEqual(other.official, [name]),
  )
}

const areAllNamesakes = (sharers: readonly Sibling[], rules: NameRules): boolean =>
  sharers.every((a) => sharers.every((b) => a === b || rules.areNamesakes(a.place, b.place)))

function ownerOf(sharers: readonly Sibling[], language: string): Sibling | undefined {
  for (const evidence of ['by its code', 'officially']) {
    const owners = sharers.filter((one) => one.isCalled(language, one.nameIn(language)!) === evidence)
    if (owners.length === 1) return owners[0]
  }
  return undefined
}

/** Drops the main names of siblings, the parent and countries, unless they are the place's own as well. */
function withoutStrangers(
  place: Place,
  siblings: readonly Place[],
  countries: ReadonlySet<string>,
  { codes, rules }: NameContext,
): Place {
  const own = new Set(mainNames(place, codes).map(foldName))
  const ownShown = new Set(shownNames(place).map(foldName))
  const others = siblings.filter((sibling) => !rules.areNamesakes(place, sibling))
  const ofSiblings = new Set(others.flatMap((sibling) => mainNames(sibling, codes)).map(foldName))
  const shownBySiblings = new Set(others.flatMap(shownNames).map(foldName))
  const ownTranslated = new Set([...own, ...Object.values(place.names).map(foldName)])
  const translatedOfSiblings = new Set(others.flatMap(({ names }) => Object.values(names)).map(foldName))
  const above = ancestorsOf(place)
  const ofAncestors = new Set(above.flatMap((ancestor) => mainNames(ancestor, codes)).map(foldName))
  /** Luxembourg the province has the country's name in all languages. */
  const isNamesake = [...own].some((name) => ofAncestors.has(name) || countries.has(name))
  const isStranger = (name: string): boolean =>
    (shownBySiblings.has(name) && !ownShown.has(name)) ||
    (!own.has(name) && (ofSiblings.has(name) || (!isNamesake && ofAncestors.has(name))))
  /** "Lebanon" is short for Lebanon County. */
  const isShort = (name: string): boolean => [...own].some((full) => full.startsWith(`${name} `))
  const names = Object.entries(place.names).filter(([language, translated]) => {
    const name = foldName(translated)
    const isParents = !isNamesake && above.some((ancestor) => sameName(ancestor.names[language], translated))
    return !isParents && !isStranger(name)
  })
  return {
    ...place,
    names: Object.fromEntries(names),
    otherNames: place.otherNames.filter((other) => {
      const name = foldName(other.name)
      if (translatedOfSiblings.has(name) && !ownTranslated.has(name)) return false
      return !isStranger(name) && (isNamesake || isShort(name) || own.has(name) || !countries.has(name))
    }),
  }
}

const ancestorsOf = ({ parent }: Place): readonly Place[] =>
  parent === null ? [] : [parent, ...ancestorsOf(parent)]
