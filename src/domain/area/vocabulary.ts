/** The words by which descriptions are read, and groups of places. `data/areas/` holds them. */
import type { Kind } from '../boundary/kind.ts'
import type { NameWords } from '../catalog/name-words.ts'
import type { NumberWords, PhraseWords, SentenceWords, Wording } from './word-lists.ts'

export interface Region {
  /** Folded. */
  readonly names: readonly string[]
  /** Ids of the catalog, in any form that callers may write. */
  readonly members: readonly string[]
  readonly except: readonly string[]
  /** The document that lists the members, its date and a page about it. */
  readonly source: string
  /** The day since when these are the members; null where nothing is known of earlier ones. */
  readonly membersSince: Date | null
  /** Why it cannot be drawn from the polygons of its members; null where it can. */
  readonly undrawable: string | null
  /** Parts of members, by id, of which a document says whether the group has them. */
  readonly settled: ReadonlySet<string>
  /** Why nothing certain is left where it is taken away; null where that is clear. */
  readonly addedOnly: string | null
  /** What stays where it is taken away, though nobody would say so; one sentence. */
  readonly remainder: string | null
}

/** Names for parts of a country together, which only mean something beside its name: "its overseas territories". */
export interface CountryParts {
  /** Id of the country. */
  readonly country: string
  /** Names of the country; folded. */
  readonly called: readonly string[]
  /** By folded name; a text says why a name means nothing certain. */
  readonly names: ReadonlyMap<string, Region | string>
  /** The units that it is divided into, and the territories that are none, by id; null where nothing is known. */
  readonly units: { readonly kinds: readonly Kind[]; readonly without: readonly string[] } | null
  readonly source: string
}

/** Abbreviations by which the people of a country know its subdivisions. */
export interface CodeList {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Ids of the catalog by code, in capitals. */
  readonly codes: ReadonlyMap<string, string>
}

/** What a name that several places have as their own means where nothing tells which. */
export interface Verdict {
  /** The id of the place; null where the author has to say. */
  readonly means: string | null
  /** The author has to say, although the sources know one place of the name. */
  readonly isAlwaysAsked: boolean
  readonly reason: string
}

/** A name that people use for an area without a list that says what belongs to it. */
export interface ContestedName {
  readonly reason: string
  /** Names of groups that may have been meant. */
  readonly nearest: readonly string[]
}

/** An ending of a word and what the word may end in where it is a name by itself. */
export interface Ending {
  readonly written: string
  readonly inNames: readonly string[]
}

export interface Vocabulary extends NameWords {
  /** What each list of words does to the text after it, or before it; phrases as written. */
  readonly operators: Readonly<Record<Operator, readonly string[]>>
  /** "And" that also is, or is in, another word: it parts only what is understood on both sides. As written. */
  readonly weakAnd: readonly string[]
  /** Folded. */
  readonly fillers: ReadonlySet<string>
  /** Folded. */
  readonly trailing: ReadonlySet<string>
  /** Words around the names in contracts and sentences; folded. */
  readonly prose: ReadonlySet<string>
  /** Words of names that authors give to their lists; folded. */
  readonly titles: ReadonlySet<string>
  /** What a remark in brackets begins with when it says a name once more; folded, longer ones first. */
  readonly glosses: readonly string[]
  /** Folded. */
  readonly every: readonly string[]
  readonly codeLists: readonly CodeList[]
  /** Longer ones first. */
  readonly endings: readonly Ending[]
  readonly regions: readonly Region[]
  /** By folded name. */
  readonly regionsByName: ReadonlyMap<string, Region>
  readonly countryParts: readonly CountryParts[]
  /** Ids of the territories that lie in a country and have a code of their own, by the country's code. */
  readonly territories: ReadonlyMap<string, readonly string[]>
  /** ISO 3166-2 codes of units of the first level that are cities. */
  readonly cityUnits: ReadonlySet<string>
  /** By folded name. */
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** By folded name. */
  readonly contested: ReadonlyMap<string, ContestedName>
  /** Words of sentences that are about something else than land; as written. */
  readonly asides: readonly string[]
  readonly sentenceWords: SentenceWords
  readonly wording: Wording
  readonly phraseWords: PhraseWords
  readonly numberWords: NumberWords
  /** The id of the place that an adjective speaks of ("Swiss"), by its folded stem. */
  readonly adjectives: ReadonlyMap<string, string>
}

export const OPERATORS = [
  'except',
  'only',
  'include',
  'and',
  'opening',
  'excluded_after',
  'excluded_beside',
  'included_after',
] as const

export type Operator = (typeof OPERATORS)[number]
