import { TEST_DATABASES } from '../support/databases.ts'
import { auditStoreContract } from './audit-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  auditStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.audit,
      keys: storage.keys,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
