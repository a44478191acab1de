/**
 * Units over SQL. Concurrent changes cannot deadlock: holds are deleted first, then months are updated in the order of their names,
 * then the usage of days is, in the order of its keys, then holds are inserted. It is all plain SQL: renaming columns, as
 * `store-database.ts` does, takes a tenth of the time of a charge.
 */
import { sql } from 'kysely'
import type { UnitStore } from '../../../platform/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import { batchedChanges } from './batched-changes.ts'
import { processLeases } from './process-leases.ts'
import type { UnitTables } from './schema.ts'
import { separateChanges, type UnitChanges } from './separate-changes.ts'

export const createUnitStore = ({
  read,
  write,
  writeOne,
  dialect,
}: OpenDatabase<UnitTables>): UnitStore & Pick<UnitChanges, 'isBehind'> => ({
  ...(dialect.changesInWith ? batchedChanges(writeOne) : separateChanges(write)),
  ...processLeases(write),
  // Every hold is a row, which other changes can delete.
  share: async () => true,
  used: async (accountId, month) => {
    const { rows } = await sql<{ used: number }>`
      select used from unit_month where account_id = ${accountId} and month = ${month}`.execute(read)
    return rows[0]?.used ?? 0
  },
})
