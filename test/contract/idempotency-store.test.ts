import { TEST_DATABASES } from '../support/databases.ts'
import { repeatStoreContract } from './idempotency-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  repeatStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.idempotency,
      units: storage.units,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
