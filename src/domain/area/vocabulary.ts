/** The words by which descriptions are read, and the groups that have a name. `data/areas/` holds them. */
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

export interface Vocabulary {
  /** What each list of words does to the text after it, or before it; phrases as written. */
  readonly operators: Readonly<Record<Operator, readonly string[]>>
  /** Folded; longer ones first. */
  readonly fillers: readonly string[]
  /** Folded; longer ones first. */
  readonly inside: readonly string[]
  /** Folded; longer ones first. */
  readonly trailing: readonly string[]
  /** Folded. */
  readonly every: readonly string[]
  /** ISO 3166-1 alpha-2. */
  readonly codeCountries: readonly string[]
  /** Longer ones first. */
  readonly levels: readonly LevelWord[]
  readonly regions: readonly Region[]
}

export type Operator = 'except' | 'include' | 'and' | 'opening' | 'excluded_after' | 'included_after'

export const OPERATORS: readonly Operator[] = [
  'except',
  'include',
  'and',
  'opening',
  'excluded_after',
  'included_after',
]
