import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { TEST_DATABASES } from '../support/databases.ts'
import { liveCoordinationContract } from './live-coordination.ts'

liveCoordinationContract('memory', false, async () => ({
  coordination: memoryCoordination(),
  close: async () => {},
}))

for (const { name, skip, borrow } of TEST_DATABASES) {
  liveCoordinationContract(name, skip, async () => {
    const database = await borrow()
    const storage = await database.open()
    return {
      coordination: storage.liveCoordination,
      close: async () => {
        await storage.close()
        await database.remove()
      },
    }
  })
}
