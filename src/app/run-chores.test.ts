import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { silentLog } from '../../test/support/silent-log.ts'
import { createStorageSpace } from '../platform/storage-space.ts'
import { systemClock } from '../util/clock.ts'
import { runChores } from './run-chores.ts'

test('chores run at once and periodically, whatever another one does, until they are stopped', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setInterval'] })
  const logged: unknown[] = []
  const { inBackground } = createStorageSpace({
    log: { ...silentLog, warn: ({ error }, message) => logged.push([message, (error as Error).message]) },
    clock: systemClock,
    probe: async () => {},
  })
  const runs = { failing: 0, stuck: 0, working: 0 }
  const stop = runChores(
    [
      { name: 'quota: heartbeat', everyMs: 1_000, run: async () => assert.fail(`no ${++runs.failing}`) },
      { name: 'mail: processing the queue', everyMs: 1_000, run: () => new Promise(() => runs.stuck++) },
      { name: 'usage: writing counts', everyMs: 3_000, run: async () => runs.working++ },
    ],
    inBackground,
  )
  assert.deepEqual(runs, { failing: 1, stuck: 1, working: 1 })
  mock.timers.tick(3_000)
  assert.deepEqual(runs, { failing: 4, stuck: 4, working: 2 })
  await setImmediate()
  assert.deepEqual(
    logged,
    [1, 2, 3, 4].map((run) => ['quota: heartbeat failed', `no ${run}`]),
  )
  stop()
  mock.timers.tick(60_000)
  assert.deepEqual(runs, { failing: 4, stuck: 4, working: 2 })
})
