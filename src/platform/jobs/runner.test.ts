import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { temporaryStorage } from '../../../test/support/databases.ts'
import { silentLog } from '../../../test/support/silent-log.ts'
import type { Storage } from '../../storage/sql/stores.ts'
import { systemClock } from '../../util/clock.ts'
import { systemRandom } from '../../util/random.ts'
import type { JobSpec } from './job.ts'
import type { JobStore } from './ports.ts'
import { createJobRunner, type JobOutcome } from './runner.ts'

const OWNER = 'p1'
const ANSWER: JobOutcome = {
  ok: true,
  answer: { bytes: Buffer.from('{"kilos":1}'), mediaType: 'application/json' },
  cacheHit: false,
  processorMs: 0,
}

let storage: Storage
beforeEach(async () => {
  storage = await temporaryStorage()
  await storage.units.heartbeat(OWNER, { nowMs: 0, aliveUntilMs: Number.MAX_SAFE_INTEGER })
})
afterEach(async () => {
  await storage.close()
})

/** Creates a runner whose jobs end on command. */
const setUp = (
  endOf: JobStore['end'] = (claim, end) => storage.jobs.end(claim, end),
  { owner = OWNER, clock = systemClock } = {},
) => {
  const ended: (readonly [id: string, ok: boolean, counts: boolean])[] = []
  const started = new Map<
    string,
    { signal: AbortSignal; end: (outcome: JobOutcome) => void; progress: (step: string) => void }
  >()
  const store = new Proxy(storage.jobs, {
    get: (jobs, name: keyof JobStore) => (name === 'end' ? endOf : jobs[name].bind(jobs)),
  })
  const runner = createJobRunner({
    store,
    work: {
      run: ({ id }, { signal, progress }) =>
        new Promise((resolve) => started.set(id, { signal, progress, end: resolve })),
      ended: ({ id }, outcome, { counts }) => ended.push([id, outcome.ok, counts]),
      interrupted: () => ({}),
    },
    owner,
    atOnce: 2,
    clock,
    random: systemRandom,
    log: silentLog,
  })
  return { runner, started, ended, find: (id: string) => storage.jobs.find('a', id) }
}

const submit = async (...ids: readonly string[]): Promise<void> => {
  for (const [at, id] of ids.entries()) {
    const order: JobSpec = {
      id,
      accountId: 'a',
      keyId: 'k',
      plan: 'free',
      op: 'weigh',
      input: {},
      languages: [],
      maxInlineBytes: null,
      address: '',
      requestId: id,
      units: 0,
      createdAtMs: at,
    }
    await storage.jobs.submit(order, { holdId: null, idempotentCall: null }, { perAccount: 9, waiting: 9 })
  }
}

/** Waits until a condition becomes true. */
const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise(setImmediate)
}

test('jobs run up to the limit, and the next starts when one ends', async () => {
  const { runner, started, ended, find } = setUp()
  await submit('j1', 'j2', 'j3')
  await runner.tick()
  assert.deepEqual([...started.keys()], ['j1', 'j2'])
  started.get('j1')?.end(ANSWER)
  await until(() => started.has('j3'))
  assert.deepEqual(ended, [['j1', true, true]])
  assert.equal((await find('j1'))?.state, 'done')
})

test('steps are visible while a job runs and stay afterwards', async () => {
  const { runner, started, find } = setUp()
  await submit('j1')
  await runner.tick()
  started.get('j1')?.progress('Weighing')
  await runner.tick()
  assert.deepEqual(
    (await find('j1'))?.steps.map(({ text }) => text),
    ['Weighing'],
  )
  started.get('j1')?.progress('Writing it down')
  started.get('j1')?.end(ANSWER)
  await until(async () => (await find('j1'))?.state === 'done')
  assert.deepEqual(
    (await find('j1'))?.steps.map(({ text }) => text),
    ['Weighing', 'Writing it down'],
  )
})

