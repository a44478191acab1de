import { TEST_DATABASES } from '../support/databases.ts'
import { profileStoreContract } from './profile-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  profileStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.profiles,
      keys: storage.keys,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
