import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { silentLog } from '../../test/support/silent-log.ts'
import type { Log } from '../util/log.ts'
import { createReadiness } from './readiness.ts'

let nowMs = 0
const clock = { now: () => nowMs, elapsedMs: () => nowMs }

test('a service is not ready before its first checks, and while it drains', async () => {
  const readiness = createReadiness([], clock, silentLog)
  assert.match(readiness.unready()!.reason, /starting/)
  await readiness.refresh()
  assert.equal(readiness.unready(), null)
  readiness.drain()
  assert.match(readiness.unready()!.reason, /stopping/)
})

test('the reason names what failed, until a check succeeds; the log says both once', async () => {
  const lines: string[] = []
  const log: Log = {
    ...silentLog,
    warn: (facts) => void lines.push(String(facts.reason)),
    info: (_facts, message) => void lines.push(message),
  }
  const failure = new Error('disk I/O error')
  let works = false
  const after = (ms: number) => {
    nowMs += ms
    return readiness.refresh()
  }
  const run = async () => {
    if (!works) throw failure
  }
  const readiness = createReadiness(
    [
      { of: 'The disk', run: async () => {} },
      { of: 'The database', run },
    ],
    clock,
    log,
  )
  for (let round = 0; round < 2; round++) {
    await after(1_000)
    assert.deepEqual(readiness.unready(), { reason: 'The database cannot be used.', cause: failure })
  }
  works = true
  for (let round = 0; round < 2; round++) {
    await after(1_000)
    assert.equal(readiness.unready(), null)
  }
  assert.deepEqual(lines, ['The database cannot be used.', 'ready again'])
})

test('a check that does not end is reported, is not started again, and counts when it ends', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const hanging = Promise.withResolvers<void>()
    let started = 0
    const run = () => {
      started++
      return hanging.promise
    }
    const readiness = createReadiness([{ of: 'The database', run }], clock, silentLog)
    for (let round = 0; round < 2; round++) {
      const refreshed = readiness.refresh()
      mock.timers.tick(3_000)
      await refreshed
      assert.deepEqual(readiness.unready(), { reason: 'The database does not answer.' })
    }
    assert.equal(started, 1)
    hanging.resolve()
    await readiness.refresh()
    assert.equal(readiness.unready(), null)
  } finally {
    mock.timers.reset()
  }
})

test('a check that costs money is made less often, but at once again after a failure', async () => {
  let asked = 0
  let works = true
  const run = async () => {
    asked++
    if (!works) throw new Error('away')
  }
  const readiness = createReadiness([{ of: 'The file storage', run, everyMs: 10_000 }], clock, silentLog)
  const after = async (ms: number) => {
    nowMs += ms
    await readiness.refresh()
    return asked
  }
  assert.equal(await after(0), 1)
  assert.equal(await after(9_999), 1)
  works = false
  assert.equal(await after(1), 2)
  assert.equal(await after(1_000), 3)
})
