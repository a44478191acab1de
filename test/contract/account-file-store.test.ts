import { TEST_DATABASES } from '../support/databases.ts'
import { accountFileStoreContract } from './account-file-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  accountFileStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.accountFiles,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
