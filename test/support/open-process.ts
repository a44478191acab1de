/** A separate process that opens a test database: `node open-process.ts PLACE` writes what the opening tells, and ends with it. */
import { openServer } from '../../src/storage/sql/open-server.ts'
import { filesAt, TEST_SECRET_KEY } from './databases.ts'

const [place] = process.argv.slice(2)
const [url, schema] = place.split('#')
const storage = await openServer({
  url,
  schema,
  dataDir: filesAt(place),
  readSecret: async () => TEST_SECRET_KEY,
  tell: (message) => process.stdout.write(`${message}\n`),
})
await storage.openFetched()
await storage.close()
