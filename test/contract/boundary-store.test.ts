import { TEST_DATABASES } from '../support/databases.ts'
import { boundaryImportContract } from './boundary-import.ts'
import { boundaryListContract } from './boundary-list.ts'
import { boundaryStoreContract } from './boundary-store.ts'
import { identityConflictsContract } from './identity-conflicts.ts'
import { recordedImportsContract } from './recorded-imports.ts'

for (const { name, skip, create } of TEST_DATABASES) {
  const open = async () => {
    const database = await create()
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
}
