/** What a row says beside its name: in which countries and boundaries the place lies, and its level. */
import { lazily } from '../../util/lazily.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Grade } from '../catalog/match-quality.ts'
import { fitsOf, TIERS } from './fits.ts'
import { keptAnswers } from './kept.ts'
import { type LevelFit, levelFitOf } from './level-cell.ts'
import type { Place } from './place.ts'
import { isLikely, type SimilarSearch, similarTo } from './similar.ts'

export interface Scope {
  /** ISO 3166-1 alpha-2 of the country and its territories; empty for all. */
  readonly countries: readonly string[]
  /** Boundaries of which one contains the place; empty for all. */
  readonly parents: readonly BoundaryRecord[]
  /** Null if the row states none. */
  readonly level: LevelFit | null
  /** 1, or less for misspelt cells. */
  readonly score: number
  /** `similar country`, `similar parent`. */
  readonly notes: readonly string[]
}

/** A cell that is not understood: a sentence, and what it may mean. */
export interface ScopeFault {
  readonly fault: string
  readonly candidates: readonly BoundaryRecord[]
}

export interface ScopeSearch extends SimilarSearch {
  readonly catalog: Pick<Catalog, 'find' | 'list' | 'search'>
}

/** Remembers cells, because most rows of a table share theirs. */
export const scopeReader = (search: ScopeSearch) => {
  const territories = lazily(() => readTerritories(search))
  const countryOf = keptAnswers(MAX_COUNTRIES, (text) => readCountry(search, text, territories.get))
  const parentOf = keptAnswers(MAX_PARENTS, (key) => {
    const { text, countries } = JSON.parse(key) as { text: string; countries: string[] }
    return readParent(search, text, countries)
  })
  return async ({ country, level, parent }: Place): Promise<Scope | ScopeFault> => {
    const fit = level === '' ? null : levelFitOf(level, search.words)
    if (level !== '' && fit === null)
      return {
        fault: `"${level}" is no level. Write a word for it, such as county or Landkreis, or its number in OpenStreetMap.`,
        candidates: [],
      }
    const inCountry = await countryOf(country)
    if ('fault' in inCountry) return inCountry
    const { countries } = inCountry
    const inParent = await parentOf(JSON.stringify({ text: parent, countries }))
    if ('fault' in inParent) return inParent
    return {
      countries,
      parents: inParent.records,
      level: fit,
      score: inCountry.score * inParent.score,
      notes: [
        ...(inCountry.score < 1 ? ['similar country'] : []),
        ...(inParent.score < 1 ? ['similar parent'] : []),
      ],
    }
  }
}

const MAX_COUNTRIES = 1_000
const MAX_PARENTS = 10_000

interface CountryCell {
  readonly countries: readonly string[]
  readonly score: number
}

const readCountry = async (
  search: ScopeSearch,
  text: string,
  territories: () => Promise<Territories>,
): Promise<CountryCell | ScopeFault> => {
  if (text === '') return { countries: [], score: 1 }
  const { records, score } = await named(search, codeOf(text), 'country', [])
  const codes = new Set(records.flatMap(({ country }) => country ?? []))
  if (codes.size === 0) return { fault: `No country is called "${text}".`, candidates: [] }
  if (codes.size > 1)
    return { fault: `"${text}" may be any of ${codes.size} countries.`, candidates: records }
  const territoriesOf = await territories()
  for (const { id } of records) for (const code of territoriesOf.get(id) ?? []) codes.add(code)
  return { countries: [...codes], score }
}

/** Spreadsheets write 004 as 4, and people DO as do, which is a word elsewhere. */
const codeOf = (text: string): string => {
  if (/^\d{1,2}$/.test(text)) return text.padStart(3, '0')
  return /^[a-z]{2,3}$/i.test(text) ? text.toUpperCase() : text
}

/** By the id of a country, the codes of those that lie in it, as Puerto Rico does. */
type Territories = ReadonlyMap<BoundaryId, readonly string[]>

const readTerritories = async ({ catalog }: ScopeSearch): Promise<Territories> => {
  const territories = new Map<BoundaryId, string[]>()
  for await (const { country, parents } of catalog.list(ALL_COUNTRIES))
    for (const { id } of parents)
      if (country !== null) territories.set(id, [...(territories.get(id) ?? []), country])
  return territories
}

const ALL_COUNTRIES = { kind: 'country', box: null, properties: {}, after: null, expected: 300 } as const

interface NamedBoundaries {
  readonly records: readonly BoundaryRecord[]
  /** 1, or the share of letters that are right. */
  readonly score: number
}

const readParent = async (
  search: ScopeSearch,
  text: string,
  countries: readonly string[],
): Promise<NamedBoundaries | ScopeFault> => {
  if (text === '') return { records: [], score: 1 }
  const parents = await named(search, text, null, countries)
  return parents.records.length > 0
    ? parents
    : { fault: `No boundary is called "${text}", which the row has as parent.`, candidates: [] }
}

/** Returns all boundaries that the text names: as it is, else without a level word, else with the fewest typing errors. */
const named = async (
  search: ScopeSearch,
  text: string,
  kind: 'country' | null,
  countries: readonly string[],
): Promise<NamedBoundaries> => {
  const question = { text, countries, kind, adminLevel: null, near: null, limit: MAX_NAMESAKES }
  const found = await search.catalog.search({ ...question, isExplained: true, isSpelt: true })
  if (kind === 'country') {
    // In this column, "BI" and "de" are codes, whatever else has such a name.
    const codes = found.filter(
      ({ placing }) => placing !== undefined && COUNTRY_CODES.includes(placing.grade),
    )
    if (codes.length > 0) return { records: codes.map(({ record }) => record), score: 1 }
  }
  const fits = fitsOf(found, text, search.words)
  for (const reasons of TIERS) {
    const records = fits.flatMap(({ record, reason }) => (reasons.includes(reason) ? [record] : []))
    if (records.length > 0) return { records, score: 1 }
  }
  const similar = await similarTo(search, text, countries, (record) =>
    kind === null || record.kind === kind ? 0 : null,
  )
  const likely = similar.filter(isLikely)
  const [nearest] = likely
  return {
    records: likely.map(({ record }) => record),
    score: nearest === undefined ? 1 : 1 - nearest.errors / nearest.letters,
  }
}

const COUNTRY_CODES: readonly Grade[] = ['code as written', 'country code', 'code']

const MAX_NAMESAKES = 100
