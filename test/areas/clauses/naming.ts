/** How clauses name counties, states and units of other countries: with which level words and in which place. */
import { pickShort, pickTight, writeList } from './lists.ts'
import { joined, level, name, type Phrase, say } from './phrase.ts'
import type { Country, County, State, Unit } from './places.ts'
import type { Random } from './random.ts'
import type { UnitGroup } from './tables/units.ts'

export type StateContext = 'none' | 'comma' | 'in' | 'brackets' | 'code' | 'state-of'

/** The place of counties, after them. */
export const inState = (random: Random, state: State, contexts?: readonly StateContext[]): Phrase => {
  const written = name(state.name)
  switch (random.pick<StateContext>(contexts ?? ['comma', 'comma', 'in', 'brackets', 'code', 'state-of'])) {
    case 'none':
      return []
    case 'comma':
      return say`, ${written}`
    case 'in':
      return say` in ${written}`
    case 'brackets':
      return say` (${written})`
    case 'code':
      return say` (${state.code})`
    case 'state-of':
      return say` in the ${level('State', 'County')} of ${written}`
  }
}

export const countyPhrase = (county: County, state: State): Phrase =>
  say`${name(county.base)} ${level(state.countyWord, 'State')}`

/** One county or several of one state; `isBare` when the text names the state elsewhere. */
export const countiesPhrase = (
  random: Random,
  counties: readonly County[],
  state: State,
  isBare: boolean,
): Phrase => {
  const [One, Many] = state.countyWord === 'Parish' ? ['Parish', 'Parishes'] : ['County', 'Counties']
  const where = (contexts?: readonly StateContext[]): Phrase =>
    isBare ? [] : inState(random, state, contexts)
  if (counties.length === 1) {
    const [county] = counties
    if (!county.wordNeeded && random.chance(0.15))
      return say`the ${level(One, 'State')} of ${name(county.base)}${where()}`
    return say`${countyPhrase(county, state)}${where()}`
  }
  const bases = counties.map(({ base }) => say`${name(base)}`)
  const shortList = (): Phrase => writeList(random, bases, pickShort(random, bases.length))
  const form = counties.some(({ wordNeeded }) => wordNeeded)
    ? 'each'
    : random.pick(['of', 'after', 'following', 'each'])
  const inLine: readonly StateContext[] = ['in', 'brackets', 'code', 'state-of']
  switch (form) {
    case 'of':
      return say`the ${level(random.chance(0.5) ? Many : Many.toLowerCase(), 'states')} of ${shortList()}${where(['in', 'state-of'])}`
    case 'after':
      return say`${shortList()} ${level(random.chance(0.5) ? Many : Many.toLowerCase(), 'states')}${where(['comma', ...inLine])}`
    case 'following':
      return say`the following ${level(Many.toLowerCase(), 'states')}${where(['in', 'state-of'])}: ${writeList(random, bases, pickTight(random, bases.length))}`
    default: {
      const each = joined(
        counties.map((county) => countyPhrase(county, state)),
        ', ',
        ' and ',
      )
      const group = counties.length === 2 ? 'both' : 'all'
      return isBare ? each : say`${each}, ${group} in ${name(state.name)}`
    }
  }
}

/** States of the United States in one running list. */
export const statesPhrase = (random: Random, states: readonly State[], needsLevel: boolean): Phrase => {
  const names = states.map(({ code, name: text }) => say`${code === 'DC' ? 'the ' : ''}${name(text)}`)
  const list = (): Phrase => writeList(random, names, pickShort(random, names.length))
  const canHaveLevel = states.every(({ code }) => code !== 'DC')
  if (!canHaveLevel || (!needsLevel && random.chance(0.5))) return list()
  const word = states.length === 1 ? level('State', 'County') : level('States', 'Counties')
  return say`the ${random.chance(0.7) ? word : { ...word, text: word.text.toLowerCase() }} of ${list()}`
}

/** A list of these without a level word would be ambiguous. */
export const areUnclear = (states: readonly State[]): boolean =>
  states.every(({ unclearAlone }) => unclearAlone)

const unitName = (random: Random, { names }: Unit): Phrase => {
  const written = random.chance(0.75) ? names[0] : random.pick(names)
  const article = /^the /.exec(written)?.[0] ?? ''
  return say`${article}${name(written.slice(article.length))}`
}

/** Units of one country in one running list, with their level word where it is needed. */
export const unitsPhrase = (
  random: Random,
  units: readonly Unit[],
  group: UnitGroup,
  { needsLevel = false, adjective = '' } = {},
): { readonly phrase: Phrase; readonly hasLevel: boolean } => {
  const list = writeList(
    random,
    units.map((unit) => unitName(random, unit)),
    pickShort(random, units.length),
  )
  const hasLevel =
    needsLevel || adjective !== '' || units.some(({ wordNeeded }) => wordNeeded) || random.chance(0.4)
  if (!hasLevel) return { phrase: list, hasLevel }
  const [one, many] = random.pick(group.words)
  const word = units.length === 1 ? level(one, 'county') : level(many, 'counties')
  if (group.wordFollows === true)
    return { phrase: say`${units.length === 1 ? '' : 'the '}${adjective}${list} ${word}`, hasLevel }
  const of = /^L[aä]nd/.test(word.text) && random.chance(0.5) ? ' ' : ' of '
  return { phrase: say`the ${adjective}${word}${of}${list}`, hasLevel }
}

export const countryName = (random: Random, country: Country, needsLevel = false): Phrase => {
  const short = random.pick(country.names)
  if (needsLevel) return say`the ${level('country', 'county')} of ${name(short.replace(/^the /, ''))}`
  if (country.official !== null && random.chance(0.15)) return withArticle(country.official)
  return withArticle(short)
}

const withArticle = (text: string): Phrase =>
  text.startsWith('the ') ? say`the ${name(text.slice(4))}` : say`${name(text)}`
