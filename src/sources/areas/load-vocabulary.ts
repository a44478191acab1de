/** Reads `data/areas/`: the words and groups of descriptions of areas. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type LevelWord, OPERATORS, type Operator, type Vocabulary } from '../../domain/area/vocabulary.ts'
import type { Kind } from '../../domain/boundary/kind.ts'
import { foldName } from '../../domain/catalog/fold.ts'

type Lists = readonly (readonly unknown[])[]

interface WordsFile extends Readonly<Record<Operator | 'fillers' | 'inside' | 'trailing' | 'every', Lists>> {
  readonly code_countries: readonly string[]
  readonly levels: readonly {
    readonly one: readonly unknown[]
    readonly many: readonly unknown[]
    readonly kinds: readonly Kind[]
  }[]
}

interface RegionEntry {
  readonly names: readonly unknown[]
  readonly source: string
  readonly members: readonly string[]
  readonly except?: readonly string[]
}

export const loadVocabulary = (directory: string): Vocabulary => {
  const words: WordsFile = read(directory, 'words.yaml')
  const regions: readonly RegionEntry[] = read(directory, 'regions.yaml')
  return {
    operators: Object.fromEntries(
      OPERATORS.map((operator) => [operator, phrases(words[operator])]),
    ) as Vocabulary['operators'],
    fillers: folded(words.fillers),
    inside: folded(words.inside),
    trailing: folded(words.trailing),
    every: folded(words.every),
    codeCountries: words.code_countries,
    levels: words.levels
      .flatMap(({ one, many, kinds }) => {
        const level =
          (isMany: boolean) =>
          (word: unknown): LevelWord => {
            const folded = foldName(String(word))
            return { word: folded, inNames: isMany ? foldName(String(one[0])) : folded, many: isMany, kinds }
          }
        return [...one.map(level(false)), ...many.map(level(true))]
      })
      .sort((a, b) => b.word.length - a.word.length),
    regions: regions.map(({ names, members, source, except = [] }) => ({
      names: names.map((name) => foldName(String(name))),
      members,
      except,
      source,
    })),
  }
}

const read = <T>(directory: string, file: string): T => parse(readFileSync(join(directory, file), 'utf8'))

/** YAML 1.2 reads the Spanish "y" and the Norwegian "no" as text; numbers it would not. */
const phrases = (lists: Lists): readonly string[] => lists.flat().map(String)

const folded = (lists: Lists): readonly string[] =>
  [...new Set(phrases(lists).map(foldName))].sort((a, b) => b.length - a.length)
