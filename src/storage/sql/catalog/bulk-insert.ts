/** Inserts many rows with few statements: building and sending a statement costs more than another row in it. */
import { CompiledQuery } from 'kysely'
import type { CatalogTables, CatalogTransaction } from './schema.ts'

/** Existing rows are an error; with `known: 'skip'` they stay unchanged. */
export const bulkInsert = async <Table extends keyof CatalogTables & string>(
  transaction: CatalogTransaction,
  table: Table,
  rows: readonly CatalogTables[Table][],
  known: 'fail' | 'skip' = 'fail',
): Promise<void> => {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] as object) as (keyof CatalogTables[Table] & string)[]
  const mostRows = 2 ** Math.floor(Math.log2(MAX_VALUES / columns.length))
  const row = `(${columns.map(() => '?').join(', ')})`
  for (let start = 0; start < rows.length; ) {
    // Only powers of two, so that a few statements serve batches of every size.
    const count = Math.min(mostRows, 2 ** Math.floor(Math.log2(rows.length - start)))
    const values = rows.slice(start, start + count).flatMap((each) => columns.map((column) => each[column]))
    const text = `insert into ${table} (${columns.join(', ')}) values ${Array(count).fill(row).join(', ')}${known === 'skip' ? ' on conflict do nothing' : ''}`
    await transaction.executeQuery(CompiledQuery.raw(text, values))
    start += count
  }
}

/** Well below SQLite's limit. */
const MAX_VALUES = 4_000
