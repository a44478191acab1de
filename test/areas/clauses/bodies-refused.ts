/** Bodies that give no plan. */
import type { Body } from './clause.ts'
import { pickForm, pickInLine, writeList } from './lists.ts'
import { countryName, inState } from './naming.ts'
import { type Phrase, say } from './phrase.ts'
import type { Places } from './places.ts'
import type { Random } from './random.ts'

/** An invented name in a list of places. */
const nonsenseBody = (random: Random, places: Places): Body => {
  const nonsense = random.pick(places.nonsense)
  const state = random.pick(places.states.filter(({ counties }) => counties.length > 6))
  const kind = random.pick(['countries', 'states', 'counties', 'excluded', 'state-of'])
  const names: readonly Phrase[] =
    kind === 'countries'
      ? random.sample(places.countries, 3).map((country) => countryName(random, country))
      : random
          .sample(
            places.states.filter(({ code }) => code !== 'DC'),
            3,
          )
          .map(({ name }) => say`${name}`)
  const list = pickInLine(random, 4)
  const written = writeList(random, random.shuffled([...names, say`${nonsense}`]), list)
  const phrases: Readonly<Record<typeof kind, Phrase>> = {
    countries: written,
    states: say`the States of ${written}`,
    counties: say`${nonsense} County${inState(random, state)}`,
    excluded: say`the State of ${state.name}, except ${nonsense} County`,
    'state-of': say`${random.pick(places.countries).names[0]} and the State of ${nonsense}`,
  }
  return {
    phrase: phrases[kind],
    expected: { refused: true, names: [nonsense] },
    shape: 'refused+nonsense',
    list,
  }
}

/** "Washington County" alone: which of thirty? */
const unclearCountyBody = (random: Random, places: Places): Body => {
  const full = random.pick(places.commonCounties)
  return {
    phrase: say`${full}`,
    expected: { refused: true, names: [full.replace(/ County$/, '')] },
    shape: 'refused+unclear-county',
    list: 'one',
    ...(random.chance(0.3) ? { country: 'US' } : {}),
  }
}

/** "Texas except Bavaria". */
const exceptionElsewhereBody = (random: Random, places: Places): Body => {
  const [state, other] = random.sample(
    places.states.filter(({ counties, unclearAlone }) => counties.length > 6 && !unclearAlone),
    2,
  )
  const set = random.pick(places.unitSets)
  const unit = random.pick(
    set.units.filter(({ hasHomonym, wordNeeded }) => !hasHomonym && !wordNeeded).concat(set.units),
  )
  const county = random.pick(other.counties)
  const [one] = random.pick(set.group.words)
  const named =
    set.group.wordFollows === true ? say`${unit.names[0]} ${one}` : say`the ${one} of ${unit.names[0]}`
  const country = random.pick(places.countries.filter((each) => each !== set.country && each.code !== 'GE'))
  const phrase = random.pick([
    say`${state.name} except ${named} in ${countryName(random, set.country)}`,
    say`${countryName(random, country)}, excluding ${named} in ${countryName(random, set.country)}`,
    say`${state.name}, except ${county.full}, ${other.name}`,
  ])
  return { phrase, expected: { refused: true }, shape: 'refused+exception-elsewhere', list: 'one' }
}

/** A real town without a boundary in the atlas. */
const townBody = (random: Random, places: Places): Body => {
  const town = random.pick(places.towns)
  const written = random.pick([
    say`${town.name}, ${town.container}`,
    say`the town of ${town.name} in ${town.container}`,
    say`the city of ${town.name}, ${town.container}`,
    say`${town.name} (${town.container})`,
  ])
  const countries = random
    .sample(
      places.countries.filter(({ code }) => code !== 'GE'),
      random.between(0, 2),
    )
    .map((country) => countryName(random, country))
  const items = [...countries, written]
  const list = pickForm(random, items.length)
  return {
    phrase: writeList(random, items, list),
    expected: { refused: true, names: [town.name] },
    shape: 'refused+town',
    list,
  }
}

export const refusedBody = (random: Random, places: Places): Body =>
  random.weighted([
    [4, nonsenseBody],
    [2, unclearCountyBody],
    [3, exceptionElsewhereBody],
    [3, townBody],
  ])(random, places)
