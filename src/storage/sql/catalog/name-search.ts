/** Searches names and words in the catalog: finds the most prominent matches, which come first in every index. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { COUNTRY_LEVEL } from '../../../domain/boundary/kind.ts'
import type { NameContext, NameHit, NameMatch, NameQuery } from '../../../domain/catalog/ports.ts'
import type { SqlDialect, WordSearch } from '../dialect.ts'
import { countryWord, kindWord, levelWord, parentWord } from './filter-words.ts'
import type { HitsOfKeys } from './kept-hits.ts'
import { nameHash } from './name-hash.ts'
import type { CatalogTables } from './schema.ts'

export const findByName = async (
  db: Kysely<CatalogTables>,
  dialect: SqlDialect,
  query: NameQuery,
  hitsOf: HitsOfKeys,
): Promise<readonly NameHit[]> => {
  const statement =
    query.match.by === 'name' ? keysByName(query, query.match) : byWords(dialect, query, query.match)
  if (statement === null) return []
  const { rows } = await statement.execute(db)
  const hits = await hitsOf(rows.map(({ key }) => key))
  return query.match.by === 'name' ? hits.filter(hasName(query.match.spellings)) : hits
}

type NameMatchBy<By> = Extract<NameMatch, { by: By }>

/** Selects the keys of boundaries, in order. */
type KeyStatement = RawBuilder<{ readonly key: number }>

const keysByName = (query: NameQuery, { spellings }: NameMatchBy<'name'>): KeyStatement => {
  const { countries, kind, adminLevel, within, limit } = query
  const hashes = sql.join(spellings.map(nameHash))
  const conditions = [
    ...(countries.length > 0 ? [sql`country in (${sql.join(countries)})`] : []),
    ...(adminLevel === null ? [] : [atLevel(adminLevel)]),
    ...(kind === null ? [] : [sql`(kind = ${kind} or also_kinds like ${`%,${kind},%`})`]),
    ...(within === null ? [] : [contextCondition(within)]),
  ]
  // The usual search: the index alone answers it, and most names match nothing.
  if (conditions.length === 0)
    return sql`select distinct key from boundary_name where hash in (${hashes}) order by key limit ${limit}`
  return sql`select distinct boundary.key as key from boundary_name as hit join boundary on boundary.key = hit.key
    where hash in (${hashes}) and ${sql.join(conditions, sql` and `)} order by boundary.key limit ${limit}`
}

/** OpenStreetMap gives some countries a level below 2: they still count as countries. */
const atLevel = (adminLevel: number): RawBuilder<unknown> =>
  adminLevel === COUNTRY_LEVEL
    ? sql`(admin_level = ${adminLevel} or kind = 'country')`
    : sql`admin_level = ${adminLevel}`

/** True if the names are equal, not only their hashes. */
const hasName =
  (spellings: readonly string[]) =>
  ({ forms }: NameHit): boolean =>
    forms.some(({ folded }) => spellings.includes(folded))

/** Returns null if nothing can match. */
const byWords = (
  dialect: SqlDialect,
  { countries, kind, adminLevel, within, limit }: NameQuery,
  { words, lastIsPrefix }: NameMatchBy<'words'>,
): KeyStatement | null => {
  const search: WordSearch = {
    words: words.map(searchable),
    lastIsPrefix,
    filters: [
      ...(countries.length > 0 ? [countries.map(countryWord)] : []),
      ...(kind === null ? [] : [[kindWord(kind)]]),
      ...(adminLevel === null ? [] : [wordsOfLevel(adminLevel)]),
      ...(within === null ? [] : [[...within.ids.map(parentWord), ...within.countries.map(countryWord)]]),
    ],
  }
  if (search.words.some((alternatives) => alternatives.length === 0)) return null
  const keys = dialect.keysByWords(search)
  if (within === null) return sql`select key from ${keys} as hit order by key limit ${limit}`
  return sql`select boundary.key as key from ${keys} as hit join boundary on boundary.key = hit.key
    where ${contextCondition(within)} order by hit.key limit ${limit}`
}

const wordsOfLevel = (adminLevel: number): readonly string[] =>
  adminLevel === COUNTRY_LEVEL ? [levelWord(adminLevel), kindWord('country')] : [levelWord(adminLevel)]

/**
 * Words of folded names consist of letters, digits and marks; words with other characters are in no index, and are dropped
 * so that they cannot be operators.
 */
const searchable = (words: readonly string[]): readonly string[] =>
  words.filter((word) => /^[\p{L}\p{N}\p{M}]+$/u.test(word))

/** A country has its own code, but does not lie in itself. */
const contextCondition = ({ ids, countries }: NameContext): RawBuilder<unknown> => {
  const inBoundary = sql`exists (select 1 from ancestor where ancestor_id in (${sql.join(ids)})
    and ancestor.level = coalesce(boundary.admin_level, 0) and ancestor.key = boundary.key)`
  return countries.length === 0
    ? inBoundary
    : sql`((country in (${sql.join(countries)}) and kind <> 'country') or ${inBoundary})`
}
