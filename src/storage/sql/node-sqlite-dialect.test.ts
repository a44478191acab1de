import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, test } from 'node:test'
import { Kysely, sql } from 'kysely'
import { DatabaseBusyError } from './busy.ts'
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
