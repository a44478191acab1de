import { TEST_DATABASES } from '../support/databases.ts'
import { unitStoreContract } from './unit-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  unitStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.units,
      usage: storage.usage,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
