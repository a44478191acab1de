/** Removes parents that no longer exist from a boundary. */
import type { Transaction } from 'kysely'
import { parentsToJson, storedParentsOf } from './rows.ts'
import type { BoundaryTable, CatalogTables } from './schema.ts'

export const detach = async (
  transaction: Transaction<CatalogTables>,
  child: Pick<BoundaryTable, 'key' | 'parents' | 'admin_level'>,
  gone: ReadonlySet<string>,
): Promise<void> => {
  const parents = storedParentsOf(child)
  const left = parents.filter(({ id }) => !gone.has(id))
  const lost = parents.filter(({ id }) => gone.has(id)).map(({ id }) => id)
  await transaction
    .updateTable('boundary')
    .set({ parents: parentsToJson(left) })
    .where('key', '=', child.key)
    .execute()
  await transaction
    .deleteFrom('ancestor')
    .where('ancestor_id', 'in', lost)
    .where('level', '=', child.admin_level ?? 0)
    .where('key', '=', child.key)
    .execute()
}
