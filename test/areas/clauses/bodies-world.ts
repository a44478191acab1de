/** Bodies of clauses about countries and their first-level units, and lists that mix all levels. */
import type { Body } from './clause.ts'
import { inBrackets, restricted, withException } from './exceptions.ts'
import { pickForm, pickInLine, pickSeparated, writeList } from './lists.ts'
import { countiesPhrase, countryName, unitsPhrase } from './naming.ts'
import { level, name, type Phrase, say } from './phrase.ts'
import type { Country, Places, Unit, UnitSet } from './places.ts'
import type { Random } from './random.ts'
import { HOMONYMS } from './tables/countries.ts'

/** Part of the country, but none of its provinces. */
const TERRITORIES: Readonly<Record<string, readonly string[]>> = { 'iso:NL': ['iso:BQ'] }

const ADJECTIVES: Readonly<Record<string, string>> = {
  CA: 'Canadian',
  DE: 'German',
  FR: 'French',
  ES: 'Spanish',
  IT: 'Italian',
  CH: 'Swiss',
  AU: 'Australian',
  AT: 'Austrian',
  BR: 'Brazilian',
  MX: 'Mexican',
  IN: 'Indian',
  NL: 'Dutch',
  BE: 'Belgian',
  PL: 'Polish',
  JP: 'Japanese',
}

const SOME: readonly (readonly [number, number])[] = [
  [3, 1],
  [4, 2],
  [3, 3],
  [1, 4],
]

const idsOf = (places: readonly { readonly id: string }[]): readonly string[] => places.map(({ id }) => id)

/** Georgia clearly means the country only among several others; elsewhere the text says so. */
const countryPhrase = (random: Random, country: Country, all: readonly Country[]): Phrase =>
  countryName(
    random,
    country,
    country.code === 'GE' ? all.length < 4 : HOMONYMS.has(country.code) && random.chance(0.25),
  )

export const countriesBody = (random: Random, places: Places): Body => {
  const homonyms = places.countries.filter(({ code }) => HOMONYMS.has(code))
  const divided = places.unitSets.map(({ country }) => country)
  const pool = random.weighted([
    [5, places.countries],
    [1, homonyms],
    [3, divided],
  ])
  const countries = random.sample(pool, random.between(1, 6))
  const include = idsOf(countries)
  const list = pickForm(random, countries.length)
  const base = writeList(
    random,
    countries.map((each) => countryPhrase(random, each, countries)),
    list,
  )
  const sets = places.unitSets.filter(({ country }) => countries.includes(country))
  if (sets.length === 0 || random.chance(0.4))
    return { phrase: base, expected: { include, exclude: [] }, shape: 'countries', list }
  const set = random.pick(sets)
  const clear = set.units.filter(({ hasHomonym }) => countries.length === 1 || !hasHomonym)
  const units = random.sample(clear, random.weighted(SOME))
  const excluded = unitsPhrase(random, units, set.group)
  const { phrase, sentences, kind } = withException(random, base, excluded.phrase, {
    isOne: units.length === 1,
    list,
  })
  return {
    phrase,
    sentences,
    expected: { include, exclude: idsOf(units) },
    shape: `countries+${kind}${excluded.hasLevel ? '+level' : ''}`,
    list,
    ...(countries.length === 1 ? { limited: { include: idsOf(units), exclude: [] } } : {}),
  }
}

export const unitsBody = (random: Random, places: Places): Body => {
  const set = random.pick(places.unitSets)
  const units = random.sample(set.units, random.weighted(SOME))
  const include = idsOf(units)
  const expected = { include, exclude: [] }
  const country = countryName(random, set.country)
  const hint = random.chance(0.1) ? { country: set.country.code } : {}
  const form = random.pick(['after', 'after', 'adjective', 'alone', 'alone', 'heading'])
  const write = (options: { needsLevel?: boolean; adjective?: string } = {}) =>
    unitsPhrase(random, units, set.group, options)
  if (form === 'adjective' && set.group.wordFollows !== true) {
    const { phrase } = write({ adjective: `${ADJECTIVES[set.country.code]} ` })
    return { phrase, expected, shape: 'units+adjective', list: 'and', ...hint }
  }
  if (form === 'heading') {
    const { phrase, hasLevel } = write()
    const shape = `units+country-before${hasLevel ? '+level' : ''}`
    return { phrase: say`in ${country}, ${phrase}`, expected, shape, list: 'and', needsHeading: true }
  }
  if (form === 'alone' && !units.every(({ hasHomonym }) => hasHomonym))
    return aloneUnits(random, set, units, hint)
  const { phrase, hasLevel } = write({ needsLevel: units.length > 1 })
  const where = random.pick([say` in ${country}`, say` (${country})`, say`, ${country}`])
  return {
    phrase: say`${phrase}${where}`,
    expected,
    shape: `units+country-after${hasLevel ? '+level' : ''}`,
    list: 'and',
    ...hint,
  }
}

