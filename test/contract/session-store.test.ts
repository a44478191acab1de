import { TEST_DATABASES } from '../support/databases.ts'
import { sessionStoreContract } from './session-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  sessionStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.sessions,
      keys: storage.keys,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
