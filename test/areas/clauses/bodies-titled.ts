/** Bodies whose lists stand in titled parts, and states beside lists of counties. */
import type { Body } from './clause.ts'
import { pickShort, writeList } from './lists.ts'
import { areUnclear, countyPhrase, inState } from './naming.ts'
import { joined, level, name, say } from './phrase.ts'
import type { Places, State } from './places.ts'
import type { Random } from './random.ts'

const TITLES: readonly (readonly string[])[] = [
  ['Zone 1', 'Zone 2', 'Zone 3'],
  ['Region A', 'Region B', 'Region C'],
  ['Cluster 1', 'Cluster 2', 'Cluster 3'],
  ['District I', 'District II', 'District III'],
]

const MIN_COUNTIES = 12

/** "The following counties of Texas: Zone 1: Collin, Dallas; Zone 2: Bexar, Comal". */
export const titledCountiesBody = (random: Random, { states }: Places): Body => {
  const state = random.pick(states.filter((each) => clearCounties(each).length > MIN_COUNTIES))
  const titles = random.pick(TITLES).slice(0, random.between(2, 3))
  const count = titles.length * random.between(2, 3)
  const counties = random.sample(clearCounties(state), count + 3)
  const inside = counties.slice(0, count)
  const outside = counties.slice(count)
  const each = count / titles.length
  const isOnLines = random.chance(0.5)
  const lists = titles.map((title, at) => {
    const bases = inside.slice(at * each, (at + 1) * each).map(({ base }) => say`${name(base)}`)
    return say`${title}: ${writeList(random, bases, random.pick(['commas', 'and', 'oxford']))}`
  })
  const many = state.countyWord === 'Parish' ? 'parishes' : 'counties'
  const announced = say`the following ${level(many, 'states')} ${random.pick(['of', 'in'])} ${name(state.name)}:`
  const isOutsideSaid = random.chance(0.4)
  const include = inside.map(({ id }) => id)
  const left = joined(
    outside.map((county) => countyPhrase(county, state)),
    ', ',
    ' and ',
  )
  return {
    phrase: say`${announced}${isOnLines ? '\n' : ' '}${joined(lists, isOnLines ? '\n' : '; ', isOnLines ? '\n' : '; ')}`,
    ...(isOutsideSaid ? { sentences: [say`${left} are not part of the Territory.`] } : {}),
    expected: {
      include,
      exclude: [],
      or: [{ include, exclude: isOutsideSaid ? outside.map(({ id }) => id) : [] }],
    },
    shape: `titled-counties${isOutsideSaid ? '+outside' : ''}`,
    list: isOnLines ? 'lines' : 'semicolons',
  }
}

/** "Ohio and the counties of Lake and Porter in Indiana". */
export const stateAndCountiesBody = (random: Random, { states }: Places): Body => {
  const [state, other] = random.sample(
    states.filter((each) => each.code !== 'DC' && !areUnclear([each]) && clearCounties(each).length > 4),
    2,
  )
  const counties = random.sample(clearCounties(other), random.between(2, 3))
  const bases = counties.map(({ base }) => say`${name(base)}`)
  const many = other.countyWord === 'Parish' ? 'parishes' : 'counties'
  const list = writeList(random, bases, pickShort(random, bases.length))
  return {
    phrase: say`${name(state.name)} and the ${level(many, 'states')} of ${list}${inState(random, other, ['in', 'state-of'])}`,
    expected: { include: [state.id, ...counties.map(({ id }) => id)], exclude: [] },
    shape: 'state-and-counties',
    list: 'and',
  }
}

const clearCounties = ({ counties }: State): State['counties'] =>
  counties.filter(({ wordNeeded }) => !wordNeeded)
