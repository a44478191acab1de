/** Bodies of clauses about states and counties of the United States. */
import type { Body, ListForm } from './clause.ts'
import { restricted, withException } from './exceptions.ts'
import { isMultiLine, pickForm, pickInLine, pickSeparated, writeList } from './lists.ts'
import { areUnclear, countiesPhrase, countyPhrase, inState } from './naming.ts'
import { level, name, type Phrase, say } from './phrase.ts'
import type { County, Places, State } from './places.ts'
import type { Random } from './random.ts'
import { COUNTRIES } from './tables/countries.ts'

/** States that are also counties elsewhere, so that "Ohio and Nevada" may be read as two counties. */
const COUNTY_NAMES: ReadonlySet<string> = new Set(
  'Ohio Washington Oregon Indiana Nevada Delaware Mississippi Iowa Texas Wyoming Oklahoma Hawaii'.split(' '),
)

interface StateList {
  readonly phrase: Phrase
  readonly list: ListForm
  readonly level: string
}

const pickStates = (random: Random, { states }: Places, count: number): readonly State[] => {
  if (!random.chance(0.3)) return random.sample(states, count)
  const traps = states.filter(({ name }) => COUNTY_NAMES.has(name))
  const first = random.pick(states)
  return [
    first,
    ...random.sample(
      traps.filter((trap) => trap !== first),
      count - 1,
    ),
  ]
}

/** States with their counties, easily confused ones first. */
const pickCounties = (
  random: Random,
  state: State,
  count: number,
  stateNames: ReadonlySet<string>,
): readonly County[] => {
  const traps = state.counties.filter(({ base }) => stateNames.has(base))
  const start = traps.length > 0 && random.chance(0.4) ? [random.pick(traps)] : []
  const others = random.sample(
    state.counties.filter((county) => !start.includes(county)),
    count - start.length,
  )
  return random.shuffled([...start, ...others])
}

const writeStates = (random: Random, states: readonly State[], canUseCodes: boolean): StateList => {
  const hasCapital = states.some(({ code }) => code === 'DC')
  const names = states.map(({ code, name: text }) => say`${code === 'DC' ? 'the ' : ''}${name(text)}`)
  const isOne = states.length === 1
  const needsLevel = areUnclear(states)
  const forms = ['before', 'before', 'each', 'following', ...(needsLevel ? [] : ['none', 'none', 'none'])]
  const form = hasCapital ? 'none' : random.pick(forms)
  const [State, States] = random.chance(0.7) ? ['State', 'States'] : ['state', 'states']
  if (canUseCodes && areClearCodes(states) && random.chance(0.12)) {
    const list = pickInLine(random, states.length)
    const codes = states.map(({ code }) => say`${code}`)
    return { phrase: writeList(random, codes, list), list, level: 'codes' }
  }
  if (form === 'before' && !isOne) {
    const list = pickInLine(random, states.length)
    return {
      phrase: say`the ${level(States, 'Counties')} of ${writeList(random, names, list)}`,
      list,
      level: 'before',
    }
  }
  if (form === 'following' && !isOne) {
    const list = pickForm(random, states.length)
    const colon = isMultiLine(list) ? ':\n' : ': '
    return {
      phrase: say`the following ${level(States, 'counties')}${colon}${writeList(random, names, list)}`,
      list,
      level: 'before',
    }
  }
  const list = pickForm(random, states.length)
  if (form === 'none') return { phrase: writeList(random, names, list), list, level: 'none' }
  const each = names.map((each) => say`the ${level(State, 'County')} of ${each}`)
  return { phrase: writeList(random, each, list), list, level: 'each' }
}

/** Counties of some of the states, as the text excludes them; the text names the state where several have such a county. */
const pickExcluded = (
  random: Random,
  states: readonly State[],
  stateNames: ReadonlySet<string>,
): { readonly phrase: Phrase; readonly ids: readonly string[]; readonly of: readonly State[] } | null => {
  const withCounties = states.filter(({ counties }) => counties.length > 6)
  if (withCounties.length === 0) return null
  const state = random.pick(withCounties)
  const counties = pickCounties(
    random,
    state,
    random.weighted([
      [5, 1],
      [3, 2],
      [2, 3],
      [1, 4],
    ]),
    stateNames,
  )
  const others = states.filter((other) => other !== state)
  const isClear = counties.every(({ full }) =>
    others.every((other) => other.counties.every((each) => each.full !== full)),
  )
  const isBare = isClear && random.chance(others.length === 0 ? 0.7 : 0.3)
  return {
    phrase: countiesPhrase(random, counties, state, isBare),
    ids: counties.map(({ id }) => id),
    of: [state],
  }
}

/** Several of the codes belong to no country, so "DE" and "CA" among them are states too. */
const areClearCodes = (states: readonly State[]): boolean =>
  states.length > 2 &&
  states.filter(({ code }) => !COUNTRIES.some((country) => country.code === code)).length > 1 &&
  states.every(({ code }) => code !== 'DC')

