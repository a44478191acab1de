/**
 * A process of its own that writes to a test database: `node storage-process.ts PLACE import-forever` begins an import, says so, and
 * never ends it; `… write NAME` makes ten small imports and accounts one after the other.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { boundary, stream } from './boundary-entries.ts'
import { openAt } from './databases.ts'

const [place, task, name] = process.argv.slice(2)
const storage = await openAt(place)

async function* endless() {
  for (let number = 1; ; number++) {
    yield boundary({ id: `r${number}`, name: `Half ${number}`, country: 'XX', source: { version: 99 } })
    if (number === 2_000) process.stdout.write('half-way\n')
    if (number > 2_000) await delay(10)
  }
}

if (task === 'import-forever') {
  await storage.boundaries.replace(endless(), { origin: 'extract', coveredCountries: ['XX'] })
}

for (let round = 0; task === 'write' && round < 10; round++) {
  const entries = [boundary({ id: `iso:${name}-${round}`, name: `${name} ${round}` })]
  await storage.boundaries.replace(stream(entries), { origin: 'extract', coveredCountries: [] })
  const at = '2026-01-02T03:04:05Z'
  await storage.keys.accountFor({
    id: `${name}${round}`,
    email: `${round}@example.org`,
    plan: 'free',
    createdAt: at,
  })
}

await storage.close()
