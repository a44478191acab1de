/** Names and words in the catalog: the most prominent boundaries that match, which every index has in front. */
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { NameContext, NameHit, NameMatch, NameQuery } from '../../domain/catalog/ports.ts'
import type { CatalogTables } from './catalog-schema.ts'
import { countryWord, kindWord, levelWord, parentWord } from './filter-words.ts'
import type { Flavour, WordSearch } from './flavour.ts'
import { nameHash } from './name-hash.ts'
import { formsOf, NAME_COLUMNS, RECORD_COLUMNS, recordOf } from './rows.ts'

export const searchNames = async (
  db: Kysely<CatalogTables>,
  flavour: Flavour,
  query: NameQuery,
): Promise<readonly NameHit[]> => {
  const hits =
    query.match.by === 'name' ? byName(db, query, query.match) : byWords(db, flavour, query, query.match)
  if (hits === null) return []
  const rows = await restrictTo(hits, query.within)
    .select(RECORD_COLUMNS)
    .select(NAME_COLUMNS)
    .orderBy('hit.key')
    .limit(query.limit)
    .execute()
  const found = rows.map((row) => ({ record: recordOf(row), forms: formsOf(row) }))
  return query.match.by === 'name' ? found.filter(hasName(query.match.spellings)) : found
}

type HitQuery = SelectQueryBuilder<
  CatalogTables & { hit: { key: number } },
  'boundary' | 'hit',
  Record<never, never>
>
type Match<By> = Extract<NameMatch, { by: By }>

const byName = (
  db: Kysely<CatalogTables>,
  { countries, kind, adminLevel }: NameQuery,
  { spellings }: Match<'name'>,
): HitQuery => {
  let hits = db
    .selectFrom('boundary_name as hit')
    .innerJoin('boundary', 'boundary.key', 'hit.key')
    .where('hit.hash', 'in', spellings.map(nameHash))
  if (countries.length > 0) hits = hits.where('country', 'in', countries)
  if (adminLevel !== null) hits = hits.where('admin_level', '=', adminLevel)
  if (kind !== null) {
    hits = hits.where((where) =>
      where.or([where('kind', '=', kind), where('also_kinds', 'like', `%,${kind},%`)]),
    )
  }
  return hits as unknown as HitQuery
}

/** Not only its hash. */
const hasName =
  (spellings: readonly string[]) =>
  ({ forms }: NameHit): boolean =>
    forms.some(({ folded }) => spellings.includes(folded))

/** Null when nothing can match. */
const byWords = (
  db: Kysely<CatalogTables>,
  flavour: Flavour,
  { countries, kind, adminLevel, within }: NameQuery,
  { words, lastIsBegun }: Match<'words'>,
): HitQuery | null => {
  const search: WordSearch = {
    words: words.map(searchable),
    lastIsBegun,
    filters: [
      ...(countries.length > 0 ? [countries.map(countryWord)] : []),
      ...(kind === null ? [] : [[kindWord(kind)]]),
      ...(adminLevel === null ? [] : [[levelWord(adminLevel)]]),
      ...(within === null ? [] : [[...within.ids.map(parentWord), ...within.countries.map(countryWord)]]),
    ],
  }
  if (search.words.some((alternatives) => alternatives.length === 0)) return null
  const keys = flavour.keysByWords(search)
  return db
    .selectFrom(keys.as<'hit'>('hit'))
    .innerJoin('boundary', 'boundary.key', 'hit.key') as unknown as HitQuery
}

/** Words of folded names have nothing but letters, digits and marks; whatever else a query has is in no index, and no operator. */
const searchable = (words: readonly string[]): readonly string[] =>
  words.filter((word) => /^[\p{L}\p{N}\p{M}]+$/u.test(word))

/** A country has its own code, but does not lie in itself. */
const restrictTo = (hits: HitQuery, within: NameContext | null): HitQuery => {
  if (within === null) return hits
  const { ids, countries } = within
  return hits.where((where) => {
    const inBoundary = where.exists(
      where
        .selectFrom('ancestor')
        .select(sql.lit(1).as('found'))
        .where('ancestor_id', 'in', ids)
        .whereRef('ancestor.level', '=', sql`coalesce(boundary.admin_level, 0)`)
        .whereRef('ancestor.key', '=', 'boundary.key'),
    )
    if (countries.length === 0) return inBoundary
    return where.or([
      where.and([where('country', 'in', countries), where('kind', '<>', 'country')]),
      inBoundary,
    ])
  })
}