export const statesBody = (random: Random, places: Places): Body => {
  const states = pickStates(
    random,
    places,
    random.weighted([
      [2, 1],
      [4, 2],
      [4, 3],
      [3, 4],
      [1, 5],
      [1, 6],
    ]),
  )
  const include = states.map(({ id }) => id)
  const excluded = random.chance(0.5) ? pickExcluded(random, states, namesOf(places)) : null
  const written = writeStates(random, states, excluded === null)
  const country = random.chance(0.15) ? 'US' : undefined
  const shared = { list: written.list, ...(country === undefined ? {} : { country }) }
  if (excluded === null)
    return {
      ...shared,
      phrase: written.phrase,
      expected: { include, exclude: [] },
      shape: `states+level-${written.level}`,
    }
  const { phrase, sentences, kind } = withException(random, written.phrase, excluded.phrase, {
    isOne: excluded.ids.length === 1,
    list: written.list,
  })
  return {
    ...shared,
    phrase,
    sentences,
    expected: { include, exclude: excluded.ids },
    shape: `states+level-${written.level}+${kind}`,
    ...(states.length === 1 ? { limited: { include: excluded.ids, exclude: [] } } : {}),
  }
}

export const countiesBody = (random: Random, places: Places): Body => {
  const count = random.weighted([
    [5, 1],
    [3, 2],
    [1, 3],
  ])
  const states = random.sample(
    places.states.filter(({ counties }) => counties.length > 6),
    count,
  )
  const picked = states.map((state) => ({
    state,
    counties: pickCounties(
      random,
      state,
      random.weighted([
        [4, 1],
        [3, 2],
        [2, 3],
        [1, 4],
      ]),
      namesOf(places),
    ),
  }))
  const include = picked.flatMap(({ counties }) => counties.map(({ id }) => id))
  const expected = { include, exclude: [] }
  if (count === 1 && random.chance(0.2)) {
    const [{ state, counties }] = picked
    const heading = random.pick([
      say`in ${name(state.name)}, `,
      say`in the ${level('State', 'County')} of ${name(state.name)}, `,
    ])
    return {
      phrase: say`${heading}${countiesPhrase(random, counties, state, true)}`,
      expected,
      shape: 'counties+state-before',
      list: 'and',
      needsHeading: true,
    }
  }
  if (count === 2 && random.chance(0.3)) {
    const items = picked.map(
      ({ state, counties }) => say`${countyPhrase(counties[0], state)}${inState(random, state, ['comma'])}`,
    )
    return {
      phrase: writeList(random, items, 'and'),
      expected: { include: picked.map(({ counties }) => counties[0].id), exclude: [] },
      shape: 'counties+state-each',
      list: 'and',
    }
  }
  const list = pickSeparated(random, count)
  const items = picked.map(({ state, counties }) => countiesPhrase(random, counties, state, false))
  return {
    phrase: writeList(random, items, list),
    expected,
    shape: `counties+of-${count === 1 ? 'one-state' : 'several-states'}`,
    list,
  }
}

/** "all counties of Ohio except Lake County". */
export const wholeStateBody = (random: Random, places: Places): Body => {
  const state = random.pick(
    places.states.filter(({ onlyCounties, counties }) => onlyCounties && counties.length > 4),
  )
  const counties = pickCounties(random, state, random.between(1, 3), namesOf(places))
  const [one, many] = state.countyWord === 'Parish' ? ['parish', 'parishes'] : ['county', 'counties']
  const base = random.pick([
    say`all ${many} of ${name(state.name)}`,
    say`all ${many} in ${name(state.name)}`,
    say`every ${one} in ${name(state.name)}`,
    say`all ${many} in the State of ${name(state.name)}`,
    say`all of the ${many} of ${name(state.name)}`,
  ])
  const exclude = counties.map(({ id }) => id)
  const { phrase, sentences, kind } = withException(
    random,
    base,
    countiesPhrase(random, counties, state, true),
    {
      isOne: counties.length === 1,
    },
  )
  const others = state.counties.filter((county) => !counties.includes(county)).map(({ id }) => id)
  return {
    phrase,
    sentences,
    expected: { include: [state.id], exclude, or: [{ include: others, exclude: [] }] },
    shape: `all-counties+${kind}`,
    list: 'one',
    limited: { include: exclude, exclude: [] },
  }
}

/** "Ohio, limited to Lake County". */
export const narrowedStateBody = (random: Random, places: Places): Body => {
  const state = random.pick(places.states.filter(({ counties }) => counties.length > 6))
  const counties = pickCounties(random, state, random.between(1, 4), namesOf(places))
  const base =
    areUnclear([state]) || random.chance(0.4)
      ? say`the ${level('State', 'County')} of ${name(state.name)}`
      : say`${name(state.name)}`
  const { phrase, needsHeading } = restricted(random, base, countiesPhrase(random, counties, state, true))
  return {
    phrase,
    expected: { include: counties.map(({ id }) => id), exclude: [] },
    shape: 'state+only',
    list: 'one',
    needsHeading,
  }
}

const namesOf = ({ states }: Places): ReadonlySet<string> => new Set(states.map(({ name }) => name))
