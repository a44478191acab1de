import { TEST_DATABASES } from '../support/databases.ts'
import { usageStoreContract } from './usage-store.ts'

for (const { name, skip, create } of TEST_DATABASES) {
  usageStoreContract(name, skip, async () => {
    const database = await create()
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
