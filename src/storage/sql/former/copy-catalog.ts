/**
 * Copies a catalog that an earlier version keeps in PostgreSQL into an SQLite file: all rows of all tables as they are, and the two indexes
 * that SQLite has in tables of its own kind. Every row is read back from the file and compared by a checksum.
 */
import { createHash, type Hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type pg from 'pg'
import { splitBBox } from '../../../domain/geometry/bbox.ts'
import { CATALOG } from '../catalog/migrations.ts'
import { openSqlite } from '../sqlite.ts'

export interface CopiedCatalog {
  /** Identifies the catalog in PostgreSQL. */
  readonly store: string
  readonly boundaries: number
  /** Of all tables. */
  readonly rows: number
  /** Of all rows, the tables in the order of their names. */
  readonly sha256: string
}

type Value = string | number | Uint8Array | null
type Row = readonly Value[]

/** @param client in a transaction that sees one moment */
export const copyCatalog = async (
  client: pg.Client,
  schema: string,
  path: string,
): Promise<CopiedCatalog> => {
  const version = await schemaVersion(client, schema)
  const then = { ...CATALOG, migrations: CATALOG.migrations.slice(0, version) }
  const empty = await openSqlite(path, then, { cacheBytes: CACHE_BYTES })
  await empty.create()
  await empty.close()
  const target = new DatabaseSync(path)
  let rows = 0
  const hash = createHash('sha256')
  try {
    // Nobody reads the file before it is complete, and an incomplete one is deleted.
    target.exec('pragma journal_mode = off; pragma synchronous = off; begin')
    for (const table of tablesOf(target)) rows += await copyTable(client, schema, target, table, hash)
    await copyWords(client, schema, target)
    copyBoxes(target)
    await requireSameNumber(client, schema, target)
    target.exec('commit')
  } finally {
    target.close()
  }
  const copied = readBack(path)
  const sha256 = hash.digest('hex')
  if (copied.sha256 !== sha256 || copied.rows !== rows)
    throw new Error(
      `The copy of the catalog in PostgreSQL differs from it: ${copied.rows} of ${rows} rows were read back, and the checksums are ${copied.sha256} and ${sha256}. Nothing was changed; look at the disk of ${path}, then start again.`,
    )
  // Brings it to the schema of this version.
  await (await openSqlite(path, CATALOG, { cacheBytes: CACHE_BYTES })).close()
  finish(path)
  await syncFile(path)
  return { store: copied.store, boundaries: copied.boundaries, rows, sha256 }
}

const CACHE_BYTES = 64 * 1024 * 1024
const ROWS_AT_ONCE = 1_000
/** Polygons of countries have megabytes, and come first. */
const POLYGONS_AT_ONCE = 20

const schemaVersion = async (client: pg.Client, schema: string): Promise<number> => {
  const { rows } = await client.query(`select version from "${schema}".schema_version where component = $1`, [
    CATALOG.name,
  ])
  const version = Number(rows[0]?.version)
  if (version >= 1 && version <= CATALOG.migrations.length) return version
  throw new Error(
    `The catalog in the schema ${schema} of PostgreSQL has version ${rows[0]?.version} of its schema; this Metes knows versions up to ${CATALOG.migrations.length}. A newer Metes has used it: install that version or a later one.`,
  )
}

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly hasPolygons: boolean
  /** The primary key, by which rows are ordered alike in both databases. */
  readonly order: readonly { readonly column: string; readonly isText: boolean }[]
}

