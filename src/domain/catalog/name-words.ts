/** Words around names, in all languages. Search and the planner share them, so that both read names alike. */

import type { CityBoundaries } from './hint-facts.ts'
import type { CodeBook } from './iso-code-book.ts'
import type { LevelWord } from './level-words.ts'

export interface NameWords extends CityBoundaries {
  /** By folded word; a word may name several levels. */
  readonly levels: ReadonlyMap<string, readonly LevelWord[]>
  /** Folded: "the", "de la". */
  readonly articles: ReadonlySet<string>
  /** Words that join a name to its parent, "in", "of the"; folded, longer ones first. */
  readonly inside: readonly string[]
  /** Level words that Chinese, Japanese and Korean names end with or omit. */
  readonly suffixes: readonly string[]
  /** Level words before names in Thai, Lao and Khmer, likewise. */
  readonly prefixes: readonly string[]
  /** Other spellings of a folded word, itself first. */
  readonly spellings: ReadonlyMap<string, readonly string[]>
  /** An article and an apostrophe before a name: "l'" of "l'Aquila". */
  readonly elisions: RegExp
  /** Names that the sources lack, by folded name. */
  readonly furtherNames: ReadonlyMap<string, readonly FurtherName[]>
  /** Names of countries that the sources lack: too many to read before one is asked for. */
  readonly countriesNamed: (folded: string) => readonly FurtherName[]
  /** Codes of ISO 3166, with and without a boundary. */
  readonly codes: CodeBook
}

export interface FurtherName {
  /** Id of the place with this name, in any form. */
  readonly id: string
  /** The name as written. */
  readonly name: string
}

/** Returns the places with this folded name that the sources do not know by it. */
export const furtherNamesOf = (
  folded: string,
  { furtherNames, countriesNamed }: Pick<NameWords, 'furtherNames' | 'countriesNamed'>,
): readonly FurtherName[] => [...(furtherNames.get(folded) ?? []), ...countriesNamed(folded)]
