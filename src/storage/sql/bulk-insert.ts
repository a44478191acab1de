/** Inserts many rows with few statements: building and sending a statement costs more than another row in it. */
import { CompiledQuery, type Transaction } from 'kysely'
import type { SqlDialect } from './dialect.ts'

/** Existing rows are an error; with `known: 'skip'` they stay unchanged. */
export const bulkInsert = async <T, Table extends keyof T & string>(
  transaction: Transaction<T>,
  dialect: SqlDialect,
  table: Table,
  rows: readonly T[Table][],
  known: 'fail' | 'skip' = 'fail',
): Promise<void> => {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] as object) as (keyof T[Table] & string)[]
  const mostRows = 2 ** Math.floor(Math.log2(MAX_VALUES / columns.length))
  for (let start = 0; start < rows.length; ) {
    // Only powers of two, so that a few statements serve batches of every size.
    const count = Math.min(mostRows, 2 ** Math.floor(Math.log2(rows.length - start)))
    const values = rows.slice(start, start + count).flatMap((row) => columns.map((column) => row[column]))
    const text = `insert into ${table} (${columns.join(', ')}) values ${tuples(dialect, count, columns.length)}${known === 'skip' ? ' on conflict do nothing' : ''}`
    await transaction.executeQuery(CompiledQuery.raw(text, values))
    start += count
  }
}

/** Well below the limits of both databases. */
const MAX_VALUES = 4_000

const tuples = (dialect: SqlDialect, rows: number, columns: number): string => {
  let index = 0
  const tuple = () => `(${Array.from({ length: columns }, () => dialect.placeholder(++index)).join(', ')})`
  return Array.from({ length: rows }, tuple).join(', ')
}
