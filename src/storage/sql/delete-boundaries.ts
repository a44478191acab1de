/** Takes boundaries out of every table. */
import type { Transaction } from 'kysely'
import type { BoundaryTable, CatalogTables } from './catalog-schema.ts'
import type { Flavour } from './flavour.ts'
import { formsOf, parentsOf } from './rows.ts'

export const deleteBoundaries = async (
  transaction: Transaction<CatalogTables>,
  flavour: Flavour,
  rows: readonly BoundaryTable[],
): Promise<void> => {
  if (rows.length === 0) return
  for (const row of rows) await deleteNamesAndAncestors(transaction, row)
  const keys = rows.map((row) => row.key)
  await flavour.deleteTextsAndBoxes(transaction, keys)
  for (const table of TABLES_BY_KEY) await transaction.deleteFrom(table).where('key', 'in', keys).execute()
}

const TABLES_BY_KEY = ['boundary_code', 'superseded', 'boundary_geometry', 'boundary'] as const

/** Their indexes begin with the text and end with the key, so the texts are needed to find the rows. */
const deleteNamesAndAncestors = async (
  transaction: Transaction<CatalogTables>,
  row: BoundaryTable,
): Promise<void> => {
  const names = formsOf(row).map(({ folded }) => folded)
  if (names.length > 0) {
    await transaction
      .deleteFrom('boundary_name')
      .where('folded', 'in', names)
      .where('key', '=', row.key)
      .execute()
  }
  const parents = parentsOf(row).map(({ id }) => id)
  if (parents.length > 0) {
    await transaction
      .deleteFrom('ancestor')
      .where('ancestor_id', 'in', parents)
      .where('key', '=', row.key)
      .where('level', '=', row.admin_level ?? 0)
      .execute()
  }
}
