/**
 * Catalogs that an earlier version kept in PostgreSQL: imports in the schema `metes`, fetched boundaries in `metes_live`. They stay there as
 * they are, and can no longer be changed, so that each server that starts without a file of its own carries the same over.
 */
import pg from 'pg'
import { readsNumbers } from '../postgres.ts'
import { type CopiedCatalog, copyCatalog } from './copy-catalog.ts'

export interface FormerCatalogs {
  readonly url: string
  /** Tells what takes long. */
  readonly tell: (message: string) => void
}

/** Tables that are empty in a catalog without anything to carry over; those of later versions may be missing. */
const CONTENT = ['boundary', 'unlisted_boundary', 'identity_decision', 'imported_file', 'removed_boundary']

/** Identifies the catalog in the schema; null if there is none, or nothing in it. */
export const formerStore = async (
  { query }: { readonly query: (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]> },
  schema: string,
): Promise<string | null> => {
  const [found] = await query(`select to_regclass('"${schema}".meta') as meta`)
  if (found.meta === null) return null
  const present = await query(
    `select tablename as name from pg_tables where schemaname = '${schema}' and tablename in ('${CONTENT.join("', '")}')`,
  )
  if (present.length === 0) return null
  const filled = present.map(({ name }) => `exists (select 1 from "${schema}".${name})`)
  const [row] = await query(
    `select value, ${filled.join(' or ')} as filled from "${schema}".meta where name = 'store'`,
  )
  return row?.filled === true ? String(row.value) : null
}

/**
 * Writes the catalog of the schema to a new file, while other servers that carry over wait. From then on no server of an earlier version can
 * change the catalog: what it stored would be lost.
 */
export const carryOver = async (
  { url, tell }: FormerCatalogs,
  schema: string,
  path: string,
): Promise<CopiedCatalog> => {
  const client = new pg.Client({ connectionString: url, types: readsNumbers })
  // The query that needs the connection reports that it broke.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${schema}.carry over`])
    tell(`carrying over the catalog in the schema ${schema} of PostgreSQL, which may take minutes`)
    await freeze(client, schema)
    await client.query('commit')
    await client.query('begin isolation level repeatable read read only')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${schema}.carry over`])
    return await copyCatalog(client, schema, path)
  } finally {
    await client.end()
  }
}

/** Every change of a catalog by an earlier version changes one of these. */
const CHANGED = ['meta', 'identity_decision']

const freeze = async (client: pg.Client, schema: string): Promise<void> => {
  // An import by an earlier version holds this lock to its end.
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${schema}.catalog`])
  await client.query(`create or replace function "${schema}".catalog_is_a_file() returns trigger language plpgsql as
    $$ begin raise exception 'The catalog has moved to a file of each server. Update Metes on this one, too.'; end $$`)
  for (const table of CHANGED) {
    const { rows } = await client.query('select to_regclass($1) as name', [`"${schema}".${table}`])
    if (rows[0].name === null) continue
    await client.query(`create or replace trigger catalog_is_a_file before insert or update or delete on "${schema}".${table}
      for each statement execute function "${schema}".catalog_is_a_file()`)
  }
}
