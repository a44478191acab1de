/** Reads `data/areas/`: the words and groups that descriptions of areas use. */
import { join } from 'node:path'
import {
  type CountryParts,
  OPERATORS,
  type Operator,
  type Region,
  type Vocabulary,
} from '../../domain/area/vocabulary.ts'
import type { Kind } from '../../domain/boundary/kind.ts'
import { foldName, wordsOf } from '../../domain/catalog/fold.ts'
import type { NameWords } from '../../domain/catalog/name-words.ts'
import { readYaml } from '../read-yaml.ts'
import {
  loadForms,
  loadNumberWords,
  loadPhraseWords,
  loadSentenceWords,
  loadWording,
} from './load-word-lists.ts'

type NestedLists = readonly (readonly unknown[])[]

interface VocabularyFile
  extends Readonly<
    Record<
      Operator | 'weak_and' | 'fillers' | 'trailing' | 'every' | 'prose' | 'asides' | 'glosses' | 'titles',
      NestedLists
    >
  > {
  readonly endings: Readonly<Record<string, readonly string[]>>
  readonly base_forms: Readonly<Record<string, string>>
}

interface RegionEntry {
  readonly names: readonly unknown[]
  /** Address of a page about it. */
  readonly source: string
  /** Document or package that lists the members, and its date. */
  readonly listed_in: string
  readonly date: string | number
  readonly members: readonly string[]
  /** Start date of the current membership, for texts that may mean another time: an RFC 3339 date. */
  readonly members_since?: string | Date
  readonly except?: readonly string[]
  /**
   * Set if the group's land is not the union of its members' polygons: it is drawn separately, or refused for the stated
   * reason.
   */
  readonly with?: readonly string[]
  readonly parts_listed_in?: string
  readonly parts_source?: string
  readonly composite?: boolean
  readonly drawn_by?: readonly string[]
  readonly reason?: string
}

/** The fields are explained at the top of the file. */
interface PartsEntry {
  readonly country: string
  readonly called: readonly unknown[]
  readonly names: readonly unknown[]
  readonly members: readonly string[]
  readonly added?: readonly unknown[]
  readonly refused?: readonly unknown[]
  readonly reason?: string
  readonly units?: { readonly kinds: readonly Kind[]; readonly with: readonly string[] }
  readonly note?: string
  readonly source: string
}

interface CodeListEntry {
  readonly country: string
  readonly source: string
  readonly codes: Readonly<Record<string, string>>
}

interface VerdictEntry {
  readonly names: readonly unknown[]
  readonly means?: string | null
  readonly reason: string
  readonly always?: boolean
}

interface ContestedEntry {
  readonly names: readonly unknown[]
  readonly reason: string
  readonly nearest?: readonly string[]
}

const verdictsOf = ({ names, means = null, always = false, reason }: VerdictEntry) =>
  foldedNames(names).map((name) => [name, { means, isAlwaysAsked: always, reason }] as const)

const contestedOf = ({ names, reason, nearest = [] }: ContestedEntry) =>
  foldedNames(names).map((name) => [name, { reason, nearest }] as const)

