/**
 * Removes an import from the catalog in one transaction. Lower sources answer again for the places that it replaced, also
 * under the ids of the import; boundaries of other imports inside its boundaries keep the parents that still exist.
 */
import { sql } from 'kysely'
import type { ImportRecord, ImportRemoval } from '../../../domain/catalog/ports.ts'
import { counter, setCounter } from './catalog-version.ts'
import { deleteBoundaries } from './delete-boundaries.ts'
import { detach } from './detach-parents.ts'
import { forgetSettledConflicts } from './identity-records.ts'
import { forgetEmptyImports, listImports } from './import-records.ts'
import type { CatalogDatabase, CatalogTransaction } from './schema.ts'
import { optimizeWords } from './word-index.ts'

export const removeImport = async (db: CatalogDatabase, id: number): Promise<ImportRemoval | null> => {
  const removal = await db.write((transaction) => remove(transaction, id))
  if (removal !== null && removal.removed.boundaries >= MANY) await db.maintain()
  return removal
}

/** Number of removed boundaries after which the index is optimized. */
const MANY = 1_000
const REMOVED_AT_ONCE = 500

const remove = async (transaction: CatalogTransaction, id: number): Promise<ImportRemoval | null> => {
  const imports = await listImports(transaction)
  const removed = imports.find((each) => each.id === id)
  if (removed === undefined) return null
  const incomplete = await uncoverCountries(transaction, removed, imports)
  await nameStandIns(transaction, id)
  await detachOtherChildren(transaction, id)
  for (;;) {
    const rows = await transaction
      .selectFrom('boundary')
      .innerJoin('boundary_import', 'boundary_import.key', 'boundary.key')
      .selectAll('boundary')
      .where('import_id', '=', id)
      .limit(REMOVED_AT_ONCE)
      .execute()
    if (rows.length === 0) break
    await deleteBoundaries(transaction, rows)
  }
  await transaction.deleteFrom('removed_boundary').where('import_id', '=', id).execute()
  await transaction.deleteFrom('unlisted_boundary').where('import_id', '=', id).execute()
  await forgetSettledConflicts(transaction)
  await forgetEmptyImports(transaction)
  if (removed.boundaries >= MANY) await optimizeWords(transaction)
  await setCounter(transaction, 'version', (await counter(transaction, 'version')) + 1)
  return { removed, incomplete }
}

/** An import that loses boundaries no longer covers any country. */
const uncoverCountries = async (
  transaction: CatalogTransaction,
  removed: ImportRecord,
  imports: readonly ImportRecord[],
): Promise<ImportRemoval['incomplete']> => {
  const rows = await transaction
    .selectFrom('boundary')
    .innerJoin('boundary_import', 'boundary_import.key', 'boundary.key')
    .select('country')
    .distinct()
    .where('import_id', '=', removed.id)
    .execute()
  const countries = [...new Set([...rows.map(({ country }) => country), ...removed.coveredCountries])].filter(
    (country) => country !== null,
  )
  if (countries.length === 0) return []
  for (const table of ['covered_country', 'import_country'] as const)
    await transaction.deleteFrom(table).where('country', 'in', countries).execute()
  return imports
    .filter(({ id }) => id !== removed.id)
    .flatMap(({ file, coveredCountries }) =>
      coveredCountries.filter((country) => countries.includes(country)).map((country) => ({ country, file })),
    )
}

/** The ids of the import lead to the boundaries that it replaced; ids that a lower source also has need no redirect. */
const nameStandIns = async (transaction: CatalogTransaction, id: number): Promise<void> => {
  await sql`
    insert into stand_in (id, lower_id)
    select boundary.id, min(superseded.lower_id) from superseded
    join boundary on boundary.key = superseded.key
    join boundary_import on boundary_import.key = boundary.key
    where boundary_import.import_id = ${sql.lit(id)}
    group by boundary.id
    having max(case when superseded.lower_id = boundary.id then 1 else 0 end) = 0`.execute(transaction)
}

/** Boundaries of other imports lose the parents that have no successor. */
const detachOtherChildren = async (transaction: CatalogTransaction, id: number): Promise<void> => {
  await sql`
    create temporary table gone as
    select boundary.id from boundary
    join boundary_import on boundary_import.key = boundary.key
    where boundary_import.import_id = ${sql.lit(id)}
    and not exists (select 1 from superseded where superseded.key = boundary.key)`.execute(transaction)
  await sql`
    create temporary table child as
    select distinct ancestor.key from ancestor
    join boundary_import on boundary_import.key = ancestor.key
    where ancestor_id in (select id from gone) and boundary_import.import_id <> ${sql.lit(id)}`.execute(
    transaction,
  )
  const { rows } = await sql<{ id: string }>`select id from gone`.execute(transaction)
  const gone: ReadonlySet<string> = new Set(rows.map((row) => row.id))
  for (let lastKey = -1; ; ) {
    const children = await transaction
      .selectFrom('boundary')
      .select(['key', 'parents', 'admin_level'])
      .where('key', '>', lastKey)
      .where(sql<boolean>`key in (select key from child)`)
      .orderBy('key')
      .limit(REMOVED_AT_ONCE)
      .execute()
    if (children.length === 0) break
    for (const child of children) await detach(transaction, child, gone)
    lastKey = children[children.length - 1].key
  }
  await sql`drop table child`.execute(transaction)
  await sql`drop table gone`.execute(transaction)
}
