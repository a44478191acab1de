/**
 * Finds names that belong to another place, among all names of the atlas together. A search answers a whole name as an exact
 * match, so a missing name is better than another place's. What a place is called locally and by ISO is never questioned, and
 * names of countries come from lists of countries.
 */
import { bareNames } from '../../src/domain/catalog/bare-names.ts'
import { foldName } from '../../src/domain/catalog/fold.ts'
import type { NameWords } from '../../src/domain/catalog/name-words.ts'
import type { Gazetteer, Town } from '../../src/domain/gazetteer/ports.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { namesAgree } from './iso-codes.ts'
import { type Keyed, keyOf } from './name-rules.ts'
import type { OtherName } from './place.ts'

export interface NamedPlace extends Keyed {
  readonly parent: NamedPlace | null
  readonly adminLevel: number | null
  readonly isCountry: boolean
  /** The local name. */
  readonly name: string
  /** Language tag → name. */
  readonly names: Readonly<Record<string, string>>
  readonly otherNames: readonly OtherName[]
  readonly people: number
  readonly areaKm2: number
  contains(position: Position): boolean
}

export interface BorrowedName {
  readonly place: NamedPlace
  /** Folded. */
  readonly name: string
  readonly reason: string
}

export interface NameWitnesses {
  readonly towns: Pick<Gazetteer, 'named'>
  readonly words: NameWords
  /** Whether the two siblings truly share a name. */
  readonly areNamesakes: (a: Keyed, b: Keyed) => boolean
}

export const borrowedNames = (
  places: readonly NamedPlace[],
  witnesses: NameWitnesses,
): readonly BorrowedName[] => {
  const called = new Map(places.map((place) => [place, new Called(place, witnesses)]))
  // Akrotiri has no parent either.
  const units = places
    .filter(({ isCountry, parent }) => !isCountry && parent !== null)
    .map((place) => called.get(place)!)
  const siblings = [...Map.groupBy(units, ({ place }) => place.parent).values()].flatMap((children) => [
    ...Map.groupBy(children, ({ place }) => place.adminLevel).values(),
  ])
  return siblings.flatMap((each) => [
    ...namesOfSiblings(each, witnesses),
    ...each.flatMap((unit) => [...namesOfWhole(unit, called), ...namesOfTowns(unit, each, witnesses)]),
  ])
}

/** How firmly a place is called by a name. */
const RANKS = { listed: 1, translated: 2, english: 3, cldr: 4, itself: 5 } as const
type Rank = keyof typeof RANKS

/** A place and its folded names. */
class Called {
  readonly place: NamedPlace
  /** The firmest rank of each name. */
  readonly ranks: ReadonlyMap<string, Rank>
  readonly #witnesses: NameWitnesses
  #ownTowns: ReadonlySet<string> | null = null

  constructor(place: NamedPlace, witnesses: NameWitnesses) {
    const { name, names, otherNames } = place
    const translated = Object.entries(names)
    this.place = place
    this.#witnesses = witnesses
    this.ranks = new Map(
      [
        ...otherNames.map((other) => ({ written: other.name, rank: rankOfSource(other) })),
        ...translated.map(([language, written]) => ({
          written,
          rank: language === 'en' ? ('english' as const) : ('translated' as const),
        })),
        { written: name, rank: 'itself' as const },
      ]
        .sort((a, b) => RANKS[a.rank] - RANKS[b.rank])
        .map(({ written, rank }) => [foldName(written), rank]),
    )
  }

  named(...ranks: readonly Rank[]): readonly string[] {
    return [...this.ranks].flatMap(([name, rank]) => (ranks.includes(rank) ? [name] : []))
  }

  get mainNames(): readonly string[] {
    return this.named('itself', 'cldr', 'english')
  }

