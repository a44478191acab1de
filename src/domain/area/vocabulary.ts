/** The words by which descriptions are read, and the groups and further names of places. `data/areas/` holds them. */
import type { Kind } from '../boundary/kind.ts'

export interface LevelWord {
  /** Folded: "county", "counties". */
  readonly word: string
  /** Folded: the word as it stands in names, "county". */
  readonly inNames: string
  /** It speaks of several. */
  readonly many: boolean
  /** What it may mean, the likeliest first. */
  readonly kinds: readonly Kind[]
}

export interface Region {
  /** Folded. */
  readonly names: readonly string[]
  /** Ids of the catalog, in any form that callers may write. */
  readonly members: readonly string[]
  readonly except: readonly string[]
  readonly source: string
}

/** An ending of a word and what the word may end in where it is a name by itself. */
export interface Ending {
  readonly written: string
  readonly inNames: readonly string[]
}

export interface Vocabulary {
  /** What each list of words does to the text after it, or before it; phrases as written. */
  readonly operators: Readonly<Record<Operator, readonly string[]>>
  /** "And" that also is, or is in, another word: it parts only what is understood on both sides. As written. */
  readonly weakAnd: readonly string[]
  /** Folded. */
  readonly fillers: ReadonlySet<string>
  /** Folded; longer ones first. */
  readonly inside: readonly string[]
  /** Folded. */
  readonly trailing: ReadonlySet<string>
  /** Words around the names in contracts and sentences; folded. */
  readonly prose: ReadonlySet<string>
  /** Folded. */
  readonly every: readonly string[]
  /** ISO 3166-1 alpha-2. */
  readonly codeCountries: readonly string[]
  /** By folded word; a word may be of several levels. */
  readonly levels: ReadonlyMap<string, readonly LevelWord[]>
  /** Longer ones first. */
  readonly endings: readonly Ending[]
  /** Words of levels that Chinese and Japanese names have behind them, or are written without. */
  readonly suffixes: readonly string[]
  readonly regions: readonly Region[]
  /** By folded name. */
  readonly regionsByName: ReadonlyMap<string, Region>
  /** Folded names that the sources lack, and the ids of the places that have them. */
  readonly furtherNames: ReadonlyMap<string, readonly string[]>
  /** The id of the place that an adjective speaks of ("Swiss"), by its folded stem. */
  readonly adjectives: ReadonlyMap<string, string>
}

export const OPERATORS = [
  'except',
  'include',
  'and',
  'opening',
  'excluded_after',
  'excluded_beside',
  'included_after',
] as const

export type Operator = (typeof OPERATORS)[number]
