/** A process that searches: `node nominatim-process.ts PLACE URL DURATION_MS` asks for other names all the time, five at once. */
import { setTimeout as delay } from 'node:timers/promises'
import { createNominatim } from '../../src/sources/nominatim/client.ts'
import { createDayBudget } from '../../src/sources/upstream/day-budget.ts'
import { systemClock } from '../../src/util/clock.ts'
import { createLog } from '../../src/util/log.ts'
import { randomId, systemRandom } from '../../src/util/random.ts'
import { openAt } from '../support/databases.ts'

const [place, url, durationMs] = process.argv.slice(2)
const storage = await openAt(place)
const nominatim = createNominatim({
  urls: [url],
  userAgent: 'Metes test',
  budget: createDayBudget(
    { requestsPerDay: 1_000_000, bytesPerDay: 1e12 },
    storage.liveCoordination,
    systemClock,
  ),
  coordination: storage.liveCoordination,
  owner: randomId(systemRandom, 16),
  clock: systemClock,
  random: systemRandom,
  sleep: (ms) => delay(ms),
  log: createLog('silent', (line) => line),
})

let asked = 0
const ask = async (): Promise<never> => {
  for (;;)
    await nominatim.search({
      text: `Place ${++asked}`,
      kind: null,
      countries: [],
      near: null,
      languages: [],
      limit: 10,
    })
}
await Promise.race([delay(Number(durationMs)), ...Array.from({ length: 5 }, ask)])
process.exit(0)
