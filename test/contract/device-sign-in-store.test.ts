import { TEST_DATABASES } from '../support/databases.ts'
import { deviceSignInStoreContract } from './device-sign-in-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  deviceSignInStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.deviceSignIns,
      keys: storage.keys,
      audit: storage.audit,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
