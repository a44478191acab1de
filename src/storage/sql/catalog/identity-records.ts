/** Conflicts of identity and an operator's decisions about them. */
import type { Kysely } from 'kysely'
import type { Origin } from '../../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../../domain/boundary/id.ts'
import type { BoundaryEntry, DecidedIdentity, StoredConflict } from '../../../domain/catalog/ports.ts'
import { bulkInsert } from './bulk-insert.ts'
import type { CatalogTables, CatalogTransaction, ConflictTable } from './schema.ts'

/** Replaces what was known of the conflicts of these objects. */
export const noteConflicts = async (
  transaction: CatalogTransaction,
  entries: readonly BoundaryEntry[],
): Promise<void> => {
  const ids = entries.map(({ record }) => record.id)
  if (ids.length === 0) return
  await transaction.deleteFrom('identity_conflict').where('id', 'in', ids).execute()
  const rows = entries.flatMap(({ record, conflicts = [] }) =>
    conflicts.map(
      ({ claim, holder, replacesIfKept, reason }): ConflictTable => ({
        id: record.id,
        name: record.name,
        claim,
        holder_id: holder.id,
        holder_name: holder.name,
        holder_is_in: holder.isIn,
        replaces_if_kept: replacesIfKept ? 1 : 0,
        reason,
        noted_at: record.source.fetchedAt,
      }),
    ),
  )
  await bulkInsert(transaction, 'identity_conflict', rows, 'skip')
}

export const listConflicts = async (
  db: Kysely<CatalogTables>,
  origin: Origin,
): Promise<readonly StoredConflict[]> => {
  const rows = await db
    .selectFrom('identity_conflict')
    .selectAll()
    .where('id', 'not in', db.selectFrom('identity_decision').select('id').where('decision', '=', 'reject'))
    .orderBy('noted_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => conflictOf(row, origin))
}

export const conflictsHeld = async (
  db: Kysely<CatalogTables>,
  id: BoundaryId,
  origin: Origin,
): Promise<readonly StoredConflict[]> => {
  const rows = await db.selectFrom('identity_conflict').selectAll().where('id', '=', id).execute()
  return rows.map((row) => conflictOf(row, origin))
}

/** Forgets conflicts of objects that are no longer stored. */
export const forgetSettledConflicts = async (transaction: CatalogTransaction): Promise<void> => {
  await transaction
    .deleteFrom('identity_conflict')
    .where('id', 'not in', transaction.selectFrom('unlisted_boundary').select('id'))
    .where('id', 'not in', transaction.selectFrom('boundary').select('id'))
    .execute()
}

const conflictOf = (row: ConflictTable, origin: Origin): StoredConflict => ({
  id: row.id as BoundaryId,
  name: row.name,
  origin,
  claim: row.claim,
  holder: {
    id: row.holder_id as BoundaryId,
    name: row.holder_name,
    isIn: row.holder_is_in as StoredConflict['holder']['isIn'],
  },
  replacesIfKept: row.replaces_if_kept === 1,
  reason: row.reason,
  notedAt: row.noted_at,
})

export const listDecisions = async (
  db: Kysely<CatalogTables>,
): Promise<ReadonlyMap<BoundaryId, DecidedIdentity>> => {
  const rows = await db.selectFrom('identity_decision').select(['id', 'decision', 'claims']).execute()
  return new Map(
    rows.map(({ id, decision, claims }) => [
      id as BoundaryId,
      { decision: decision as DecidedIdentity['decision'], claims: JSON.parse(claims) as string[] },
    ]),
  )
}

export const recordDecision = async (
  transaction: CatalogTransaction,
  id: BoundaryId,
  { decision, claims }: DecidedIdentity,
  decidedAt: string,
): Promise<void> => {
  const row = { decision, claims: JSON.stringify(claims), decided_at: decidedAt }
  await transaction
    .insertInto('identity_decision')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
