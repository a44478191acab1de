/** The databases of a data directory, as files: what they are, and what is counted in them. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { KEY_MARK } from '../sql/accounts/checked-key.ts'
import { CATALOG_FILE, FETCHED_FILE } from '../sql/catalog/files.ts'

export type Component = 'accounts' | 'units' | 'catalog'

interface DatabaseFile {
  readonly name: string
  readonly component: Component
  /** True if rows refer to rows of other files. */
  readonly isRelated: boolean
}

export const DATABASE_FILES: readonly DatabaseFile[] = [
  { name: 'metes.db', component: 'accounts', isRelated: true },
  { name: 'units.db', component: 'units', isRelated: true },
  { name: CATALOG_FILE, component: 'catalog', isRelated: false },
  { name: FETCHED_FILE, component: 'catalog', isRelated: false },
]

/** Those of a server that shares PostgreSQL with others: the file of fetched boundaries is made again from the log there. */
export const CATALOG_FILES = DATABASE_FILES.filter(({ name }) => name === CATALOG_FILE)

/** What SQLite keeps beside a database. */
export const JOURNALS = ['-wal', '-shm', '-journal'] as const

/** Tables with millions of rows, which are derived from those of `boundary`. */
const DERIVED = [
  'ancestor',
  'boundary_box',
  'boundary_code',
  'boundary_geometry',
  'boundary_import',
  'boundary_name',
  'boundary_text',
  'superseded',
  'word',
]

/** True if the rows of the table are counted. */
export const isCounted = (table: string): boolean => !DERIVED.includes(table)

export interface DatabaseFacts {
  /** Version of its schema. */
  readonly version: number
  readonly rows: Readonly<Record<string, number>>
}

/** Reads a copy that no other process uses. */
export const factsOf = (path: string, component: Component): DatabaseFacts => {
  const database = new DatabaseSync(path)
  try {
    const tables = database
      .prepare(
        `select name from pragma_table_list
         where schema = 'main' and type = 'table' and name not like 'sqlite!_%' escape '!' order by name`,
      )
      .all()
      .map(({ name }) => String(name))
    const rows = tables
      .filter(isCounted)
      .map((name) => [name, Number(database.prepare(`select count(*) as rows from "${name}"`).get()?.rows)])
    const version = database
      .prepare('select version from schema_version where component = ?')
      .get(component)?.version
    return { version: Number(version), rows: Object.fromEntries(rows) }
  } finally {
    database.close()
  }
}

/** Reads every page, and follows every reference. @throws Error with the first fault */
export const checkIntegrity = (path: string): void => {
  const database = new DatabaseSync(path)
  try {
    const fault = database.prepare('pragma quick_check(1)').get()?.quick_check
    if (fault !== 'ok') throw new Error(String(fault))
    const reference = database.prepare('pragma foreign_key_check').get()
    if (reference !== undefined)
      throw new Error(`a row of ${reference.table} refers to a row of ${reference.parent} that is missing`)
  } finally {
    database.close()
  }
}

/** The mark of the secret key in a copy of `metes.db`; null if there is none, as in one of an earlier version. */
export const keyMarkIn = (path: string): string | null => {
  if (!existsSync(path)) return null
  const database = new DatabaseSync(path)
  try {
    if (database.prepare(`select 1 from sqlite_schema where name = 'service_secret'`).get() === undefined)
      return null
    const mark = database.prepare('select secret from service_secret where name = ?').get(KEY_MARK)?.secret
    return mark === undefined ? null : String(mark)
  } finally {
    database.close()
  }
}

/** Runs a statement in a copy that no other process uses, if it has the table: one of an earlier version may lack it. */
export const changeCopy = (path: string, table: string, statement: string): void => {
  const database = new DatabaseSync(path)
  try {
    if (database.prepare('select 1 from sqlite_schema where name = ?').get(table) !== undefined)
      database.exec(statement)
  } finally {
    database.close()
  }
}
