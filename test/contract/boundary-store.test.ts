/** Stores of boundaries: a file alone, and one that follows the log of several servers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEST_DATABASES } from '../support/databases.ts'
import { boundaryImportContract } from './boundary-import.ts'
import { boundaryListContract } from './boundary-list.ts'
import { boundaryStoreContract } from './boundary-store.ts'
import { identityConflictsContract } from './identity-conflicts.ts'
import { recordedImportsContract } from './recorded-imports.ts'

for (const { name, skip, borrow, create } of TEST_DATABASES) {
  const store = name === 'SQLite' ? 'a file' : 'a file that follows the log in PostgreSQL'
  const open = async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: name === 'SQLite' ? storage.boundaries : await storage.openFetched(),
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  }
  boundaryStoreContract(store, skip, open)
  boundaryListContract(store, skip, open)
  boundaryImportContract(store, skip, open)
  identityConflictsContract(store, skip, open)
  recordedImportsContract(store, skip, open)

  test(`the stores of a database include fetched boundaries once there is a place for them: ${name}`, {
    skip,
  }, async () => {
    const database = await create()
    const storage = await database.open()
    try {
      assert.equal((await storage.boundaryStores()).length, 1)
      const fetched = await storage.openFetched()
      assert.deepEqual(await storage.boundaryStores(), [storage.boundaries, fetched])
    } finally {
      await storage.close()
      await database.remove()
    }
  })
}
