/** The words around names, in all languages. Whoever reads names reads the same: the search, and the planner of areas. */
import type { LevelWord } from './level-words.ts'

export interface NameWords {
  /** By folded word; a word may be of several levels. */
  readonly levels: ReadonlyMap<string, readonly LevelWord[]>
  /** Folded: "the", "de la". */
  readonly articles: ReadonlySet<string>
  /** What joins a name to the place that it lies in, "in", "of the"; folded, longer ones first. */
  readonly inside: readonly string[]
  /** Words of levels that Chinese, Japanese and Korean names have behind them, or are written without. */
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
  /** The place that has the name, in any form of an id. */
  readonly id: string
  /** As written. */
  readonly name: string
}
