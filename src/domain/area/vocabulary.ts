/** The vocabulary for reading descriptions, and groups of places. The data is in `data/areas/`. */
import type { Kind } from '../boundary/kind.ts'
import type { NameWords } from '../catalog/name-words.ts'
import type { Slot, WordClasses } from './statements/form.ts'
import type { NumberWords, PhraseWords, SentenceWords, Wording } from './word-lists.ts'

export interface Region {
  /** Folded. */
  readonly names: readonly string[]
  /** Ids of the catalog, in any form that callers may write. */
  readonly members: readonly string[]
  readonly except: readonly string[]
  /** The document that lists the members, its date and a page about it. */
  readonly source: string
  /** Date since when these are the members; null if unknown. */
  readonly membersSince: Date | null
  /** Why the polygons of its members do not draw it; null if they do. */
  readonly undrawable: string | null
  /** Ids of parts of members that a document explicitly includes or excludes. */
  readonly settled: ReadonlySet<string>
  /** Why excluding it leaves an uncertain area; null if the result is clear. */
  readonly addedOnly: string | null
  /** One sentence about what remains after excluding it, if that is surprising. */
  readonly remainder: string | null
}

/** Collective names for parts of a country, which need the country's name in the text: "its overseas territories". */
export interface CountryParts {
  /** Id of the country. */
  readonly country: string
  /** Names of the country; folded. */
  readonly called: readonly string[]
  /** By folded name; a string explains why the name is ambiguous. */
  readonly names: ReadonlyMap<string, Region | string>
  /** The kinds of its units and the ids of territories that are not units; null if unknown. */
  readonly units: { readonly kinds: readonly Kind[]; readonly without: readonly string[] } | null
  readonly source: string
}

/** Common abbreviations of a country's subdivisions. */
export interface CodeList {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Ids of the catalog by code, in capitals. */
  readonly codes: ReadonlyMap<string, string>
}

/** The reviewed meaning of a name that several places have as their own. */
export interface NameVerdict {
  /** The id of the place; null if the author must decide. */
  readonly means: string | null
  /** The author must decide, even if the sources know only one place of this name. */
  readonly isAlwaysAsked: boolean
  readonly reason: string
}

/** A common name for an area without an agreed list of members. */
export interface ContestedName {
  readonly reason: string
  /** Names of groups that may have been meant. */
  readonly nearest: readonly string[]
}

/** An inflected ending and the endings that the base form may have. */
export interface Ending {
  readonly written: string
  readonly inNames: readonly string[]
}

/** Sentence forms; `data/areas/forms/` explains them. */
export interface SentenceForms {
  readonly classes: WordClasses
  readonly forms: readonly FormExample[]
}

/** A form, a sentence of it, and the words that fill its slots there. */
export interface FormExample extends Readonly<Partial<Record<Slot, string>>> {
  readonly form: string
  readonly example: string
  /** Its places count only where no form without this mark says what is in: "Key markets: Ohio" beside a territory is no part of it. */
  readonly alone?: true
}

export interface Vocabulary extends NameWords {
  /** Words by their effect on the text after or before them; as written. */
  readonly operators: Readonly<Record<Operator, readonly string[]>>
  /** Words for "and" that are also, or are inside, other words: they split only if both sides are places. As written. */
  readonly weakAnd: readonly string[]
  /** Folded. */
  readonly fillers: ReadonlySet<string>
  /** Folded. */
  readonly trailing: ReadonlySet<string>
  /** Words around the names in contracts and sentences; folded. */
  readonly prose: ReadonlySet<string>
  /** Words in the names that authors give to lists; folded. */
  readonly titles: ReadonlySet<string>
  /** Beginnings of bracketed remarks that repeat a name: "formerly"; folded, longest first. */
  readonly glosses: readonly string[]
  /** Folded. */
  readonly every: readonly string[]
  readonly codeLists: readonly CodeList[]
  /** Longer ones first. */
  readonly endings: readonly Ending[]
  /** Words of names whose stems change, by how they end in a sentence. Folded. */
  readonly baseForms: ReadonlyMap<string, string>
  readonly regions: readonly Region[]
  /** By folded name. */
  readonly regionsByName: ReadonlyMap<string, Region>
  readonly countryParts: readonly CountryParts[]
  /** Ids of the territories that lie in a country and have a code of their own, by the country's code. */
  readonly territories: ReadonlyMap<string, readonly string[]>
  /** By folded name. */
  readonly verdicts: ReadonlyMap<string, NameVerdict>
  /** By folded name. */
  readonly contested: ReadonlyMap<string, ContestedName>
  /** Words of sentences that do not describe land; as written. */
  readonly asides: readonly string[]
  readonly sentenceWords: SentenceWords
  readonly forms: SentenceForms
  readonly wording: Wording
  readonly phraseWords: PhraseWords
  readonly numberWords: NumberWords
  /** The id of the place that an adjective speaks of ("Swiss"), by its folded stem. */
  readonly adjectives: ReadonlyMap<string, string>
}

export const OPERATORS = [
  'except',
  'only',
  'including',
  'include',
  'and',
  'nor',
  'opening',
  'excluded_after',
  'excluded_beside',
  'included_after',
] as const

export type Operator = (typeof OPERATORS)[number]
