import { TEST_DATABASES } from '../support/databases.ts'
import { profileStoreContract } from './profile-store.ts'

for (const { name, skip, create } of TEST_DATABASES) {
  profileStoreContract(name, skip, async () => {
    const database = await create()
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
