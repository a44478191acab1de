/** Contract of the stores of jobs. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { IdempotencyStore } from '../../src/platform/idempotency/ports.ts'
import type { JobSpec } from '../../src/platform/jobs/job.ts'
import type {
  JobClaim,
  JobEnd,
  JobResources,
  JobStore,
  SubmissionResult,
} from '../../src/platform/jobs/ports.ts'
import type { UnitStore, UsageStore } from '../../src/platform/ports.ts'

export interface OpenedJobs {
  readonly store: JobStore
  readonly units: UnitStore
  readonly usage: UsageStore
  readonly idempotency: IdempotencyStore
  readonly close: () => Promise<void>
}

const MONTH = '2026-01'
const HOLD = { owner: 'p1', accountId: 'a1', date: `${MONTH}-31`, op: 'union_boundaries', units: 50 }
const LIMITS = { perAccount: 100, waiting: 100 }
const NOTHING: JobResources = { holdId: null, idempotentCall: null }
const KEYED = { accountId: 'a1', key: 'k', claim: 'kc' }
const TIMES = { atMs: 500, expiresAtMs: 900 }

const order = (id: string, fields: Partial<JobSpec> = {}): JobSpec => ({
  id,
  accountId: 'a1',
  keyId: 'k1',
  plan: 'free',
  op: 'union_boundaries',
  input: { include: ['r1', 'Übersee "1"'], detail: null },
  languages: ['de', 'en'],
  maxInlineBytes: 8_000,
  address: '192.0.2.1',
  requestId: `req_${id}`,
  units: 50,
  createdAtMs: 10,
  ...fields,
})
const done: JobEnd = {
  ...TIMES,
  state: 'done',
  steps: [{ text: 'Merging', atMs: 20 }],
  answer: { mediaType: 'application/geo+json', coded: Uint8Array.of(0, 1, 254, 255) },
}
const failed: JobEnd = { ...TIMES, state: 'failed', steps: [], problem: { code: 'empty_area' } }

export const jobStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedJobs>,
): void => {
  describe(`job store: ${name}`, { skip }, () => {
    let opened: OpenedJobs
    let store: JobStore
    let units: UnitStore
    const used = () => units.used('a1', MONTH)
    const claimed = (text: string, fields: Partial<JobClaim> = {}) =>
      store.claim({ claim: text, owner: 'p1', nowMs: 30, perAccount: 100, isIdle: true, ...fields })
    const claim = async (text: string, fields: Partial<JobClaim> = {}) =>
      (await claimed(text, fields))?.order ?? null
    const submit = (
      id: string,
      fields: Partial<JobSpec> = {},
      resources = NOTHING,
    ): Promise<SubmissionResult> => store.submit(order(id, fields), resources, LIMITS)
    /** With 50 units and the key. */
    const submitPaid = async (id: string): Promise<void> => {
      await units.reserve({ ...HOLD, id: `h-${id}` }, 1_000)
      await opened.idempotency.begin({
        ...KEYED,
        fingerprint: 'f',
        owner: 'p1',
        nowMs: 0,
        expiresAtMs: 1_000,
      })
      assert.equal(await submit(id, {}, { holdId: `h-${id}`, idempotentCall: KEYED }), 'submitted')
    }
    const keyed = () =>
      opened.idempotency.begin({
        ...KEYED,
        claim: 'x',
        fingerprint: 'f',
        owner: 'p1',
        nowMs: 1,
        expiresAtMs: 1_000,
      })
    const dieAll = () => units.heartbeat('p2', { nowMs: 101, aliveUntilMs: 1_000 })
    const recover = (maxCrashes: number, atMs = 0) =>
      store.recover(
        { maxCrashes, waitMs: (crashes) => 1_000 * (crashes - 1) },
        { ...TIMES, atMs, problemOf: ({ id }) => ({ of: id }) },
      )
    /** Runs queued jobs in a process of their own, which dies. Returns their ids, and which were suspects. */
    let processes = 0
    const diedWith = async (
      jobs: number,
      nowMs: number,
    ): Promise<readonly (readonly [string, boolean])[]> => {
      const owner = `victim-${processes++}`
      await units.heartbeat(owner, { nowMs: 200 + processes, aliveUntilMs: 200 + processes })
      const started: (readonly [string, boolean])[] = []
      for (let at = 0; at < jobs; at++) {
        const job = await claimed(`${owner}-${at}`, { owner, nowMs, isIdle: at === 0 })
        if (job !== null) started.push([job.order.id, job.isSuspect])
      }
      await units.heartbeat('judge', { nowMs: 201 + processes, aliveUntilMs: 10_000 })
      return started
    }
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      units = opened.units
      await units.heartbeat('p1', { nowMs: 0, aliveUntilMs: 100 })
    })
    afterEach(() => opened.close())

    test('a job is found as submitted, by its account alone', async () => {
      assert.equal(await submit('j1'), 'submitted')
      assert.deepEqual(await store.find('a1', 'j1'), {
        ...order('j1'),
        state: 'queued',
        steps: [],
        startedAtMs: null,
        finishedAtMs: null,
        expiresAtMs: null,
        problem: null,
      })
      assert.equal(await store.find('a2', 'j1'), null)
      assert.equal(await store.find('a1', 'j2'), null)
    })

    test('a hundred concurrent claims get each job once', async () => {
      for (let at = 0; at < 20; at++) await submit(`j${at}`)
      const claimed = await Promise.all(Array.from({ length: 100 }, (_, at) => claim(`c${at}`)))
      const ids = claimed.flatMap((each) => (each === null ? [] : [each.id]))
      assert.equal(ids.length, 20)
      assert.equal(new Set(ids).size, 20)
    })

    test('the oldest job comes first, but an account with more running jobs comes later', async () => {
      await submit('a-1', { createdAtMs: 1 })
      await submit('a-2', { createdAtMs: 2 })
      await submit('b-1', { createdAtMs: 3, accountId: 'a2' })
      const ids = [await claim('c1'), await claim('c2'), await claim('c3'), await claim('c4')]
      assert.deepEqual(
        ids.map((each) => each?.id),
        ['a-1', 'b-1', 'a-2', undefined],
      )
    })

    test('the limit of running jobs per account counts in all processes together', async () => {
      await units.heartbeat('p2', { nowMs: 0, aliveUntilMs: 100 })
      for (let at = 0; at < 10; at++) await submit(`j${at}`)
      const claimed = await Promise.all(
        Array.from({ length: 20 }, (_, at) => claim(`c${at}`, { owner: `p${1 + (at % 2)}`, perAccount: 2 })),
      )
      const running = claimed.filter((each) => each !== null)
      assert.equal(running.length, 2)
      await store.end(`c${claimed.indexOf(running[0])}`, done)
      assert.notEqual(await claim('next', { perAccount: 2 }), null)
    })

    test('the queue is counted over all accounts and processes, with its oldest job', async () => {
      assert.deepEqual(await store.queue(), { queued: 0, running: 0, oldestQueuedMs: null })
      await submit('j1', { createdAtMs: 10 })
      await submit('j2', { createdAtMs: 30, accountId: 'a2' })
      await submit('j3', { createdAtMs: 20, accountId: 'a3' })
      assert.deepEqual(await store.queue(), { queued: 3, running: 0, oldestQueuedMs: 10 })
      await claim('c1')
      assert.deepEqual(await store.queue(), { queued: 2, running: 1, oldestQueuedMs: 20 })
      await store.end('c1', failed)
      assert.deepEqual(await store.queue(), { queued: 2, running: 0, oldestQueuedMs: 20 })
    })

    test('the queue has a limit per account, and one for all', async () => {
      const limits = { perAccount: 2, waiting: 3 }
      const full = (id: string, accountId: string) => store.submit(order(id, { accountId }), NOTHING, limits)
      assert.deepEqual(
        [await full('j1', 'a1'), await full('j2', 'a1'), await full('j3', 'a1')],
        ['submitted', 'submitted', 'account_full'],
      )
      assert.deepEqual([await full('j4', 'a2'), await full('j5', 'a2')], ['submitted', 'queue_full'])
      assert.equal(await store.find('a2', 'j5'), null)
    })

    test('a hundred concurrent submissions respect the limit', async () => {
      const results = await Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          store.submit(order(`j${at}`), NOTHING, { perAccount: 7, waiting: 100 }),
        ),
      )
      assert.equal(results.filter((each) => each === 'submitted').length, 7)
    })

    test('steps are reported while it runs', async () => {
      await submit('j1')
      await claim('c1')
      await store.recordSteps('c1', done.steps)
      const job = await store.find('a1', 'j1')
      assert.deepEqual([job?.state, job?.startedAtMs, job?.steps], ['running', 30, done.steps])
      assert.equal(await store.answer('a1', 'j1'), null)
    })

    test('a finished job has its answer, byte for byte, and its units are spent', async () => {
      await submitPaid('j1')
      await claim('c1')
      assert.equal(await store.end('c1', done), true)
      const job = await store.find('a1', 'j1')
      assert.deepEqual(
        [job?.state, job?.finishedAtMs, job?.expiresAtMs, job?.steps],
        ['done', 500, 900, done.steps],
      )
      const answer = await store.answer('a1', 'j1')
      assert.deepEqual(Uint8Array.from(answer!.coded), Uint8Array.of(0, 1, 254, 255))
      assert.equal(answer?.mediaType, 'application/geo+json')
      assert.equal(await store.answer('a2', 'j1'), null)
      assert.equal(await used(), 50)
      const known = await keyed()
      assert.equal(known !== 'begun' && known.jobId, 'j1')
    })

    test('a failed job has its problem, its units are refunded, and its key is free', async () => {
      await submitPaid('j1')
      await claim('c1')
      assert.equal(await store.end('c1', failed), true)
      const job = await store.find('a1', 'j1')
      assert.deepEqual([job?.state, job?.problem], ['failed', { code: 'empty_area' }])
      assert.equal(await used(), 0)
      assert.equal(await keyed(), 'begun')
    })

    test('a job ends once', async () => {
      await submitPaid('j1')
      await claim('c1')
      const ends = await Promise.all([
        store.end('c1', failed),
        store.end('c1', failed),
        store.end('c1', failed),
      ])
      assert.equal(ends.filter(Boolean).length, 1)
      assert.equal(await store.end('c1', done), false)
      assert.equal(await used(), 0)
    })

    test('a cancelled job refunds its units once, whether it waited or ran, and its result is dropped', async () => {
      await submitPaid('j1')
      await store.cancel('a2', 'j1', TIMES)
      assert.equal((await store.find('a1', 'j1'))?.state, 'queued')
      await claim('c1')
      assert.deepEqual(await store.held(['c1', 'c2']), new Set(['c1']))
      await Promise.all([store.cancel('a1', 'j1', TIMES), store.cancel('a1', 'j1', TIMES)])
      assert.deepEqual(await store.held(['c1']), new Set())
      assert.equal(await store.end('c1', done), false)
      const job = await store.find('a1', 'j1')
      assert.deepEqual([job?.state, job?.finishedAtMs], ['cancelled', 500])
      assert.equal(await used(), 0)
      assert.equal(await keyed(), 'begun')
      await submit('j2')
      await store.cancel('a1', 'j2', TIMES)
      assert.equal(await claim('c2'), null)
    })

    test('a job that ends and is cancelled at once is one of the two, with its units settled accordingly', async () => {
      for (let round = 0; round < 10; round++) {
        const before = await used()
        await units.reserve({ ...HOLD, id: `h${round}` }, 10_000)
        await units.share(`h${round}`)
        await submit(`j${round}`, {}, { holdId: `h${round}`, idempotentCall: null })
        await claim(`c${round}`)
        const ending = store.end(`c${round}`, done)
        await store.cancel('a1', `j${round}`, TIMES)
        const ended = await ending
        assert.equal((await store.find('a1', `j${round}`))?.state, ended ? 'done' : 'cancelled')
        assert.equal((await used()) - before, ended ? 50 : 0)
      }
      const [{ units: counted }] = [...(await opened.usage.since('a1', MONTH)), { units: 0 }]
      assert.equal(counted, await used())
    })

    test('a job that is claimed and cancelled at once is cancelled', async () => {
      for (let round = 0; round < 100; round++) {
        await submit(`j${round}`)
        const claiming = claim(`c${round}`)
        await Promise.all([claiming, store.cancel('a1', `j${round}`, TIMES)])
        assert.equal((await store.find('a1', `j${round}`))?.state, 'cancelled', `round ${round}`)
      }
    })

    test('units of a job survive the process that reserved them', async () => {
      await submitPaid('j1')
      await dieAll()
      assert.equal(await used(), 50)
      assert.deepEqual(await recover(2), { again: 0, failed: 0 })
      assert.notEqual(await claim('c1', { owner: 'p2' }), null)
      assert.equal(await store.end('c1', done), true)
      assert.equal(await used(), 50)
    })

    test('a running job whose process died waits again, and the dead one cannot end it', async () => {
      await submitPaid('j1')
      await claim('c1')
      assert.deepEqual(await recover(2), { again: 0, failed: 0 })
      await dieAll()
      assert.deepEqual(await recover(2), { again: 1, failed: 0 })
      assert.equal(await store.end('c1', done), false)
      assert.equal((await claim('c2', { owner: 'p2' }))?.id, 'j1')
      assert.equal(await store.end('c2', done), true)
      assert.equal(await used(), 50)
    })

    test('a job that crashes each process that runs it alone fails, and its units are refunded', async () => {
      await submitPaid('j1')
      for (let crash = 1; crash < 5; crash++) {
        assert.deepEqual(await diedWith(1, 100_000), [['j1', crash > 1]])
        assert.deepEqual(await recover(5), { again: 1, failed: 0 })
      }
      assert.deepEqual(await diedWith(1, 100_000), [['j1', true]])
      assert.deepEqual(await recover(5), { again: 0, failed: 1 })
      const job = await store.find('a1', 'j1')
      assert.deepEqual([job?.state, job?.problem], ['failed', { of: 'j1' }])
      assert.equal(await used(), 0)
      assert.equal(await keyed(), 'begun')
    })

    test('jobs that ran together when their process died are not blamed, and each runs alone from then on', async () => {
      await submit('j1', { createdAtMs: 1 })
      await submit('j2', { createdAtMs: 2 })
      await submit('j3', { createdAtMs: 3 })
      assert.equal((await diedWith(2, 100_000)).length, 2)
      assert.deepEqual(await recover(1), { again: 2, failed: 0 })
      // The next job is a suspect: a busy process leaves it, and all others, until it is idle.
      assert.equal(await claim('busy', { isIdle: false }), null)
      assert.deepEqual(await claimed('idle'), { order: order('j1', { createdAtMs: 1 }), isSuspect: true })
      assert.equal(await store.end('idle', done), true)
    })

    test('a job that crashed waits longer each time', async () => {
      await submit('j1')
      for (const [crash, waitMs] of [0, 1_000, 2_000].entries()) {
        assert.deepEqual(await diedWith(1, 1_000_000), [['j1', crash > 0]])
        assert.deepEqual(await recover(9, 50), { again: 1, failed: 0 })
        assert.equal(await claim('early', { nowMs: 50 + waitMs - 1 }), null)
        await claim('c', { nowMs: 50 + waitMs })
        await store.release('c')
      }
    })

    test('a job that crashed before the clock was set back does not wait for the old time', async () => {
      const nowMs = 1_800_000_000_000
      await submit('j1')
      await diedWith(1, nowMs)
      assert.deepEqual(await recover(9, nowMs), { again: 1, failed: 0 })
      assert.notEqual(await claim('c1', { nowMs: nowMs - 3_600_000 }), null)
    })

    test('a requeued job does not count as started', async () => {
      await submit('j1')
      await claim('c1')
      await store.release('c1')
      assert.equal((await store.find('a1', 'j1'))?.state, 'queued')
      await claim('c2')
      await dieAll()
      assert.deepEqual(await recover(2), { again: 1, failed: 0 })
    })

    test('a missing hold, or the key of another call, is not transferred', async () => {
      assert.equal(await submit('j1', {}, { holdId: 'h1', idempotentCall: null }), 'not_held')
      assert.equal(await submit('j1', {}, { holdId: null, idempotentCall: KEYED }), 'key_lost')
      assert.equal(await store.find('a1', 'j1'), null)
    })

    test('sweeping deletes expired jobs, and the oldest answers of an account that stores too much', async () => {
      for (const id of ['j1', 'j2', 'j3']) {
        await submit(id)
        await claim(id)
        await store.end(id, { ...done, atMs: Number(id.slice(1)) })
      }
      await submit('waits')
      await store.sweep({ nowMs: 899, bytesPerAccount: 8 })
      const left = async () =>
        (await Promise.all(['j1', 'j2', 'j3', 'waits'].map((id) => store.find('a1', id)))).map(
          (job) => job?.id ?? null,
        )
      assert.deepEqual(await left(), [null, 'j2', 'j3', 'waits'])
      await store.sweep({ nowMs: 900, bytesPerAccount: 8 })
      assert.deepEqual(await left(), [null, null, null, 'waits'])
    })
  })
}
