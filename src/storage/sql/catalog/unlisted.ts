/** Boundaries that take nothing from known ones: stored whole beside the catalog's tables, so that only their own ids find them. */
import type { Kysely } from 'kysely'
import type { BoundaryRecord } from '../../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../../domain/boundary/id.ts'
import type { BoundaryEntry, StoredGeometry } from '../../../domain/catalog/ports.ts'
import { aliasesOf, boundaryRecordOf } from './boundary-rows.ts'
import type { BoundaryTable, CatalogTables, CatalogTransaction } from './schema.ts'

/** Everything of an entry that the JSON has. */
type Stored = Omit<BoundaryEntry, 'geometry' | 'conflicts' | 'displaces' | 'isKept'>

export interface Unlisted {
  readonly entry: BoundaryEntry
  readonly importId: number | null
}

export const storeUnlisted = async (
  transaction: CatalogTransaction,
  { geometry, record, searchNames, isoAliases = [], supersedes }: BoundaryEntry,
  { importId, hasId }: { readonly importId: number | null; readonly hasId: boolean },
): Promise<void> => {
  const stored: Stored = { record, searchNames, isoAliases, supersedes }
  const row = {
    country: record.country,
    import_id: importId,
    has_id: hasId ? 1 : 0,
    entry: JSON.stringify(stored),
    rings: geometry.rings,
    weights: geometry.weights,
  }
  await transaction
    .insertInto('unlisted_boundary')
    .values({ id: record.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Returns the record that the boundary's own id leads to: without the codes that it claims. */
export const unlistedRecord = async (
  db: Kysely<CatalogTables>,
  id: BoundaryId,
): Promise<BoundaryRecord | null> => {
  const row = await db
    .selectFrom('unlisted_boundary')
    .select('entry')
    .where('id', '=', id)
    .where('has_id', '=', 1)
    .executeTakeFirst()
  if (row === undefined) return null
  const { codes: _, inherited: __, ...record } = (JSON.parse(row.entry) as Stored).record
  return { ...record, iso: null, wikidata: null, fips: null }
}

export const unlistedGeometries = async (
  db: Kysely<CatalogTables>,
  ids: readonly BoundaryId[],
): Promise<ReadonlyMap<BoundaryId, StoredGeometry>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('unlisted_boundary')
    .select(['id', 'rings', 'weights'])
    .where('id', 'in', ids)
    .where('has_id', '=', 1)
    .execute()
  return new Map(rows.map(({ id, rings, weights }) => [id as BoundaryId, { rings, weights }]))
}

/** Returns the boundary as it would be stored if it took what it claims. */
export const readUnlisted = async (
  transaction: CatalogTransaction,
  id: BoundaryId,
): Promise<Unlisted | null> => {
  const row = await transaction
    .selectFrom('unlisted_boundary')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const { rings, weights, import_id: importId } = row
  return { entry: { ...(JSON.parse(row.entry) as Stored), geometry: { rings, weights } }, importId }
}

/** Returns a stored boundary as the entry that it was made from. */
export const entryOfRow = async (
  transaction: CatalogTransaction,
  row: BoundaryTable,
): Promise<BoundaryEntry> => {
  const { rings, weights } = await transaction
    .selectFrom('boundary_geometry')
    .select(['rings', 'weights'])
    .where('key', '=', row.key)
    .executeTakeFirstOrThrow()
  const superseded = await transaction
    .selectFrom('superseded')
    .select('lower_id')
    .where('key', '=', row.key)
    .execute()
  const { names, isoCodes } = aliasesOf(row)
  return {
    record: boundaryRecordOf(row),
    geometry: { rings, weights },
    searchNames: names.map((name) => ({ language: null, name })),
    isoAliases: isoCodes,
    supersedes: superseded.map(({ lower_id }) => lower_id as BoundaryId),
  }
}
