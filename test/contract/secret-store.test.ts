import { TEST_DATABASES } from '../support/databases.ts'
import { secretStoreContract } from './secret-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  secretStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.secrets,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
