/**
 * Takes a listed boundary out of the catalog's tables, so that only its own id finds it. Lower sources answer again for what it
 * replaced; boundaries inside it keep the parents that it stood for, and lose it otherwise.
 */
import type { BoundaryId } from '../../../domain/boundary/id.ts'
import type { IdentityConflict } from '../../../domain/catalog/ports.ts'
import { deleteBoundaries } from './delete-boundaries.ts'
import { detachChildren } from './detach-parents.ts'
import { noteConflicts } from './identity-records.ts'
import type { BoundaryTable, CatalogTransaction } from './schema.ts'
import { entryOfRow, storeUnlisted } from './unlisted.ts'

/** Returns false if the boundary is not listed. @param reason null if it is not to be told as a conflict */
export const unlist = async (
  transaction: CatalogTransaction,
  id: BoundaryId,
  reason: IdentityConflict | null,
): Promise<boolean> => {
  const row = await transaction.selectFrom('boundary').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return false
  const entry = await entryOfRow(transaction, row)
  const owner = await transaction
    .selectFrom('boundary_import')
    .select('import_id')
    .where('key', '=', row.key)
    .executeTakeFirst()
  await leaveChildren(transaction, row, entry.supersedes)
  if (row.kind === 'country' && row.country !== null) await uncover(transaction, row.country)
  await deleteBoundaries(transaction, [row])
  const hasId = !entry.supersedes.includes(id)
  await storeUnlisted(transaction, entry, { importId: owner?.import_id ?? null, hasId })
  if (reason !== null) await noteConflicts(transaction, [{ ...entry, conflicts: [reason] }])
  return true
}

/** Its children get what it stood for as their parent, or lose it. */
const leaveChildren = async (
  transaction: CatalogTransaction,
  { id }: BoundaryTable,
  supersedes: readonly BoundaryId[],
): Promise<void> => {
  if (supersedes.includes(id as BoundaryId)) return
  const [lower_id] = [...supersedes].sort()
  if (lower_id !== undefined) {
    await transaction
      .insertInto('stand_in')
      .values({ id, lower_id })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ lower_id }))
      .execute()
    return
  }
  await detachChildren(transaction, [id])
}

/** A country whose border is in doubt is not complete. */
const uncover = async (transaction: CatalogTransaction, country: string): Promise<void> => {
  for (const table of ['covered_country', 'import_country'] as const)
    await transaction.deleteFrom(table).where('country', '=', country).execute()
}
