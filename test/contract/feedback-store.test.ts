import { TEST_DATABASES } from '../support/databases.ts'
import { feedbackStoreContract } from './feedback-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  feedbackStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.feedback,
      keys: storage.keys,
      audit: storage.audit,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