/** Without the country: with the level word, or unique names. */
const aloneUnits = (
  random: Random,
  set: UnitSet,
  units: readonly Unit[],
  hint: { country?: string },
): Body => {
  const expected = { include: idsOf(units), exclude: [] }
  const isClear = units.every(({ hasHomonym, wordNeeded }) => !hasHomonym && !wordNeeded)
  if (!isClear || random.chance(0.4)) {
    const { phrase } = unitsPhrase(random, units, set.group, { needsLevel: true })
    return { phrase, expected, shape: 'units+alone+level', list: 'and', ...hint }
  }
  const list = pickForm(random, units.length)
  const names = units.map((unit) => say`${name(random.pick(unit.names))}`)
  return { phrase: writeList(random, names, list), expected, shape: 'units+alone', list, ...hint }
}

/** "Germany, limited to Bavaria and Hesse". */
export const narrowedCountryBody = (random: Random, places: Places): Body => {
  const set = random.pick(places.unitSets)
  const units = random.sample(set.units, random.weighted(SOME))
  const kept = unitsPhrase(random, units, set.group)
  const { phrase, needsHeading } = restricted(random, countryName(random, set.country), kept.phrase)
  return {
    phrase,
    expected: { include: idsOf(units), exclude: [] },
    shape: `country+only${kept.hasLevel ? '+level' : ''}`,
    list: 'and',
    needsHeading,
  }
}

/** "all cantons of Switzerland except Uri". */
export const wholeCountryBody = (random: Random, places: Places): Body => {
  const set = random.pick(places.unitSets.filter(({ group }) => group.all !== null))
  const units = random.sample(set.units, random.between(1, 3))
  const exclude = idsOf(units)
  const base = say`all ${random.pick(['', 'of the '])}${set.group.all ?? ''} ${random.pick(['of', 'in'])} ${countryName(random, set.country)}`
  const { phrase, sentences, kind } = withException(
    random,
    base,
    unitsPhrase(random, units, set.group).phrase,
    {
      isOne: units.length === 1,
    },
  )
  const others = set.allIds.filter((id) => !exclude.includes(id))
  return {
    phrase,
    sentences,
    expected: {
      include: [set.country.id],
      exclude: [...(TERRITORIES[set.country.id] ?? []), ...exclude],
      or: [{ include: others, exclude: [] }],
    },
    shape: `all-units+${kind}`,
    list: 'one',
    limited: { include: exclude, exclude: [] },
  }
}

interface Item {
  readonly phrase: Phrase
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly hasBrackets: boolean
}

/** Countries, states, counties and units in one list; an exception in brackets belongs to its item. */
export const mixedBody = (random: Random, places: Places): Body => {
  const countries = random.sample(
    places.countries.filter(({ code }) => code !== 'US' && code !== 'GE'),
    5,
  )
  const states = random.sample(
    places.states.filter(({ code, counties }) => code !== 'DC' && counties.length > 6),
    5,
  )
  const items: Item[] = countries
    .slice(0, random.between(1, 3))
    .map((country) => countryItem(random, places, country))
  for (const state of states.slice(0, random.between(1, 3))) {
    const counties = random.sample(
      state.counties,
      random.weighted([
        [3, 1],
        [1, 2],
      ]),
    )
    items.push(
      random.chance(0.5)
        ? {
            phrase: say`the ${level('State', 'County')} of ${name(state.name)}`,
            include: [state.id],
            exclude: [],
            hasBrackets: false,
          }
        : {
            phrase: countiesPhrase(random, counties, state, false),
            include: idsOf(counties),
            exclude: [],
            hasBrackets: true,
          },
    )
  }
  const shuffled = random.shuffled(items)
  const hasBrackets = items.some((item) => item.hasBrackets)
  const list = hasBrackets ? pickSeparated(random, items.length) : pickForm(random, items.length)
  return {
    phrase: writeList(
      random,
      shuffled.map(({ phrase }) => phrase),
      list,
    ),
    expected: {
      include: shuffled.flatMap((item) => item.include),
      exclude: shuffled.flatMap((item) => item.exclude),
    },
    shape: `mixed${items.some(({ exclude }) => exclude.length > 0) ? '+except-in-item' : ''}`,
    list,
  }
}

const countryItem = (random: Random, places: Places, country: Country): Item => {
  const set = places.unitSets.find((each) => each.country === country)
  const phrase = countryName(random, country)
  if (set === undefined || random.chance(0.2))
    return { phrase, include: [country.id], exclude: [], hasBrackets: false }
  const units = random.sample(set.units, random.weighted(SOME))
  const written = unitsPhrase(random, units, set.group).phrase
  return random.chance(0.5)
    ? {
        phrase: say`${phrase}${inBrackets(random, written)}`,
        include: [country.id],
        exclude: idsOf(units),
        hasBrackets: true,
      }
    : { phrase: say`${phrase} (${written} only)`, include: idsOf(units), exclude: [], hasBrackets: true }
}

/** Countries, several with their own exception or restriction. */
export const itemisedCountriesBody = (random: Random, places: Places): Body => {
  const sets = random.sample(places.unitSets, random.between(2, 4))
  const items = sets.map(({ country }) => countryItem(random, places, country))
  const list = random.chance(0.4) ? pickInLine(random, items.length) : pickSeparated(random, items.length)
  return {
    phrase: writeList(
      random,
      items.map(({ phrase }) => phrase),
      list,
    ),
    expected: {
      include: items.flatMap(({ include }) => include),
      exclude: items.flatMap(({ exclude }) => exclude),
    },
    shape: 'countries+item-by-item',
    list,
  }
}
