import { TEST_DATABASES } from '../support/databases.ts'
import { keyStoreContract } from './key-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  keyStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.keys,
      audit: storage.audit,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
