/** Records the import of each boundary: the last one that contained it. An import without boundaries is deleted. */
import { type Kysely, sql } from 'kysely'
import { plausibleTime } from '../../../domain/catalog/plausible-time.ts'
import type { ImportRecord, ImportStamp } from '../../../domain/catalog/ports.ts'
import type { CatalogTables, CatalogTransaction, ImportedFileTable } from './schema.ts'

export type CoveringFile = Pick<ImportedFileTable, 'file' | 'data_timestamp'>

export const listImports = async (db: Kysely<CatalogTables>): Promise<readonly ImportRecord[]> => {
  const [files, listed, unlisted, countries] = await Promise.all([
    db.selectFrom('imported_file').selectAll().orderBy('id').execute(),
    db
      .selectFrom('boundary_import')
      .select(['import_id', (select) => select.fn.countAll<number>().as('boundaries')])
      .groupBy('import_id')
      .execute(),
    db
      .selectFrom('unlisted_boundary')
      .select(['import_id', (select) => select.fn.countAll<number>().as('boundaries')])
      .where('import_id', 'is not', null)
      .groupBy('import_id')
      .execute(),
    db.selectFrom('import_country').selectAll().orderBy('country').execute(),
  ])
  const counts = new Map<number, number>()
  for (const { import_id, boundaries } of [...listed, ...unlisted])
    counts.set(import_id!, (counts.get(import_id!) ?? 0) + Number(boundaries))
  const covered = Map.groupBy(countries, ({ import_id }) => import_id)
  return files.map(({ id, file, imported_at, data_timestamp }) => ({
    id,
    file,
    importedAt: imported_at,
    dataTimestamp: data_timestamp,
    boundaries: counts.get(id) ?? 0,
    coveredCountries: (covered.get(id) ?? []).map(({ country }) => country),
  }))
}

/** Returns, for each country that imports cover, the one with the newest data. Dates in the future do not count. */
export const coveringFiles = async (
  transaction: CatalogTransaction,
  now: string,
): Promise<ReadonlyMap<string, CoveringFile>> => {
  const rows = await transaction
    .selectFrom('import_country')
    .innerJoin('imported_file', 'imported_file.id', 'import_country.import_id')
    .select(['country', 'file', 'data_timestamp'])
    .where('data_timestamp', 'is not', null)
    .orderBy('data_timestamp')
    .execute()
  const dated = rows.filter(({ data_timestamp }) => plausibleTime(data_timestamp, now) !== null)
  return new Map(dated.map(({ country, ...file }) => [country, file]))
}

/** Assigns to the import every boundary that the temporary table `seen` marks as stored. */
export const recordImport = async (
  transaction: CatalogTransaction,
  id: number,
  { file, importedAt, dataTimestamp }: ImportStamp,
  coveredCountries: readonly string[],
): Promise<void> => {
  await transaction
    .insertInto('imported_file')
    .values({ id, file, imported_at: importedAt, data_timestamp: dataTimestamp })
    .execute()
  await sql`delete from boundary_import where key in (select key from seen where taken = 1)`.execute(
    transaction,
  )
  // A boundary that the file repeats was seen under keys that no longer exist.
  await sql`
    insert into boundary_import (key, import_id)
    select seen.key, ${sql.lit(id)} from seen join boundary on boundary.key = seen.key where taken = 1`.execute(
    transaction,
  )
  if (coveredCountries.length > 0) {
    await transaction
      .insertInto('import_country')
      .values(coveredCountries.map((country) => ({ country, import_id: id })))
      .execute()
  }
  // Boundaries that an import no longer found stay deleted after this import replaced all of its boundaries.
  await transaction
    .updateTable('removed_boundary')
    .set({ import_id: id })
    .where('import_id', 'not in', transaction.selectFrom('boundary_import').select('import_id'))
    .execute()
  await forgetEmptyImports(transaction)
}

export const forgetEmptyImports = async (transaction: CatalogTransaction): Promise<void> => {
  await transaction
    .deleteFrom('imported_file')
    .where('id', 'not in', transaction.selectFrom('boundary_import').select('import_id'))
    .where(
      'id',
      'not in',
      transaction
        .selectFrom('unlisted_boundary')
        .select('import_id')
        .where('import_id', 'is not', null)
        .$narrowType<{ import_id: number }>(),
    )
    .execute()
  const left = transaction.selectFrom('imported_file').select('id')
  await transaction.deleteFrom('import_country').where('import_id', 'not in', left).execute()
}
