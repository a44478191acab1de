import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, test } from 'node:test'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { isStorageFull } from '../../util/storage-full.ts'
import { DatabaseBusyError } from './database-busy.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'

interface Tables {
  thing: { id: number; name: string | null }
}

let directory: string
let db: Kysely<Tables>
/** Another connection to the same file. */
let other: DatabaseSync

const connect = (lockTimeoutMs: number) =>
  new Kysely<Tables>({
    dialect: nodeSqliteDialect(() => new DatabaseSync(join(directory, 'test.db')), lockTimeoutMs),
  })

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'metes-dialect-'))
  other = new DatabaseSync(join(directory, 'test.db'))
  other.exec('pragma journal_mode = wal; create table thing (id integer primary key, name text)')
  db = connect(2_000)
})

afterEach(async () => {
  await db.destroy()
  other.close()
  rmSync(directory, { recursive: true })
})

const names = async () =>
  (await db.selectFrom('thing').select('name').orderBy('id').execute()).map(({ name }) => name)

test('rows are written and read, and the number of changed ones is known', async () => {
  await db
    .insertInto('thing')
    .values([
      { id: 1, name: 'a' },
      { id: 2, name: null },
    ])
    .execute()
  assert.deepEqual(await names(), ['a', null])
  const { numUpdatedRows } = await db.updateTable('thing').set({ name: 'b' }).executeTakeFirstOrThrow()
  assert.equal(numUpdatedRows, 2n)
  const returned = await db.deleteFrom('thing').where('id', '=', 1).returning('name').execute()
  assert.deepEqual(
    returned.map(({ name }) => name),
    ['b'],
  )
})

test('a failing transaction leaves nothing', async () => {
  const failing = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('thing').values({ id: 1, name: 'a' }).execute()
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.deepEqual(await names(), [])
})

/** Fills the pages that the file may have; https://www.sqlite.org/pragma.html#pragma_max_page_count. */
const limited = (pages: number) =>
  new Kysely<Tables>({
    dialect: nodeSqliteDialect(() => {
      const file = new DatabaseSync(join(directory, 'test.db'))
      file.exec(`pragma max_page_count = ${pages}`)
      return file
    }, 0),
  })

test('a full disk is reported as such by every transaction, and the next one with space succeeds', async () => {
  const full = limited(3)
  const write = (bytes: number) =>
    full.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('thing')
        .values({ name: 'x' } as Tables['thing'])
        .execute()
      await transaction
        .insertInto('thing')
        .values({ name: 'y'.repeat(bytes) } as Tables['thing'])
        .execute()
    })
  for (let call = 0; call < 5; call++) {
    await assert.rejects(write(100_000), (error) => isStorageFull(error) && /full/.test(String(error)))
    assert.deepEqual(await names(), [])
  }
  await write(1)
  assert.deepEqual(await names(), ['x', 'y'])
  await full.destroy()
})

test('a transaction that could not be rolled back does not stop the next one', async () => {
  await assert.rejects(
    db.transaction().execute(async (transaction) => {
      await transaction.insertInto('thing').values({ id: 1, name: 'a' }).execute()
      // As if the rollback of this one had failed: it ends inside another that stays open.
      await sql`rollback`.execute(transaction)
      throw new Error('no')
    }),
    /no/,
  )
  await db.executeQuery(CompiledQuery.raw('begin'))
  await db
    .transaction()
    .execute((transaction) => transaction.insertInto('thing').values({ id: 2, name: 'b' }).execute())
  assert.deepEqual(await names(), ['b'])
})

test('queries wait for a transaction on their connection and for nothing else', async () => {
  const order: string[] = []
  const transaction = db.transaction().execute(async (inside) => {
    await inside.insertInto('thing').values({ id: 1, name: 'a' }).execute()
    order.push('written')
  })
  const question = names().then((found) => order.push(`read ${found.length}`))
  await Promise.all([transaction, question])
  assert.deepEqual(order, ['written', 'read 1'])
})

test('waiting for the write lock does not block the event loop', async () => {
  other.exec('begin immediate')
  let turns = 0
  const timer = setInterval(() => {
    if (++turns === 3) other.exec('commit')
  }, 5)
  await db
    .transaction()
    .execute((transaction) => transaction.insertInto('thing').values({ id: 1, name: 'a' }).execute())
  clearInterval(timer)
  assert.ok(turns >= 3)
  assert.deepEqual(await names(), ['a'])
})

test('a writer that never ends is reported, and reading continues', async () => {
  const impatient = connect(0)
  other.exec('begin immediate')
  const writing = impatient.transaction().execute((transaction) => sql`select 1`.execute(transaction))
  await assert.rejects(writing, DatabaseBusyError)
  assert.deepEqual(await names(), [])
  other.exec('rollback')
  await impatient.destroy()
})

test('rows can be streamed while the same query runs again', async () => {
  await db
    .insertInto('thing')
    .values([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ])
    .execute()
  const streamed: (string | null)[] = []
  const streaming = connect(0)
  for await (const { name } of streaming.selectFrom('thing').select('name').stream()) {
    streamed.push(name)
    await names()
  }
  await streaming.destroy()
  assert.deepEqual(streamed, ['a', 'b'])
})
