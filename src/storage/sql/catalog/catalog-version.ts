/** Counters of the catalog: its version, the boundary versions that it has stored, its imports. */
import type { CatalogTransaction } from './schema.ts'

type Counter = 'version' | 'sequence' | 'imports'

export const counter = async (transaction: CatalogTransaction, name: Counter): Promise<number> => {
  const row = await transaction
    .selectFrom('meta')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return Number(row.value)
}

export const setCounter = async (
  transaction: CatalogTransaction,
  name: Counter,
  value: number,
): Promise<void> => {
  await transaction
    .updateTable('meta')
    .set({ value: String(value) })
    .where('name', '=', name)
    .execute()
}
