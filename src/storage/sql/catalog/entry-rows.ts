/** The rows of one boundary in all tables, for inserting and, recomputed from the boundary, for deleting. */
import { joinedWords, nameForms, searchWords } from '../../../domain/catalog/name-forms.ts'
import type { BoundaryEntry } from '../../../domain/catalog/ports.ts'
import { PROMINENCE_LIMIT, prominence } from '../../../domain/catalog/prominence.ts'
import { boundaryRowOf } from './boundary-rows.ts'
import type { BoxRow } from './box-index.ts'
import { filterWords } from './filter-words.ts'
import { nameHashes } from './name-hash.ts'
import type { BoundaryTable, CatalogTables } from './schema.ts'
import type { TextRow } from './word-index.ts'

export interface EntryRows {
  readonly key: number
  readonly tables: { readonly [Table in EntryTable]: readonly CatalogTables[Table][] }
  readonly text: TextRow
  readonly box: BoxRow
  /** Words of names, for the vocabulary. */
  readonly words: Iterable<string>
}

export const ENTRY_TABLES = [
  'boundary',
  'boundary_geometry',
  'boundary_name',
  'boundary_code',
  'ancestor',
] as const
type EntryTable = (typeof ENTRY_TABLES)[number]

/** `sequence` must be new for every version of every boundary. */
export const rowsOfEntry = (entry: BoundaryEntry, sequence: number): EntryRows => {
  const { record } = entry
  const forms = nameForms(record, entry.searchNames, entry.isoAliases)
  const words = searchWords(forms)
  const boundary = boundaryRowOf(entry, (PROMINENCE_LIMIT - 1 - entryRank(entry)) * SEQUENCE_LIMIT + sequence)
  const { key } = boundary
  const parents = [...new Set(record.parents.map(({ id }) => id))]
  return {
    key,
    tables: {
      boundary: [boundary],
      boundary_geometry: [{ key, rings: entry.geometry.rings, weights: entry.geometry.weights }],
      boundary_name: nameHashes(forms).map((hash) => ({ hash, key })),
      boundary_code: storedCodesOf(boundary).map((code) => ({ code, key })),
      ancestor: parents.map((ancestor_id) => ({ ancestor_id, level: record.adminLevel ?? 0, key })),
    },
    text: { key, words: [...new Set([...words, ...joinedWords(forms)]), ...filterWords(record)] },
    box: { key, bbox: record.bbox },
    words,
  }
}

/**
 * The most prominent have the lowest keys; see `BoundaryTable.key`. Fetched boundaries that replace known ones come before all
 * others: however many objects strangers draw, a search reads the known ones first.
 */
const entryRank = ({ record, supersedes }: BoundaryEntry): number => {
  const steps = prominence(record)
  if (record.origin !== 'live') return steps
  return (supersedes.length > 0 ? PROMINENCE_LIMIT / 2 : 0) + Math.floor(steps / 2)
}

/**
 * Number of boundary versions that a catalog can store in its lifetime; with the prominence before it a key stays below
 * 2^43.
 */
const SEQUENCE_LIMIT = 2 ** 32

/** Returns the codes that find a stored boundary. */
export const storedCodesOf = ({
  iso,
  iso_aliases,
  wikidata,
  fips,
  codes,
}: BoundaryTable): readonly string[] => {
  const isoCodes = [iso, ...iso_aliases.split(',')].filter((code) => code !== null && code !== '')
  return [
    ...new Set(isoCodes.map((code) => `iso:${code}`)),
    ...(wikidata === null ? [] : [`wikidata:${wikidata}`]),
    ...(fips === null ? [] : [`fips:${fips}`]),
    ...codes.split(',').filter((code) => code !== ''),
  ]
}
