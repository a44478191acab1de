/** Removes boundaries that no longer exist, in one transaction. Boundaries inside them lose these parents; lower sources answer again for their places. */
import type { BoundaryId } from '../../../domain/boundary/id.ts'
import { bulkInsert } from './bulk-insert.ts'
import { counter, setCounter } from './catalog-version.ts'
import { deleteBoundaries } from './delete-boundaries.ts'
import { detachChildren } from './detach-parents.ts'
import { forgetSettledConflicts } from './identity-records.ts'
import type { CatalogDatabase } from './schema.ts'

export const removeBoundaries = (db: CatalogDatabase, ids: readonly BoundaryId[]): Promise<void> =>
  db.write(async (transaction) => {
    const rows = await transaction.selectFrom('boundary').selectAll().where('id', 'in', ids).execute()
    const { numDeletedRows } = await transaction
      .deleteFrom('unlisted_boundary')
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow()
    if (rows.length === 0 && numDeletedRows === 0n) return
    const gone = rows.map(({ id }) => id)
    if (gone.length > 0) await detachChildren(transaction, gone)
    await deleteBoundaries(transaction, rows)
    await forgetSettledConflicts(transaction)
    const removed = ids.map((id) => ({ id, import_id: null }))
    await bulkInsert(transaction, 'removed_boundary', removed, 'skip')
    await setCounter(transaction, 'version', (await counter(transaction, 'version')) + 1)
  })
