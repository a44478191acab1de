/** `data/atlas/names.yaml`: names that no rule can correct, and names that places truly share. */
import { readYaml } from '../../src/sources/read-yaml.ts'
import type { Place } from './place.ts'

export interface NameRules {
  /** Replacement names of a place: `local`, or by language; null for none. */
  corrected(place: Place): Readonly<Record<string, string | null>>
  /** Whether the two siblings truly share a name. */
  areNamesakes(a: Keyed, b: Keyed): boolean
  /** Whether the code is right although ISO's name for it differs from the place's. */
  isCalledOtherwise(place: Place): boolean
}

interface Group {
  readonly reason: string
  readonly source: string
}

interface Rules {
  readonly corrections: readonly (Group & {
    readonly names: Readonly<Record<string, Readonly<Record<string, string | null>>>>
  })[]
  readonly namesakes: readonly (Group & { readonly places: readonly (readonly string[])[] })[]
  readonly called_otherwise: readonly (Group & { readonly codes: readonly string[] })[]
}

/** The key of a place in the files of `data/atlas`. */
export const keyOf = ({ iso, fips, wikidata }: Keyed): string => iso ?? fips ?? wikidata ?? ''

export type Keyed = Pick<Place, 'iso' | 'fips' | 'wikidata'>

export function readNameRules(path: string): NameRules {
  const rules: Rules = readYaml(path)
  const corrections = new Map(rules.corrections.flatMap(({ names }) => Object.entries(names)))
  const namesakes = rules.namesakes.flatMap(({ places }) => places)
  const calledOtherwise = new Set(rules.called_otherwise.flatMap(({ codes }) => codes))
  return {
    corrected: (place) => corrections.get(keyOf(place)) ?? {},
    areNamesakes: (a, b) => namesakes.some((keys) => keys.includes(keyOf(a)) && keys.includes(keyOf(b))),
    isCalledOtherwise: (place) => calledOtherwise.has(keyOf(place)),
  }
}
