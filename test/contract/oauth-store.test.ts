import { TEST_DATABASES } from '../support/databases.ts'
import { oauthStoreContract } from './oauth-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  oauthStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.oauth,
      keys: storage.keys,
      audit: storage.audit,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
