/** The words around names, in all languages. The search and the planner of areas share them, so that both read names alike. */
import type { LevelWord } from './level-words.ts'

export interface NameWords {
  /** By folded word; a word may name several levels. */
  readonly levels: ReadonlyMap<string, readonly LevelWord[]>
  /** Folded: "the", "de la". */
  readonly articles: ReadonlySet<string>
  /** Words that join a name to its parent, "in", "of the"; folded, longer ones first. */
  readonly inside: readonly string[]
  /** Level words that Chinese, Japanese and Korean names end with or omit. */
  readonly suffixes: readonly string[]
  /** The same before names in Thai, Lao and Khmer. */
  readonly prefixes: readonly string[]
  /** A folded word and what it is also written as, itself first. */
  readonly spellings: ReadonlyMap<string, readonly string[]>
  /** An article and an apostrophe before a name: "l'" of "l'Aquila". */
  readonly elisions: RegExp
  /** Names that the sources lack, by folded name. */
  readonly furtherNames: ReadonlyMap<string, readonly FurtherName[]>
}

export interface FurtherName {
  /** The place that has the name: an id in any form. */
  readonly id: string
  /** As written. */
  readonly name: string
}
