/**
 * Cache of recently found boundaries with all their names: reading one and folding its names in a hundred languages takes longer than
 * finding it. Every version of a boundary has a new key, so the entries are never out of date.
 */
import type { Kysely } from 'kysely'
import type { NameHit } from '../../../domain/catalog/ports.ts'
import { ByteCache } from '../../../util/byte-cache.ts'
import { boundaryRecordOf, NAME_COLUMNS, type RecordColumns, storedFormsOf } from './boundary-rows.ts'
import type { CatalogTables } from './schema.ts'

const MAX_BYTES = 48 * 1024 * 1024

/** Returns hits in the order of the keys, without boundaries that were removed meanwhile. */
export type HitsOfKeys = (keys: readonly number[]) => Promise<readonly NameHit[]>

export const keptHits = (db: Kysely<CatalogTables>, columns: RecordColumns): HitsOfKeys => {
  const kept = new ByteCache<NameHit, number>(MAX_BYTES)

  const read = async (keys: readonly number[]): Promise<ReadonlyMap<number, NameHit>> => {
    const rows = await db
      .selectFrom('boundary')
      .select('key')
      .select(columns)
      .select(NAME_COLUMNS)
      .where('key', 'in', keys)
      .execute()
    const hits = new Map<number, NameHit>()
    for (const row of rows) {
      const hit = { record: boundaryRecordOf(row), forms: storedFormsOf(row) }
      hits.set(row.key, hit)
      kept.set(row.key, hit, RECORD_BYTES + FORM_BYTES * hit.forms.length)
    }
    return hits
  }

  return async (keys) => {
    const missing = keys.filter((key) => kept.get(key) === undefined)
    const found = missing.length === 0 ? NOTHING : await read(missing)
    return keys.flatMap((key) => kept.get(key) ?? found.get(key) ?? [])
  }
}

const NOTHING: ReadonlyMap<number, NameHit> = new Map()

/** Approximate bytes of a record and of a name with its folded form. */
const RECORD_BYTES = 2_000
const FORM_BYTES = 150
