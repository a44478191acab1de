import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, test } from 'node:test'
import { Kysely, type Transaction } from 'kysely'
import { DatabaseBusyError } from './database-busy.ts'
import { shareCommits } from './group-commit.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'

interface Tables {
  readonly entry: { readonly name: string }
}

const LOCK_TIMEOUT_MS = 40

let directory: string
let db: Kysely<Tables>
let transactions: number
let write: <R>(work: (transaction: Transaction<Tables>) => Promise<R>) => Promise<R>

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'metes-commits-'))
  const file = join(directory, 'test.db')
  new DatabaseSync(file).exec('pragma journal_mode = wal; create table entry (name text primary key)')
  db = new Kysely({ dialect: nodeSqliteDialect(() => new DatabaseSync(file), LOCK_TIMEOUT_MS) })
  transactions = 0
  write = shareCommits((work) => {
    transactions++
    return db.transaction().execute(work)
  })
})
afterEach(async () => {
  await db.destroy()
  await rm(directory, { recursive: true })
})

const add = (name: string): Promise<string> =>
  write(async (transaction) => {
    await transaction.insertInto('entry').values({ name }).execute()
    return `${name} is in`
  })

const names = async (): Promise<readonly string[]> =>
  (await db.selectFrom('entry').select('name').orderBy('name').execute()).map(({ name }) => name)

test('concurrent writers share a transaction, and each gets its own result', async () => {
  assert.deepEqual(await Promise.all(['a', 'b', 'c'].map(add)), ['a is in', 'b is in', 'c is in'])
  assert.equal(transactions, 1)
  await add('d')
  assert.equal(transactions, 2)
  assert.deepEqual(await names(), ['a', 'b', 'c', 'd'])
})

test('each sees the writes of those before it in the same transaction', async () => {
  const counts = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      write(async (transaction) => {
        await transaction.insertInto('entry').values({ name }).execute()
        return (await transaction.selectFrom('entry').selectAll().execute()).length
      }),
    ),
  )
  assert.deepEqual(counts, [1, 2, 3])
})

test('a failing writer, even half-way, leaves nothing behind and fails alone', async () => {
  const outcomes = await Promise.allSettled([
    add('a'),
    write(async (transaction) => {
      await transaction.insertInto('entry').values({ name: 'half' }).execute()
      throw new Error('it broke')
    }),
    add('a'),
    add('b'),
  ])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(await names(), ['a', 'b'])
})

test('no write is acknowledged before everything is committed', async () => {
  let acknowledged = 0
  const first = add('a').then(() => acknowledged++)
  const second = write(async () => acknowledged)
  await first
  assert.equal(await second, 0)
})

test('when another process writes for too long, all fail together with that reason', async () => {
  const other = new DatabaseSync(join(directory, 'test.db'))
  other.exec('begin immediate')
  const outcomes = await Promise.allSettled([add('a'), add('b')])
  other.exec('rollback')
  other.close()
  assert.equal(transactions, 1)
  for (const outcome of outcomes) {
    assert.equal(outcome.status, 'rejected')
    assert.ok(outcome.reason instanceof DatabaseBusyError)
  }
})
