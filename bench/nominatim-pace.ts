/**
 * The pace of searches on the live map: `node bench/nominatim-pace.ts`, or with a number of seconds. For a minute two processes have more
 * searches than they may send, on each database; the gaps are between the arrivals of two requests at a server on this machine.
 * Target: no gap below a second, less what timers and connections vary.
 */

import { measurePace } from '../test/live/measure-pace.ts'
import { TEST_DATABASES } from '../test/support/databases.ts'
import { median } from './support/median.ts'
import { printMachine } from './support/race.ts'

const SECONDS = Number(process.argv[2] ?? 60)
if (!(SECONDS >= 2 && SECONDS <= 3_600)) throw new Error('The number of seconds must be 2 to 3600.')

printMachine()
for (const { name, skip, create } of TEST_DATABASES) {
  if (skip !== false) {
    console.log(`${name}: ${skip}`)
    continue
  }
  const database = await create()
  try {
    const { requests, gapsMs } = await measurePace(database, SECONDS * 1000)
    console.log(
      `${name}: ${requests} requests in ${SECONDS} s; gaps ${Math.min(...gapsMs).toFixed(1)} to ${Math.max(...gapsMs).toFixed(1)} ms, median ${median(gapsMs).toFixed(1)} ms`,
    )
  } finally {
    await database.remove()
  }
}
