import { TEST_DATABASES } from '../support/databases.ts'
import { jobStoreContract } from './job-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  jobStoreContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      store: storage.jobs,
      units: storage.units,
      usage: storage.usage,
      idempotency: storage.idempotency,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
