/** How long callers wait for a fetch that others may need, too. */
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createSharedFlights } from '../../src/sources/live/shared-flights.ts'
import { systemClock } from '../../src/util/clock.ts'
import { Askers } from '../../src/util/waiting-owners.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'

const ASKERS = new Askers(['test'])

/** Lets everything happen that needs no timer. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

for (const [maxWaitMs, answeredMs] of [
  [60_000, 59_000],
  [1_000, 900],
] as const)
  test(`a caller who waits for ${maxWaitMs} ms is answered after ${answeredMs} ms, and the fetch goes on`, async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const flights = createSharedFlights({
        coordination: memoryCoordination(),
        owner: 'test',
        maxWaitMs,
        clock: systemClock,
        sleep: async () => {},
      })
      const { promise, resolve } = Promise.withResolvers<string>()
      const outcomes: string[] = []
      flights
        .fly('r1', { known: async () => null, run: () => promise }, ASKERS)
        .catch((error) => void outcomes.push(error.fault))
      mock.timers.tick(answeredMs - 1)
      await turns()
      assert.deepEqual(outcomes, [])
      mock.timers.tick(1)
      await turns()
      assert.deepEqual(outcomes, ['timeout'])
      const second = flights.fly('r1', { known: async () => null, run: async () => 'another' }, ASKERS)
      resolve('the first')
      assert.equal(await second, 'the first')
      await flights.settled()
    } finally {
      mock.timers.reset()
    }
  })
