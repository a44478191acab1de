import { memoryFiles } from '../doubles/memory-files.ts'
import { fileStoreContract } from './file-store.ts'

fileStoreContract('memory, the double of other tests', async () => ({
  store: memoryFiles(),
  close: async () => {},
}))
