/** `data/atlas/names.yaml`: names that no rule puts right, and names that places truly share. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Place } from './place.ts'

export interface NameRules {
  /** Names that a place has instead: `local`, or by language; null for none. */
  corrected(place: Place): Readonly<Record<string, string | null>>
  /** Whether the two siblings are truly called alike. */
  areNamesakes(a: Place, b: Place): boolean
  /** Whether ISO's name of the code is another one than the place's, and the code is right all the same. */
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

/** What places go by in the files of `data/atlas`. */
export const keyOf = ({ iso, fips, wikidata }: Place): string => iso ?? fips ?? wikidata ?? ''

export function readNameRules(path: string): NameRules {
  const rules: Rules = parse(readFileSync(path, 'utf8'))
  const corrections = new Map(rules.corrections.flatMap(({ names }) => Object.entries(names)))
  const namesakes = rules.namesakes.flatMap(({ places }) => places)
  const calledOtherwise = new Set(rules.called_otherwise.flatMap(({ codes }) => codes))
  return {
    corrected: (place) => corrections.get(keyOf(place)) ?? {},
    areNamesakes: (a, b) => namesakes.some((keys) => keys.includes(keyOf(a)) && keys.includes(keyOf(b))),
    isCalledOtherwise: (place) => calledOtherwise.has(keyOf(place)),
  }
}
