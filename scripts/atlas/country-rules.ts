/** `data/atlas/countries.yaml`: the polygon of each country, and how to read its units from Natural Earth. */

import type { Position } from '../../src/domain/geometry/rings.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'

interface UnitType {
  readonly level?: number
  readonly omit?: boolean
  readonly tags?: Readonly<Record<string, string>>
}

/** The fields are explained at the top of the file. */
export interface CountryRules {
  readonly land: boolean
  readonly islands: readonly Position[]
  readonly without: readonly string[]
  readonly language: string | null
  readonly level: number
  readonly former: boolean
  readonly types: Readonly<Record<string, UnitType>>
  readonly regions: number | null
  readonly parents: Readonly<Record<string, string>>
  readonly geounits: Readonly<Record<string, string | null>>
  readonly whole: Readonly<Record<string, string>>
  readonly within: Readonly<Record<string, string>>
  readonly codes: Readonly<Record<string, string | null>>
  readonly units: Readonly<Record<string, string | null>>
}

export type RulesOf = (country: string) => CountryRules

const USUAL: CountryRules = {
  land: false,
  islands: [],
  without: [],
  language: null,
  level: 4,
  former: false,
  types: {},
  regions: null,
  parents: {},
  geounits: {},
  whole: {},
  within: {},
  codes: {},
  units: {},
}

export function readCountryRules(path: string): RulesOf {
  const countries: Readonly<Record<string, Partial<CountryRules>>> = readYaml(path)
  return (country) => ({ ...USUAL, ...countries[country] })
}
