import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import type { Component } from './migrate.ts'
import { openSqlite } from './sqlite.ts'

interface Tables {
  thing: { name: string }
}

const COMPONENT: Component = {
  name: 'units',
  migrations: [
    { sqlite: 'create table thing (name text)', postgres: '' },
    { sqlite: "insert into thing values ('first')", postgres: '' },
  ],
  durability: 'normal',
}

let folder: string
let data: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'metes-sqlite-'))
  data = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = () => openSqlite<Tables>(join(data, 'things.db'), COMPONENT, { cacheBytes: 1 << 20 })
type Opened = Awaited<ReturnType<typeof open>>

const names = async ({ read }: Opened) =>
  (await read.selectFrom('thing').select('name').execute()).map(({ name }) => name)

const add = ({ write }: Opened, name: string) =>
  write((transaction) => transaction.insertInto('thing').values({ name }).execute())

test('reading a missing file sees an empty database and leaves nothing behind', async () => {
  const db = await open()
  assert.deepEqual(await names(db), ['first'])
  await db.close()
  assert.deepEqual(readdirSync(folder), [])
})

test('the first write creates the file, and readers see it at once', async () => {
  const db = await open()
  assert.deepEqual(await names(db), ['first'])
  await Promise.all([add(db, 'second'), add(db, 'third')])
  assert.deepEqual((await names(db)).sort(), ['first', 'second', 'third'])
  await db.close()
  const again = await open()
  assert.equal((await names(again)).length, 3)
  await again.close()
})

test('what another process creates is seen by those that opened before', async () => {
  const [before, other] = [await open(), await open()]
  assert.deepEqual(await names(before), ['first'])
  await add(other, 'second')
  assert.deepEqual(await names(before), ['first', 'second'])
  await add(before, 'third')
  assert.deepEqual(await names(other), ['first', 'second', 'third'])
  await Promise.all([before.close(), other.close()])
})

test('a server creates the file before anything is written', async () => {
  const db = await open()
  await db.create()
  assert.ok(existsSync(join(data, 'things.db')))
  assert.deepEqual(await names(db), ['first'])
  await db.close()
})

test('a file that cannot be created fails the write, and the next one tries again', async () => {
  const db = await open()
  // A file in the place of the directory.
  writeFileSync(data, '')
  await assert.rejects(add(db, 'second'))
  assert.deepEqual(await names(db), ['first'])
  rmSync(data)
  await add(db, 'second')
  assert.deepEqual(await names(db), ['first', 'second'])
  await db.close()
})
