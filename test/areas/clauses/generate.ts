/**
 * Random descriptions of areas with their expected plans, from a seed. The expectation comes from the
 * structure that the text is written from; nothing here reads descriptions.
 */
import { languageBody } from './bodies-language.ts'
import { refusedBody } from './bodies-refused.ts'
import { stateAndCountiesBody, titledCountiesBody } from './bodies-titled.ts'
import { unionBody } from './bodies-union.ts'
import { countiesBody, narrowedStateBody, statesBody, wholeStateBody } from './bodies-us.ts'
import {
  countriesBody,
  itemisedCountriesBody,
  mixedBody,
  narrowedCountryBody,
  unitsBody,
  wholeCountryBody,
} from './bodies-world.ts'
import type { Body, GeneratedClause } from './clause.ts'
import type { Places } from './places.ts'
import { Random } from './random.ts'
import { wrapped, wrappedInLanguage } from './wrappers.ts'

const BODIES: readonly (readonly [number, (random: Random, places: Places) => Body])[] = [
  [18, statesBody],
  [13, countiesBody],
  [5, wholeStateBody],
  [9, unionBody],
  [5, narrowedStateBody],
  [4, titledCountiesBody],
  [3, stateAndCountiesBody],
  [12, countriesBody],
  [11, unitsBody],
  [7, narrowedCountryBody],
  [4, wholeCountryBody],
  [7, mixedBody],
  [4, itemisedCountriesBody],
  [11, refusedBody],
]

const LANGUAGE_SHARE = 0.07

export function* generateClauses(seed: number, count: number, places: Places): Iterable<GeneratedClause> {
  const random = new Random(seed)
  for (let made = 0; made < count; made++) {
    if (random.chance(LANGUAGE_SHARE)) {
      const body = languageBody(random, places)
      yield wrappedInLanguage(random, body, body.tongue)
    } else yield wrapped(random, random.weighted(BODIES)(random, places))
  }
}
