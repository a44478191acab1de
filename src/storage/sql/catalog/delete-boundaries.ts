/** Deletes boundaries from every table. */
import { storedFormsOf, storedParentsOf } from './boundary-rows.ts'
import { deleteBoxes } from './box-index.ts'
import { storedCodesOf } from './entry-rows.ts'
import { nameHashes } from './name-hash.ts'
import type { BoundaryTable, CatalogTransaction } from './schema.ts'
import { deleteTexts } from './word-index.ts'

export const deleteBoundaries = async (
  transaction: CatalogTransaction,
  rows: readonly BoundaryTable[],
): Promise<void> => {
  if (rows.length === 0) return
  for (const row of rows) await deleteNamesCodesAndAncestors(transaction, row)
  const keys = rows.map((row) => row.key)
  await deleteTexts(transaction, keys)
  await deleteBoxes(transaction, keys)
  for (const table of TABLES_BY_KEY) await transaction.deleteFrom(table).where('key', 'in', keys).execute()
}

const TABLES_BY_KEY = ['superseded', 'boundary_import', 'boundary_geometry', 'boundary'] as const

/** Their indexes start with a name, a code or a parent and end with the key, so those values are needed to find the rows. */
const deleteNamesCodesAndAncestors = async (
  transaction: CatalogTransaction,
  row: BoundaryTable,
): Promise<void> => {
  const hashes = nameHashes(storedFormsOf(row))
  if (hashes.length > 0) {
    await transaction
      .deleteFrom('boundary_name')
      .where('hash', 'in', hashes)
      .where('key', '=', row.key)
      .execute()
  }
  const codes = storedCodesOf(row)
  if (codes.length > 0) {
    await transaction
      .deleteFrom('boundary_code')
      .where('code', 'in', codes)
      .where('key', '=', row.key)
      .execute()
  }
  const parents = storedParentsOf(row).map(({ id }) => id)
  if (parents.length > 0) {
    await transaction
      .deleteFrom('ancestor')
      .where('ancestor_id', 'in', parents)
      .where('key', '=', row.key)
      .where('level', '=', row.admin_level ?? 0)
      .execute()
  }
}
