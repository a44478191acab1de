/** Searches names and words in the catalog: finds the most prominent matches, which come first in every index. */
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { COUNTRY_LEVEL } from '../../../domain/boundary/kind.ts'
import type { NameContext, NameHit, NameIndex, NameMatch, NameQuery } from '../../../domain/catalog/ports.ts'
import { countryWord, kindWord, levelWord, parentWord } from './filter-words.ts'
import type { HitsOfKeys } from './hit-cache.ts'
import { nameHash } from './name-hash.ts'
import type { CatalogTables } from './schema.ts'
import { keysByWords, type WordSearch } from './word-index.ts'

export interface NameSearch {
  readonly find: NameIndex['search']
  readonly among: NameIndex['namesAmong']
}

export const nameSearch = (db: Kysely<CatalogTables>, hitsOf: HitsOfKeys): NameSearch => {
  const keysOfHashes = statementOfHashes<Key>(
    db,
    (hashes) => sql`select distinct key from boundary_name where hash in (${hashes}) order by key limit ${0}`,
  )
  const hashesAmong = statementOfHashes<{ readonly hash: number }>(
    db,
    // One row each, because thousands of boundaries may have a name.
    (hashes) => sql`select column1 as hash from (values ${hashes}) as asked
      where exists (select 1 from boundary_name where hash = column1)`,
    (hash) => sql`(cast(${hash} as bigint))`,
  )
  return {
    find: async (query) => {
      const { match, limit } = query
      if (match.by === 'words') {
        const statement = byWords(query, match)
        return statement === null ? [] : hitsOf(keysOf(await statement.execute(db)))
      }
      const hashes = match.spellings.map(nameHash)
      const { rows } = isUnfiltered(query)
        ? await db.executeQuery(keysOfHashes(hashes, limit))
        : await keysByName(query, hashes).execute(db)
      // Most names match nothing.
      return rows.length === 0 ? [] : (await hitsOf(keysOf({ rows }))).filter(hasName(match.spellings))
    },
    among: async (folded) => {
      if (folded.length === 0) return []
      const { rows } = await db.executeQuery(hashesAmong(folded.map(nameHash)))
      const found = new Set(rows.map(({ hash }) => Number(hash)))
      return folded.filter((name) => found.has(nameHash(name)))
    },
  }
}

interface Key {
  readonly key: number
}

const keysOf = ({ rows }: { readonly rows: readonly Key[] }): readonly number[] => rows.map(({ key }) => key)

type NameMatchBy<By> = Extract<NameMatch, { by: By }>

/** Selects the keys of boundaries, in order. */
type KeyStatement = RawBuilder<Key>

const isUnfiltered = ({ countries, kind, adminLevel, within }: NameQuery): boolean =>
  countries.length === 0 && kind === null && adminLevel === null && within === null

/**
 * Returns a statement that the index of hashes alone answers. Building one takes longer than running it, so it is built once for
 * each number of hashes.
 */
const statementOfHashes = <Row>(
  db: Kysely<CatalogTables>,
  textOf: (hashes: RawBuilder<unknown>) => RawBuilder<Row>,
  itemOf: (hash: number) => RawBuilder<unknown> = (hash) => sql`${hash}`,
) => {
  const built = new Map<number, CompiledQuery<Row>>()
  const build = (hashes: readonly number[]): CompiledQuery<Row> => {
    const compiled = textOf(sql.join(hashes.map(itemOf))).compile(db)
    built.set(hashes.length, compiled)
    return compiled
  }
  return (hashes: readonly number[], ...more: readonly number[]): CompiledQuery<Row> => ({
    ...(built.get(hashes.length) ?? build(hashes)),
    parameters: [...hashes, ...more],
  })
}

const keysByName = (
  { countries, kind, adminLevel, within, limit }: NameQuery,
  hashes: readonly number[],
): KeyStatement => {
  const conditions = [
    sql`hash in (${sql.join(hashes)})`,
    ...(countries.length > 0 ? [sql`country in (${sql.join(countries)})`] : []),
    ...(adminLevel === null ? [] : [atLevel(adminLevel)]),
    ...(kind === null ? [] : [sql`(kind = ${kind} or also_kinds like ${`%,${kind},%`})`]),
    ...(within === null ? [] : [contextCondition(within)]),
  ]
  return sql`select distinct boundary.key as key from boundary_name as hit join boundary on boundary.key = hit.key
    where ${sql.join(conditions, sql` and `)} order by boundary.key limit ${limit}`
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
  const keys = keysByWords(search)
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
