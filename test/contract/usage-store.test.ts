import { TEST_DATABASES } from '../support/databases.ts'
import { usageStoreContract } from './usage-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  usageStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.usage,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
