import { TEST_DATABASES } from '../support/databases.ts'
import { auditStoreContract } from './audit-store.ts'

for (const { name, skip, create } of TEST_DATABASES) {
  auditStoreContract(name, skip, async () => {
    const database = await create()
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
