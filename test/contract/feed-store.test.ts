import { TEST_DATABASES } from '../support/databases.ts'
import { feedStoreContract } from './feed-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  feedStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.feeds,
      keys: storage.keys,
      audit: storage.audit,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
