/** Reads `data/names/`: the words around names, and names that no boundary source has. */
import { join } from 'node:path'
import type { Kind } from '../../domain/boundary/kind.ts'
import { foldName } from '../../domain/catalog/fold.ts'
import type { LevelWord } from '../../domain/catalog/level-words.ts'
import type { FurtherName, NameWords } from '../../domain/catalog/name-words.ts'
import { readYaml } from '../read-yaml.ts'
import { countryNames } from './country-names.ts'
import { loadCityBoundaries } from './load-hint-facts.ts'
import { openCodeBook } from './read-iso-codes.ts'

interface NameWordsFile {
  readonly levels: readonly LevelEntry[]
  readonly articles: readonly (readonly unknown[])[]
  readonly inside: readonly (readonly unknown[])[]
  readonly suffixes: readonly string[]
  readonly prefixes: readonly string[]
}

interface SpellingsFile {
  readonly same: readonly (readonly string[])[]
  readonly abbreviations: Readonly<Record<string, readonly string[]>>
  readonly elisions: readonly string[]
}

interface LevelEntry {
  readonly one: readonly unknown[]
  readonly many: readonly unknown[]
  /** Inflected forms, each with its form in names. */
  readonly inflected?: Readonly<Record<string, string>>
  readonly kinds: readonly Kind[]
  /** Additional kinds by country. */
  readonly where?: Readonly<Record<string, readonly Kind[]>>
  /** Countries that have units of another level word as well. */
  readonly partial?: readonly string[]
}

export const loadNameWords = (directory: string): NameWords => {
  const { levels, articles, inside, suffixes, prefixes }: NameWordsFile = readYaml(
    join(directory, 'words.yaml'),
  )
  const spellings: SpellingsFile = readYaml(join(directory, 'spellings.yaml'))
  return {
    levels: new Map(
      [...Map.groupBy(levels.flatMap(levelWords), ({ word }) => word)].map(([word, same]) => [
        word,
        mergedLevelWords(same),
      ]),
    ),
    articles: new Set(articles.flat().map((article) => foldName(String(article)))),
    // YAML 1.2 reads the Norwegian "no" as text, but not numbers.
    inside: [...new Set(inside.flat().map((word) => foldName(String(word))))].sort(
      (a, b) => b.length - a.length,
    ),
    suffixes: suffixes.map(foldName),
    prefixes: prefixes.map(foldName),
    spellings: spellingsByWord(spellings),
    elisions: elisionsOf(spellings),
    ...loadCityBoundaries(directory),
    furtherNames: readingsByName(readYaml(join(directory, 'further-names.yaml'))),
    countriesNamed: countryNames(join(directory, 'countries.tsv')),
    codes: openCodeBook(directory),
  }
}

const spellingsByWord = ({ same, abbreviations }: SpellingsFile): NameWords['spellings'] =>
  new Map<string, readonly string[]>([
    ...Object.entries(abbreviations).map(
      ([letter, words]) => [foldName(letter), [letter, ...words].map(foldName)] as const,
    ),
    ...same
      .map((words) => words.map(foldName))
      .flatMap((words) =>
        words.map((word) => [word, [word, ...words.filter((other) => other !== word)]] as const),
      ),
  ])

const elisionsOf = ({ elisions }: SpellingsFile): RegExp =>
  new RegExp(`(?<=^|\\s)(${elisions.map((word) => RegExp.escape(word)).join('|')})['’](?=\\p{L})`, 'giu')

const readingsByName = (
  lists: Readonly<Record<string, readonly unknown[]>>,
): ReadonlyMap<string, readonly FurtherName[]> =>
  Map.groupBy(
    Object.entries(lists).flatMap(([id, names]) => names.map((name) => ({ id, name: String(name) }))),
    ({ name }) => foldName(name),
  )

/**
 * Merges entries of one word, which gets all their kinds: "Province" is an Italian plural and an English singular, "Länder"
 * are countries and states.
 */
const mergedLevelWords = (words: readonly LevelWord[]): readonly LevelWord[] => {
  if (words.length === 1) return words
  const mayBeOne = words.some(({ many }) => !many)
  return [...Map.groupBy(words, ({ many }) => many).values()].map((same) => ({
    ...same[0],
    mayBeOne,
    kinds: [...new Set(same.flatMap(({ kinds }) => kinds))],
    where: new Map(same.flatMap(({ where }) => [...where])),
    partialIn: new Set(same.flatMap(({ partialIn }) => [...partialIn])),
  }))
}

const levelWords = (entry: LevelEntry): readonly LevelWord[] => {
  const { one, many, inflected = {}, kinds, where = {}, partial = [] } = entry
  const byCountry = new Map(Object.entries(where))
  const partialIn = new Set(partial)
  const level = (word: unknown, inNames: unknown, isMany: boolean): LevelWord => ({
    word: foldName(String(word)),
    inNames: foldName(String(inNames)),
    many: isMany,
    mayBeOne: !isMany,
    kinds,
    where: byCountry,
    partialIn,
  })
  return [
    ...one.map((word) => level(word, word, false)),
    ...many.map((word) => level(word, one[0] ?? word, true)),
    ...Object.entries(inflected).map(([word, inNames]) => level(word, inNames, false)),
  ]
}
