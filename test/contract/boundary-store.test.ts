import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEST_DATABASES } from '../support/databases.ts'
import { boundaryImportContract } from './boundary-import.ts'
import { boundaryListContract } from './boundary-list.ts'
import { boundaryStoreContract } from './boundary-store.ts'
import { identityConflictsContract } from './identity-conflicts.ts'
import { recordedImportsContract } from './recorded-imports.ts'

for (const { name, skip, borrow, create } of TEST_DATABASES) {
  const open = async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.boundaries,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  }
  boundaryStoreContract(name, skip, open)
  boundaryListContract(name, skip, open)
  boundaryImportContract(name, skip, open)
  identityConflictsContract(name, skip, open)
  recordedImportsContract(name, skip, open)

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
