/** The place in the log that a file of fetched boundaries has, kept in the file itself: it changes with its boundaries, in one transaction. */
import type { Kysely } from 'kysely'
import type { CatalogTables, CatalogTransaction } from '../catalog/schema.ts'
import type { LogPlace } from './fetched-log.ts'

/** In the table `meta`: the sequence and the mark. */
const PLACE = 'log'

/** Null if the file is of no log. */
export const placeIn = async (db: Kysely<CatalogTables>): Promise<LogPlace | null> => {
  const row = await db.selectFrom('meta').select('value').where('name', '=', PLACE).executeTakeFirst()
  if (row === undefined) return null
  const [sequence, mark] = row.value.split(' ')
  return { sequence: Number(sequence), mark }
}

export const setPlace = async (
  transaction: CatalogTransaction,
  { sequence, mark }: LogPlace,
): Promise<void> => {
  const value = `${sequence} ${mark}`
  await transaction
    .insertInto('meta')
    .values({ name: PLACE, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
