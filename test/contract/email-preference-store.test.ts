import { TEST_DATABASES } from '../support/databases.ts'
import { emailPreferenceStoreContract } from './email-preference-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  emailPreferenceStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.emailPreferences,
      keys: storage.keys,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
