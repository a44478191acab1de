/** Removes parents that no longer exist from a boundary. */
import { parentsToJson, storedParentsOf } from './boundary-rows.ts'
import type { BoundaryTable, CatalogTransaction } from './schema.ts'

/** Removes boundaries that no longer exist from the parents of their children. */
export const detachChildren = async (
  transaction: CatalogTransaction,
  ids: readonly string[],
): Promise<void> => {
  const gone = new Set(ids)
  const children = await transaction
    .selectFrom('boundary')
    .select(['key', 'parents', 'admin_level'])
    .where('key', 'in', transaction.selectFrom('ancestor').select('key').where('ancestor_id', 'in', ids))
    .execute()
  for (const child of children) await detach(transaction, child, gone)
}

export const detach = async (
  transaction: CatalogTransaction,
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
