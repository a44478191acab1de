/** Bodies of clauses about the United States as a whole, with some of its states. */
import type { Body } from './clause.ts'
import { restricted, withException } from './exceptions.ts'
import { areUnclear, countyPhrase, inState, statesPhrase } from './naming.ts'
import { name, say } from './phrase.ts'
import type { Places } from './places.ts'
import type { Random } from './random.ts'

/** Part of the United States, but not a state. */
const TERRITORIES = ['iso:AS', 'iso:GU', 'iso:MP', 'iso:PR', 'iso:UM', 'iso:VI']

/** "the United States except Texas", "… but only Texas", "… except Texas, but including Travis County". */
export const unionBody = (random: Random, places: Places): Body => {
  const states = random.sample(
    places.states,
    random.weighted([
      [3, 1],
      [3, 2],
      [2, 3],
      [1, 4],
    ]),
  )
  const ids = states.map(({ id }) => id)
  const isAll = random.chance(0.3)
  const union = say`the ${name(random.pick(['United States', 'United States', 'United States of America', 'USA']))}`
  const kept = statesPhrase(random, states, areUnclear(states))
  if (!isAll && random.chance(0.45)) {
    const { phrase, needsHeading } = restricted(random, union, kept)
    return { phrase, expected: { include: ids, exclude: [] }, shape: 'union+only', list: 'and', needsHeading }
  }
  const base = isAll
    ? random.pick([
        say`all states of ${union}`,
        say`all of the states of ${union}`,
        say`every state in ${union}`,
      ])
    : union
  const plan = { include: ['iso:US'], exclude: ids }
  const nested =
    isAll || states.length > 1 || states[0].counties.length < 7 ? null : random.pick(states[0].counties)
  if (nested !== null && random.chance(0.7)) {
    const back = random.pick(['but including', 'but not excluding', 'provided that'])
    const county = say`${countyPhrase(nested, states[0])}${inState(random, states[0], ['comma', 'brackets', 'in'])}`
    const including =
      back === 'provided that' ? say`provided that ${county} is included` : say`${back} ${county}`
    return {
      phrase: say`${base}, except ${kept}, ${including}`,
      expected: { include: ['iso:US', nested.id], exclude: ids },
      shape: 'union+except+nested',
      list: 'one',
    }
  }
  const { phrase, sentences, kind } = withException(random, base, kept, { isOne: states.length === 1 })
  const others = places.states.map(({ id }) => id).filter((id) => !ids.includes(id))
  const withoutCapital = others.filter((id) => id !== 'iso:US-DC')
  return {
    phrase,
    sentences,
    expected: isAll
      ? {
          include: ['iso:US'],
          exclude: [...TERRITORIES, ...ids],
          or: [
            { include: others, exclude: [] },
            { include: withoutCapital, exclude: [] },
          ],
        }
      : plan,
    shape: `${isAll ? 'all-states' : 'union'}+${kind}`,
    list: 'one',
    limited: { include: ids, exclude: [] },
  }
}