test('a cancelled job is aborted, its outcome does not count, and its slot is free', async () => {
  const { runner, started, ended, find } = setUp()
  await submit('j1', 'j2', 'j3')
  await runner.tick()
  await storage.jobs.cancel('a', 'j1', { atMs: 1, expiresAtMs: 2 })
  await runner.tick()
  assert.equal(started.get('j1')?.signal.aborted, true)
  assert.ok(started.has('j3'))
  started.get('j1')?.end(ANSWER)
  await until(() => ended.length === 1)
  assert.deepEqual(ended, [['j1', true, false]])
  assert.equal((await find('j1'))?.state, 'cancelled')
})

test('a failed store write is retried, once successfully', async () => {
  let failures = 2
  const { runner, started, ended, find } = setUp(async (claim, end) => {
    if (failures-- > 0) throw new Error('The disk is full.')
    return storage.jobs.end(claim, end)
  })
  await submit('j1')
  await runner.tick()
  started.get('j1')?.end(ANSWER)
  await until(() => failures <= 1)
  await runner.tick()
  await runner.tick()
  assert.equal((await find('j1'))?.state, 'done')
  assert.deepEqual(ended, [['j1', true, true]])
})

test('a job that crashes its process fails after a few starts, and the jobs beside it all succeed', async () => {
  const ids = ['j1', 'j2', 'poison', 'j3', 'j4']
  await submit(...ids)
  let nowMs = 0
  const clock = { now: () => nowMs, elapsedMs: () => nowMs }
  const stateOf = async (id: string) => (await storage.jobs.find('a', id))?.state
  const starts: string[] = []
  for (let life = 0; (await stateOf('poison')) !== 'failed' || (await stateOf('j4')) !== 'done'; life++) {
    assert.ok(life < 50, 'the crashes do not end')
    const owner = `life-${life}`
    nowMs += 600_000
    await storage.units.heartbeat(owner, { nowMs, aliveUntilMs: nowMs + 15_000 })
    const { runner, started, ended } = setUp(undefined, { owner, clock })
    const isCrashed = () => started.has('poison')
    while (!isCrashed()) {
      await runner.tick()
      const open = [...started].filter(([id]) => !ended.some(([endedId]) => endedId === id))
      if (isCrashed() || open.length === 0) break
      // The older job ends first.
      open[0][1].end(ANSWER)
      await until(() => ended.some(([id]) => id === open[0][0]))
    }
    starts.push(...[...started.keys()].filter((id) => id === 'poison'))
  }
  assert.deepEqual(await Promise.all(ids.map(stateOf)), ['done', 'done', 'failed', 'done', 'done'])
  // Once beside another job, then alone.
  assert.ok(starts.length <= 6, `it was started ${starts.length} times`)
})

test('jobs with nothing wrong survive eight kills, and run alone after the first', async () => {
  await submit('j1', 'j2')
  let nowMs = 0
  const clock = { now: () => nowMs, elapsedMs: () => nowMs }
  const isDone = async (id: string) => (await storage.jobs.find('a', id))?.state === 'done'
  for (let life = 0; !(await isDone('j1')) || !(await isDone('j2')); life++) {
    const owner = `life-${life}`
    nowMs += 600_000
    await storage.units.heartbeat(owner, { nowMs, aliveUntilMs: nowMs + 15_000 })
    const { runner, started } = setUp(undefined, { owner, clock })
    await runner.tick()
    assert.equal(started.size, life === 0 ? 2 : 1)
    if (life < 8) continue
    const [[id, job]] = started
    job.end(ANSWER)
    await until(() => isDone(id))
    await runner.close(0)
  }
})

test('a closed runner starts nothing, waits briefly, and puts unfinished jobs back', async () => {
  const { runner, started, ended, find } = setUp()
  await submit('j1', 'j2', 'j3')
  await runner.tick()
  const closed = runner.close(1)
  started.get('j1')?.end(ANSWER)
  await closed
  await until(async () => (await find('j1'))?.state !== 'running')
  assert.equal((await find('j2'))?.state, 'queued')
  assert.equal(started.get('j2')?.signal.aborted, true)
  started.get('j2')?.end(ANSWER)
  await until(() => ended.some(([id]) => id === 'j2'))
  assert.deepEqual(
    ended.find(([id]) => id === 'j2'),
    ['j2', true, false],
  )
  await runner.tick()
  assert.ok(!started.has('j3'))
})
