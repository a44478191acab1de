/**
 * A separate process that writes to a test database until it is killed: `node backup-writer-process.ts PLACE NAME`. Each round creates an
 * account, counts a call of it, and notes in the first database that the call was counted. So the rows of one moment refer to each other
 * in both directions.
 */
import { randomUUID } from 'node:crypto'
import { openAt } from './databases.ts'

const [place, name] = process.argv.slice(2)
const storage = await openAt(place)

for (let round = 1; ; round++) {
  const id = `${name}-${round}`
  await storage.keys.accountFor({
    id,
    email: `${id}@example.org`,
    plan: 'free',
    createdAt: '2026-01-02T03:04:05Z',
  })
  await storage.usage.add([{ accountId: id, date: '2026-01-02', op: 'get_boundary', calls: 1, cacheHits: 0 }])
  await storage.secrets.secretFor(id, randomUUID())
  if (round === 1) process.stdout.write('writing\n')
}
