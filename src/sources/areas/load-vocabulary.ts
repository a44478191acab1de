/** Reads `data/areas/`: the words, groups and further names of descriptions of areas. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import {
  type LevelWord,
  OPERATORS,
  type Operator,
  type Region,
  type Vocabulary,
} from '../../domain/area/vocabulary.ts'
import type { Kind } from '../../domain/boundary/kind.ts'
import { foldName, wordsOf } from '../../domain/catalog/fold.ts'

type Lists = readonly (readonly unknown[])[]

interface WordsFile
  extends Readonly<
    Record<Operator | 'weak_and' | 'fillers' | 'inside' | 'trailing' | 'every' | 'prose', Lists>
  > {
  readonly code_countries: readonly string[]
  readonly suffixes: readonly string[]
  readonly levels: readonly LevelEntry[]
  readonly endings: Readonly<Record<string, readonly string[]>>
}

interface LevelEntry {
  readonly one: readonly unknown[]
  readonly many: readonly unknown[]
  /** An inflected form, and the form that it has in names. */
  readonly inflected?: Readonly<Record<string, string>>
  readonly kinds: readonly Kind[]
}

interface RegionEntry {
  readonly names: readonly unknown[]
  readonly source: string
  readonly members: readonly string[]
  readonly except?: readonly string[]
}

export const loadVocabulary = (directory: string): Vocabulary => {
  const words: WordsFile = read(directory, 'words.yaml')
  const regions = read<readonly RegionEntry[]>(directory, 'regions.yaml').map(regionOf)
  const furtherNames: Readonly<Record<string, readonly unknown[]>> = read(directory, 'names.yaml')
  const adjectives: Readonly<Record<string, readonly unknown[]>> = read(directory, 'adjectives.yaml')
  return {
    operators: Object.fromEntries(
      OPERATORS.map((operator) => [operator, phrases(words[operator])]),
    ) as Vocabulary['operators'],
    weakAnd: phrases(words.weak_and),
    fillers: new Set(folded(words.fillers)),
    inside: folded(words.inside),
    trailing: new Set(folded(words.trailing)),
    prose: new Set(folded(words.prose).flatMap(wordsOf)),
    every: folded(words.every),
    codeCountries: words.code_countries,
    levels: Map.groupBy(words.levels.flatMap(levelWords), ({ word }) => word),
    endings: Object.entries(words.endings)
      .map(([written, inNames]) => ({ written: foldName(written), inNames: inNames.map(foldName) }))
      .sort((a, b) => b.written.length - a.written.length),
    suffixes: words.suffixes,
    regions,
    regionsByName: new Map(regions.flatMap((region) => region.names.map((name) => [name, region]))),
    furtherNames: idsByName(pairs(furtherNames)),
    adjectives: new Map(pairs(adjectives)),
  }
}

const read = <T>(directory: string, file: string): T => parse(readFileSync(join(directory, file), 'utf8'))

/** YAML 1.2 reads the Spanish "y" and the Norwegian "no" as text; numbers it would not. */
const phrases = (lists: Lists): readonly string[] => lists.flat().map(String)

const folded = (lists: Lists): readonly string[] =>
  [...new Set(phrases(lists).map(foldName))].sort((a, b) => b.length - a.length)

/** Folded word and id, from lists of words by id. */
const pairs = (lists: Readonly<Record<string, readonly unknown[]>>): readonly (readonly [string, string])[] =>
  Object.entries(lists).flatMap(([id, names]) => names.map((name) => [foldName(String(name)), id] as const))

const regionOf = ({ names, members, source, except = [] }: RegionEntry): Region => ({
  names: names.map((name) => foldName(String(name))),
  members,
  except,
  source,
})

const idsByName = (named: ReturnType<typeof pairs>): ReadonlyMap<string, readonly string[]> => {
  const ids = new Map<string, readonly string[]>()
  for (const [name, id] of named) ids.set(name, [...(ids.get(name) ?? []), id])
  return ids
}

const levelWords = ({ one, many, inflected = {}, kinds }: LevelEntry): readonly LevelWord[] => {
  const level = (word: unknown, inNames: unknown, isMany: boolean): LevelWord => ({
    word: foldName(String(word)),
    inNames: foldName(String(inNames)),
    many: isMany,
    kinds,
  })
  return [
    ...one.map((word) => level(word, word, false)),
    ...many.map((word) => level(word, one[0], true)),
    ...Object.entries(inflected).map(([word, inNames]) => level(word, inNames, false)),
  ]
}
