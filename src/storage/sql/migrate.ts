/**
 * Migrates a database to the schema of this version of Metes: forward only, in one transaction, safe if several processes
 * start at once (the second waits and finds nothing to do).
 */
import { type Kysely, sql, type Transaction } from 'kysely'

type DatabaseName = 'sqlite' | 'postgres'

/** Tables that are migrated together, and the databases that can have them. */
export interface Component<Database extends DatabaseName = DatabaseName> {
  readonly name: 'catalog' | 'accounts' | 'units'
  /** Each step has statements for each database. */
  readonly migrations: readonly Readonly<Record<Database, string>>[]
  /** Number of migrations that a read-only file must have; all of them if absent. */
  readonly readableSince?: number
  /**
   * `full`: a committed transaction survives even a power cut. `normal`: a power cut may lose the last moments, never
   * earlier data, and a commit does not wait for the disk; for data that can be imported again, and for writes of every
   * call. A killed process loses nothing in either mode.
   */
  readonly durability: 'full' | 'normal'
}

export interface SchemaTables {
  schema_version: { component: string; version: number }
}

export interface MigrationDialect<Database extends DatabaseName> {
  readonly name: Database
  /** Makes other processes that migrate wait until the transaction ends. */
  readonly lock: (transaction: Transaction<SchemaTables>) => Promise<void>
  /** Runs a text of several statements. */
  readonly execute: (transaction: Transaction<SchemaTables>, statements: string) => Promise<void>
}

export const migrate = async <Database extends DatabaseName>(
  db: Kysely<SchemaTables>,
  dialect: MigrationDialect<Database>,
  component: Component<Database>,
): Promise<void> => {
  if ((await installedVersion(db, component).catch(() => 0)) === component.migrations.length) return
  await db.transaction().execute(async (transaction) => {
    await dialect.lock(transaction)
    await sql`create table if not exists schema_version (component text primary key, version integer not null)`.execute(
      transaction,
    )
    const installed = await installedVersion(transaction, component)
    refuseNewer(component, installed)
    for (const step of component.migrations.slice(installed))
      await dialect.execute(transaction, step[dialect.name])
    await transaction
      .insertInto('schema_version')
      .values({ component: component.name, version: component.migrations.length })
      .onConflict((conflict) =>
        conflict.column('component').doUpdateSet({ version: component.migrations.length }),
      )
      .execute()
  })
}

/** Checks the version of a read-only file, which cannot be migrated. */
export const requireSchema = async (db: Kysely<SchemaTables>, component: VersionedTables): Promise<void> => {
  const installed = await installedVersion(db, component)
  refuseNewer(component, installed)
  if (installed >= (component.readableSince ?? component.migrations.length)) return
  throw new Error(
    `The file has version ${installed} of the ${component.name} schema; this Metes reads version ${component.migrations.length}. Build the file again.`,
  )
}

type VersionedTables = Pick<Component, 'name' | 'readableSince'> & {
  readonly migrations: { readonly length: number }
}

const installedVersion = async (db: Kysely<SchemaTables>, component: VersionedTables): Promise<number> => {
  const row = await db
    .selectFrom('schema_version')
    .select('version')
    .where('component', '=', component.name)
    .executeTakeFirst()
  return row?.version ?? 0
}

const refuseNewer = (component: VersionedTables, installed: number): void => {
  if (installed <= component.migrations.length) return
  throw new Error(
    `The database has version ${installed} of the ${component.name} schema; this Metes knows versions up to ${component.migrations.length}. A newer Metes has used it: install that version or a later one.`,
  )
}