const tablesOf = (target: DatabaseSync): readonly Table[] =>
  target
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table'
       and name not like 'sqlite!_%' escape '!' and name <> 'schema_version' order by name`,
    )
    .all()
    .map(({ name }) => {
      const columns = target.prepare('select name, type, pk from pragma_table_info(?)').all(String(name))
      const order = columns
        .filter(({ pk }) => Number(pk) > 0)
        .sort((one, other) => Number(one.pk) - Number(other.pk))
        .map((each) => ({ column: String(each.name), isText: String(each.type).toLowerCase() === 'text' }))
      const hasPolygons = columns.some(({ type }) => String(type).toLowerCase() === 'blob')
      return { name: String(name), columns: columns.map((each) => String(each.name)), hasPolygons, order }
    })

const copyTable = async (
  client: pg.Client,
  schema: string,
  target: DatabaseSync,
  { name, columns, hasPolygons, order }: Table,
  hash: Hash,
): Promise<number> => {
  // What a new catalog has in it.
  target.exec(`delete from ${name}`)
  const insert = target.prepare(
    `insert into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  // The bytes of texts, whatever the order of the database is.
  const by = order.map(({ column, isText }) => (isText ? `${column} collate "C"` : column))
  hash.update(name)
  let count = 0
  const query = `select ${columns.join(', ')} from "${schema}".${name} order by ${by.join(', ')}`
  for await (const row of rowsOf(client, query, hasPolygons ? POLYGONS_AT_ONCE : undefined)) {
    insert.run(...(row as SQLInputValue[]))
    addRow(hash, row)
    count++
  }
  const { rows } = await client.query(`select count(*)::float8 as rows from "${schema}".${name}`)
  if (Number(rows[0].rows) !== count)
    throw new Error(`Of the table ${schema}.${name}, ${count} of ${rows[0].rows} rows could be read.`)
  return count
}

async function* rowsOf(client: pg.Client, text: string, atOnce = ROWS_AT_ONCE): AsyncGenerator<Row> {
  await client.query(`declare copied no scroll cursor for ${text}`)
  for (;;) {
    const { rows } = await client.query<Value[]>({
      text: `fetch ${atOnce} from copied`,
      rowMode: 'array',
    })
    yield* rows
    if (rows.length < atOnce) break
  }
  await client.query('close copied')
}

const addRow = (hash: Hash, row: Row): void => {
  for (const value of row) {
    if (value instanceof Uint8Array) hash.update(`${value.byteLength} bytes `).update(value)
    else hash.update(JSON.stringify(value))
    hash.update('\n')
  }
}

/** FTS5 keeps no words, so they come from the other index. */
const copyWords = async (client: pg.Client, schema: string, target: DatabaseSync): Promise<void> => {
  const insert = target.prepare('insert into boundary_text (rowid, words) values (?, ?)')
  const query = `select key, array_to_string(tsvector_to_array(words), ' ') from "${schema}".boundary_text order by key`
  for await (const row of rowsOf(client, query)) insert.run(...(row as SQLInputValue[]))
}

const copyBoxes = (target: DatabaseSync): void => {
  const insert = target.prepare('insert into boundary_box values (?, ?, ?, ?, ?)')
  for (const row of target.prepare('select key, west, south, east, north from boundary').iterate()) {
    const { key, west, south, east, north } = row as Record<string, number>
    for (const [part, [left, lower, right, upper]] of splitBBox([west, south, east, north]).entries())
      insert.run(2 * key + part, left, right, lower, upper)
  }
}

const requireSameNumber = async (client: pg.Client, schema: string, target: DatabaseSync): Promise<void> => {
  for (const [table, shadow] of [
    ['boundary_text', 'boundary_text_docsize'],
    ['boundary_box', 'boundary_box_rowid'],
  ]) {
    const { rows } = await client.query(`select count(*)::float8 as rows from "${schema}".${table}`)
    const copied = Number(target.prepare(`select count(*) as rows from ${shadow}`).get()?.rows)
    if (copied !== Number(rows[0].rows))
      throw new Error(`The index ${schema}.${table} has ${rows[0].rows} rows, and its copy ${copied}.`)
  }
}

const readBack = (path: string): CopiedCatalog => {
  const file = new DatabaseSync(path, { readOnly: true })
  try {
    const hash = createHash('sha256')
    let rows = 0
    for (const { name, columns, order } of tablesOf(file)) {
      hash.update(name)
      const select = file.prepare(
        `select ${columns.join(', ')} from ${name} order by ${order.map(({ column }) => column).join(', ')}`,
      )
      for (const row of select.iterate()) {
        addRow(hash, Object.values(row) as Row)
        rows++
      }
    }
    return {
      store: String(file.prepare(`select value from meta where name = 'store'`).get()?.value),
      boundaries: Number(file.prepare('select count(*) as rows from boundary').get()?.rows),
      rows,
      sha256: hash.digest('hex'),
    }
  } finally {
    file.close()
  }
}

/** One file without a journal, with as good indexes as after an import. */
const finish = (path: string): void => {
  const file = new DatabaseSync(path)
  try {
    file.exec(`insert into boundary_text (boundary_text) values ('optimize')`)
    file.exec('analyze')
    file.exec('pragma journal_mode = delete')
  } finally {
    file.close()
  }
}

const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