  /** With and without the word of the level. */
  get bareNames(): readonly string[] {
    return this.mainNames.flatMap((name) => bare(name, this.#witnesses))
  }

  /** Whether a town is its own city, with one of its main names. */
  isNamedForTown(town: Town): boolean {
    this.#ownTowns ??= keysOfTowns(this.bareNames, this.#witnesses)
    return this.#ownTowns.has(keyOfTown(town))
  }

  /** "Lebanon" is short for Lebanon County: no search takes it for more than the beginning of the name. */
  isShort(name: string): boolean {
    return this.named('itself').some((full) =>
      bareNames(full, this.#witnesses.words).some((each) => each.level !== null && each.name === name),
    )
  }
}

const rankOfSource = ({ source }: OtherName): Rank =>
  OWN_SOURCES.has(source) ? 'itself' : source === 'c' ? 'cldr' : 'listed'

/** ISO 3166-2, and the tables of this project. */
const OWN_SOURCES: ReadonlySet<string> = new Set(['i', 't', 'u'])

const bare = (name: string, { words }: NameWitnesses): readonly string[] => [
  name,
  ...bareNames(name, words).map((each) => each.name),
]

/** The name without the word of its level; empty if it has none. */
const withoutLevel = (name: string, { words }: NameWitnesses): readonly string[] =>
  bareNames(name, words).flatMap((each) => (each.level === null ? [] : [each.name]))

const keysOfTowns = (names: readonly string[], { towns }: NameWitnesses): ReadonlySet<string> =>
  new Set(names.flatMap((name) => towns.named(name).map(keyOfTown)))

const keyOfTown = ({ name, position }: Town): string => `${name} ${position.join()}`

/** Among siblings a name belongs to the one that is called by it most firmly; if several are, to the one with its main name; else to none. */
function namesOfSiblings(siblings: readonly Called[], witnesses: NameWitnesses): readonly BorrowedName[] {
  const claims = new Map<string, Called[]>()
  for (const sibling of siblings)
    for (const name of sibling.ranks.keys()) claims.set(name, [...(claims.get(name) ?? []), sibling])
  return [...claims].flatMap(([name, sharers]) => {
    if (sharers.length === 1) return []
    const rankOf = (sharer: Called): number => RANKS[sharer.ranks.get(name)!]
    const highest = Math.max(...sharers.map(rankOf))
    const first = sharers.filter((sharer) => rankOf(sharer) === highest)
    const owners = first.length === 1 || highest >= RANKS.english ? first : ownersOf(name, first, witnesses)
    const isNamesake = ({ place }: Called): boolean =>
      sharers.some((other) => other.place !== place && witnesses.areNamesakes(other.place, place))
    const whose =
      owners.length > 0
        ? `the name of its sibling ${keyOf(owners[0].place)}`
        : `shared by the siblings ${sharers.map(({ place }) => keyOf(place)).join(', ')}`
    return sharers
      .filter((sharer) => rankOf(sharer) < RANKS.english && !owners.includes(sharer) && !isNamesake(sharer))
      .map(({ place }) => ({ place, name, reason: whose }))
  })
}

/** Returns the only sharer with the name as its main name, or named for the town with the name; empty if there is none. */
function ownersOf(name: string, sharers: readonly Called[], witnesses: NameWitnesses): readonly Called[] {
  const names = bare(name, witnesses)
  const towns = names.flatMap((each) => witnesses.towns.named(each))
  const stripped = withoutLevel(name, witnesses)
  const tests = [
    // "Minsk Oblast" is Minsk Region, not the city.
    (sharer: Called) =>
      sharer.mainNames.some((own) => withoutLevel(own, witnesses).some((each) => stripped.includes(each))),
    (sharer: Called) => sharer.mainNames.some((own) => names.includes(own)),
    (sharer: Called) => sharer.bareNames.some((own) => names.includes(own)),
    ...towns.map((town) => (sharer: Called) => sharer.isNamedForTown(town)),
  ]
  for (const test of tests) {
    const owners = sharers.filter(test)
    if (owners.length === 1) return owners
  }
  return []
}

/** A part never has a name of its whole, unless it is called like it by itself, as the province of Luxembourg is. */
function namesOfWhole(part: Called, called: ReadonlyMap<NamedPlace, Called>): readonly BorrowedName[] {
  const wholes = ancestorsOf(part.place).map((ancestor) => called.get(ancestor)!)
  const mainNames = new Set(wholes.flatMap((whole) => whole.mainNames))
  const itself = part.named('itself', 'cldr')
  if (itself.some((name) => mainNames.has(name))) return []
  const own = [...part.mainNames, ...part.named('translated')]
  return [...part.ranks].flatMap(([name, rank]) => {
    if (itself.includes(name)) return []
    const whole = wholes.find(
      (each) =>
        each.ranks.has(name) ||
        // "Burgundy" and Bourgogne-Franche-Comté, "Emilia" and Emilia-Romagna.
        (rank === 'listed' &&
          name.length >= MIN_LETTERS &&
          !each.place.isCountry &&
          !namesAgree([name], own) &&
          namesAgree([name], [...each.ranks.keys()])),
    )
    if (whole === undefined) return []
    return [{ place: part.place, name, reason: `a name of its whole ${keyOf(whole.place)}` }]
  })
}

const ancestorsOf = ({ parent }: NamedPlace): readonly NamedPlace[] =>
  parent === null ? [] : [parent, ...ancestorsOf(parent)]

/** Shorter names are alike by chance. */
const MIN_LETTERS = 4

/** The name of a town is no name of a place that is not named for the town: neither of one around it nor of a smaller one elsewhere. */
function namesOfTowns(
  called: Called,
  siblings: readonly Called[],
  witnesses: NameWitnesses,
): readonly BorrowedName[] {
  const { place } = called
  const local = foldName(place.name)
  const own = keysOfTowns([local], witnesses)
  const isLarger = ({ population }: Town): boolean => population > place.people
  const isInside = (town: Town): boolean => !town.isSection && place.contains(town.position)
  const isCityOf = (sibling: Called, town: Town): boolean =>
    sibling.place.contains(town.position) && sibling.isNamedForTown(town)
  return [...called.ranks].flatMap(([name, rank]) => {
    if (name === local || (rank === 'listed' && called.isShort(name))) return []
    const towns = witnesses.towns.named(name)
    // Leningrad is Saint Petersburg, which is not in the oblast; London is too large for the City of London.
    const nearest = towns.find(({ position }) => place.parent!.contains(position))
    const elsewhere = nearest !== undefined && !place.contains(nearest.position) ? nearest : null
    const isElsewhere =
      elsewhere !== null &&
      ((elsewhere.population > place.areaKm2 * MAX_PEOPLE_PER_KM2 && !own.has(keyOfTown(elsewhere))) ||
        siblings.some(
          (sibling) =>
            isCityOf(sibling, elsewhere) && (isLarger(elsewhere) || sibling.mainNames.includes(name)),
        ))
    if (isElsewhere) return borrowedFrom(elsewhere, place, name)
    if (rank !== 'listed' || towns.some((town) => called.isNamedForTown(town))) return []
    return borrowedFrom(
      towns.find((town) => isLarger(town) || isInside(town)),
      place,
      name,
    )
  })
}

/** Whole cities are less dense. */
const MAX_PEOPLE_PER_KM2 = 50_000

const borrowedFrom = (town: Town | undefined, place: NamedPlace, name: string): readonly BorrowedName[] =>
  town === undefined
    ? []
    : [{ place, name, reason: `the name of ${town.name}, a town in ${town.countryCode}` }]