/** `names` are the words around names, shared with the search. */
export const loadVocabulary = (directory: string, names: NameWords): Vocabulary => {
  const read = <T>(name: string): T => readYaml(join(directory, `${name}.yaml`))
  const words = read<VocabularyFile>('words')
  const regions = read<readonly RegionEntry[]>('regions').map(regionOfEntry)
  const adjectives = read<Readonly<Record<string, readonly unknown[]>>>('adjectives')
  const territories = territoriesOf(read('../atlas/territories'))
  return {
    operators: Object.fromEntries(
      OPERATORS.map((operator) => [operator, phrases(words[operator])]),
    ) as Vocabulary['operators'],
    weakAnd: phrases(words.weak_and),
    ...names,
    fillers: new Set([...folded(words.fillers), ...names.articles]),
    trailing: new Set(folded(words.trailing)),
    prose: new Set(folded(words.prose).flatMap(wordsOf)),
    titles: new Set(folded(words.titles)),
    glosses: folded(words.glosses),
    every: folded(words.every),
    codeLists: read<readonly CodeListEntry[]>('codes').map(({ country, codes }) => ({
      country,
      codes: new Map(Object.entries(codes)),
    })),
    verdicts: new Map(read<readonly VerdictEntry[]>('namesakes').flatMap(verdictsOf)),
    contested: new Map(read<readonly ContestedEntry[]>('contested').flatMap(contestedOf)),
    asides: phrases(words.asides),
    sentenceWords: loadSentenceWords(directory),
    forms: loadForms(directory),
    wording: loadWording(directory),
    phraseWords: loadPhraseWords(directory),
    numberWords: loadNumberWords(directory),
    endings: Object.entries(words.endings)
      .map(([written, inNames]) => ({ written: foldName(written), inNames: inNames.map(foldName) }))
      .sort((a, b) => b.written.length - a.written.length),
    baseForms: new Map(Object.entries(words.base_forms)),
    regions,
    regionsByName: new Map(regions.flatMap((region) => region.names.map((name) => [name, region]))),
    countryParts: read<readonly PartsEntry[]>('parts').map((entry) => countryPartsOf(entry, territories)),
    territories,
    adjectives: new Map(pairs(adjectives)),
  }
}

/** YAML 1.2 reads the Spanish "y" and the Norwegian "no" as text, but not numbers. */
const foldedNames = (names: readonly unknown[]): readonly string[] =>
  names.map((name) => foldName(String(name)))

const phrases = (lists: NestedLists): readonly string[] => lists.flat().map(String)

const folded = (lists: NestedLists): readonly string[] =>
  [...new Set(phrases(lists).map(foldName))].sort((a, b) => b.length - a.length)

/** Returns pairs of folded word and id, from lists of words by id. */
const pairs = (lists: Readonly<Record<string, readonly unknown[]>>): readonly (readonly [string, string])[] =>
  Object.entries(lists).flatMap(([id, names]) => foldedNames(names).map((name) => [name, id] as const))

const regionOfEntry = (entry: RegionEntry): Region => {
  const { names, source, listed_in, date, composite = false, drawn_by, reason = '', except = [] } = entry
  const parts = entry.parts_listed_in === undefined ? '' : `; ${entry.parts_listed_in}: ${entry.parts_source}`
  return {
    names: foldedNames(names),
    members: drawn_by ?? entry.members,
    except: drawn_by === undefined ? except : [],
    source: `${listed_in}, ${date}: ${source}${parts}`,
    membersSince: entry.members_since === undefined ? null : new Date(entry.members_since),
    undrawable: composite && drawn_by === undefined ? reason : null,
    settled: new Set([...entry.members, ...except, ...(entry.with ?? [])]),
    addedOnly: null,
    remainder: null,
  }
}

const territoriesOf = (codes: Readonly<Record<string, readonly string[]>>): Vocabulary['territories'] =>
  new Map(Object.entries(codes).map(([country, parts]) => [country, parts.map((code) => `iso:${code}`)]))

const countryPartsOf = (entry: PartsEntry, territories: Vocabulary['territories']): CountryParts => {
  const { country, called, names, members, added = [], refused = [], reason = '', units, source } = entry
  const region: Region = {
    names: [],
    members,
    except: [],
    source,
    membersSince: null,
    undrawable: null,
    settled: new Set(members),
    addedOnly: null,
    remainder: entry.note ?? null,
  }
  const own = territories.get(country.slice('iso:'.length)) ?? []
  return {
    country,
    called: foldedNames(called),
    names: new Map<string, Region | string>([
      ...foldedNames(names).map((name) => [name, region] as const),
      ...foldedNames(added).map((name) => [name, { ...region, addedOnly: reason }] as const),
      ...foldedNames(refused).map((name) => [name, reason] as const),
    ]),
    units:
      units === undefined
        ? null
        : { kinds: units.kinds, without: own.filter((id) => !units.with.includes(id)) },
    source,
  }
}
