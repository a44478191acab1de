/** A catalog from before import records, opened by this version. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { boundaryRowOf } from '../../src/storage/sql/catalog/boundary-rows.ts'
import { CATALOG } from '../../src/storage/sql/catalog/migrations.ts'
import type { CatalogDatabase, CatalogTables } from '../../src/storage/sql/catalog/schema.ts'
import { openSqlite } from '../../src/storage/sql/sqlite.ts'
import { boundary } from '../support/boundary-entries.ts'
import { sqliteDatabase, type TestDatabase } from '../support/databases.ts'

/** The former schema: two migrations. */
const BEFORE = { ...CATALOG, migrations: CATALOG.migrations.slice(0, 2) }

const openBefore = async (place: string): Promise<CatalogDatabase> => {
  const db = await openSqlite<CatalogTables>(join(place, 'catalog.db'), BEFORE, { cacheBytes: 1 << 20 })
  await db.create()
  return db
}

let database: TestDatabase
beforeEach(async () => {
  database = await sqliteDatabase()
})
afterEach(() => database.remove())

test('earlier imports are listed as one import, and can be removed', async () => {
  const before = await openBefore(database.place)
  const rows = [boundary({ id: 'r1', name: 'Land' }), boundary({ id: 'r2', name: 'Town' })].map(
    (entry, at) => {
      const row = boundaryRowOf(entry, at + 1)
      // Columns of later versions.
      const { codes: _, inherited_codes: __, ...former } = row
      return former as typeof row
    },
  )
  await before.read.insertInto('boundary').values(rows).execute()
  await before.read.insertInto('covered_country').values({ country: 'LI' }).execute()
  await before.close()

  const storage = await database.open()
  try {
    const earlier = {
      id: 1,
      file: 'earlier imports',
      importedAt: '2024-02-03T04:05:06Z',
      dataTimestamp: null,
      boundaries: 2,
      coveredCountries: ['LI'],
    }
    assert.deepEqual(await storage.boundaries.imports(), [earlier])
    assert.deepEqual((await storage.boundaries.removeImport(1))?.removed, earlier)
    assert.deepEqual(await storage.boundaries.imports(), [])
    assert.deepEqual([...(await storage.boundaries.overrides()).coveredCountries], [])
  } finally {
    await storage.close()
  }
})

test('an empty catalog has no imports', async () => {
  await (await openBefore(database.place)).close()
  const storage = await database.open()
  try {
    assert.deepEqual(await storage.boundaries.imports(), [])
  } finally {
    await storage.close()
  }
})
