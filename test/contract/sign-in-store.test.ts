import { TEST_DATABASES } from '../support/databases.ts'
import { signInStoreContract } from './sign-in-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  signInStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.signIns,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
