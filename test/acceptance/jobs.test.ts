/** Long calls answered with jobs, by real servers that are stopped and killed at work. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { casesOf } from '../cases.ts'
import { TEST_DATABASES, wholeDatabase } from '../support/databases.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const SMALL = { include: ['iso:BE', 'iso:NL'], detail: 'low' }
const idsOf = (codes: string): readonly string[] => codes.split(' ').map((code) => `iso:${code}`)
const COUNTRIES = idsOf('AT CZ DE FR IT ES SE NO FI GB UA RU TR KZ CN IN US CA')

/** Seconds of work that ends within its limit of time even after others and on a busy machine. */
const MEDIUM = { include: COUNTRIES.slice(0, 8), detail: 'low' }
const MEDIUM_UNITS = MEDIUM.include.length

/** Several times as much, to cancel before it is done. */
const WORLD = [
  ...COUNTRIES,
  ...idsOf('BR AR CL AU NZ JP ID PH VN TH MX GR HR DK PL RO BG BY HU PT IE CH BE NL'),
]
/** Each leaves out another country, so that none is answered from the cache when an earlier one has ended. */
const huge = (leftOut: number) => ({
  include: WORLD.filter((_, at) => at !== leftOut),
  detail: 'high',
})
const HUGE_UNITS = WORLD.length - 1

const KILLS = casesOf('kills of servers with jobs')

interface JobBody {
  readonly id: string
  readonly state: string
  readonly steps: readonly { readonly text: string }[]
  readonly result: unknown
  readonly problem: { readonly code: string } | null
}

for (const { name, skip } of TEST_DATABASES) {
  const [count, words] = name === 'SQLite' ? [1, 'a server'] : [2, 'two servers']

  describe(`${words} on ${name}`, { skip }, () => {
    let metes: Installation
    let servers: RunningServer[]
    let env: Record<string, string>
    let removeDatabase = async (): Promise<void> => {}
    before(async () => {
      metes = await install()
      env = { METES_SOURCES: 'atlas', METES_WORKERS: '1' }
      if (name === 'PostgreSQL') {
        const database = await wholeDatabase()
        env.METES_DATABASE_URL = database.url
        removeDatabase = database.remove
      }
      servers = await Promise.all(Array.from({ length: count }, () => metes.serve(env)))
    })
    after(async () => {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')))
      await removeDatabase()
      await metes.remove()
    })

    /** A new account and its calls, to whichever server started last. */
    const account = async (email: string) => {
      const key = await metes.createKey(env, email)
      const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
        fetch(`${servers[count - 1].url}${path}`, {
          method,
          headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }), ...headers },
          ...(body && { body: JSON.stringify(body) }),
        })
      const look = async (id: string, wait = 20): Promise<JobBody> =>
        (await send('GET', `/v1/jobs/${id}?wait=${wait}`)).json() as Promise<JobBody>
      return {
        send,
        look,
        submit: async (body: object, headers: Record<string, string> = {}): Promise<string> => {
          const answer = await send('POST', '/v1/boundaries/union', body, {
            prefer: 'respond-async',
            ...headers,
          })
          assert.equal(answer.status, 202)
          return ((await answer.json()) as JobBody).id
        },
        used: async () =>
          ((await (await send('GET', '/v1/account')).json()) as { units: { used: number } }).units.used,
        /** Waits until it is in that state, or at its end. */
        until: async (id: string, isThere: (job: JobBody) => boolean): Promise<JobBody> => {
          for (;;) {
            const job = await look(id)
            if (isThere(job) || !['queued', 'running'].includes(job.state)) return job
          }
        },
      }
    }
    const isMerging = ({ state, steps }: JobBody) =>
      state === 'running' && steps.some(({ text }) => text.startsWith('Merging'))
    const never = () => false

    test('a long call is answered with a job, and the job with the answer of the call', async () => {
      const ann = await account('ann@example.org')
      const accepted = await ann.send('POST', '/v1/ops/union_boundaries', SMALL, {
        prefer: 'respond-async',
      })
      const job = (await accepted.json()) as JobBody & { status_url: string }
      assert.equal(accepted.status, 202)
      assert.equal(accepted.headers.get('preference-applied'), 'respond-async')
      assert.equal(accepted.headers.get('location'), job.status_url)
      assert.ok(job.status_url.endsWith(`/v1/jobs/${job.id}`))
      const done = await ann.until(job.id, never)
      assert.deepEqual(
        [done.state, done.steps.map(({ text }) => text), done.problem],
        ['done', ['Finding 2 boundaries', 'Merging 2 boundaries'], null],
      )
      const sync = await ann.send('POST', '/v1/boundaries/union', SMALL)
      assert.equal(sync.status, 200)
      assert.deepEqual(done.result, await sync.json())
      assert.equal(await ann.used(), 4)
      const bob = await account('bob@example.org')
      assert.equal((await bob.send('GET', `/v1/jobs/${job.id}`)).status, 404)
      assert.equal((await bob.send('DELETE', `/v1/jobs/${job.id}`)).status, 404)
    })

    test('a client that waits for a quick call gets the answer itself, or the problem', async () => {
      const ann = await account('ann@example.org')
      const before = await ann.used()
      const headers = { prefer: 'respond-async, wait=30' }
      const answer = await ann.send('POST', '/v1/boundaries/union', SMALL, headers)
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/geo+json'])
      const none = { include: ['iso:BE'], exclude: ['iso:BE'] }
      const refused = await ann.send('POST', '/v1/boundaries/union', none, headers)
      assert.equal(refused.status, 422)
      assert.equal(((await refused.json()) as { code: string }).code, 'empty_area')
      assert.equal((await ann.used()) - before, 2)
    })

    test('a repeat with the same key is the same job, and then its answer', async () => {
      const ann = await account('ann@example.org')
      const before = await ann.used()
      const headers = { 'idempotency-key': 'a-job-once' }
      const ids = await Promise.all([1, 2, 3].map(() => ann.submit(SMALL, headers).catch(() => null)))
      const id = ids.find((each) => each !== null) ?? assert.fail('none of the three was taken')
      assert.equal((await ann.until(id, never)).state, 'done')
      const again = await ann.send('POST', '/v1/boundaries/union', SMALL, headers)
      assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'])
      assert.equal((await ann.used()) - before, 2)
    })

    test('a cancelled job ends, its units are refunded at once, and its thread is free', async () => {
      const cid = await account('cid@example.org')
      let [id, spent] = ['', 0]
      // On a busy machine a job can end before its step is seen.
      for (let at = 0; at < 5; at++) {
        spent = await cid.used()
        id = await cid.submit(huge(at))
        if ((await cid.until(id, isMerging)).state === 'running') break
      }
      assert.equal((await cid.used()) - spent, HUGE_UNITS)
      const cancelled = await cid.send('DELETE', `/v1/jobs/${id}`)
      assert.equal(((await cancelled.json()) as JobBody).state, 'cancelled')
      assert.equal(await cid.used(), spent)
      const other = await cid.submit({ ...SMALL, detail: 'medium' })
      assert.equal((await cid.until(other, never)).state, 'done')
      assert.equal((await cid.look(id)).state, 'cancelled')
      assert.equal(await cid.used(), spent + 2)
    })

    test('an account has at most twenty jobs, and does not block those of others', async () => {
      const [dan, eve] = [await account('dan@example.org'), await account('eve@example.org')]
      // More than one too many, because the first may have ended before the last of them comes.
      const sent = await Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          dan.send('POST', '/v1/boundaries/union', huge(at), { prefer: 'respond-async' }),
        ),
      )
      const refused = sent.filter(({ status }) => status !== 202)
      assert.ok(refused.length > 0)
      for (const { status, headers } of refused)
        assert.deepEqual([status, headers.get('retry-after')], [429, '10'])
      const ids = await Promise.all(
        sent
          .filter(({ status }) => status === 202)
          .map(async (answer) => ((await answer.json()) as JobBody).id),
      )
      assert.ok(ids.length >= 20, `${ids.length} jobs`)
      assert.equal(await dan.used(), ids.length * HUGE_UNITS)
      const id = await eve.submit({ ...SMALL, detail: 'high' })
      for (const each of ids) {
        const answer = await dan.send('DELETE', `/v1/jobs/${each}`)
        assert.equal(answer.status, 200, await answer.text())
      }
      assert.equal((await eve.until(id, never)).state, 'done')
      const ended = await Promise.all(ids.map(dan.look))
      const done = ended.filter(({ state }) => state === 'done')
      assert.ok(ids.length - done.length <= 20, `${ids.length} jobs, of which ${done.length} are done`)
      assert.deepEqual(
        new Set(ended.map(({ state }) => state)),
        new Set(done.length === 0 ? ['cancelled'] : ['cancelled', 'done']),
      )
      assert.equal(await dan.used(), done.length * HUGE_UNITS)
    })

    test('jobs survive servers that die while running them: each ends once, and is charged once', async () => {
      const fay = await account('fay@example.org')
      const ids = [await fay.submit(MEDIUM), await fay.submit({ ...MEDIUM, detail: 'medium' })]
      for (let at = 0; at < 4; at++) ids.push(await fay.submit({ ...SMALL, include: ['iso:BE', 'iso:LU'] }))
      for (let kill = 0; kill < KILLS; kill++) {
        await Promise.race(ids.slice(0, 2).map((id) => fay.until(id, isMerging)))
        await Promise.all(servers.map((server) => server.stop('SIGKILL')))
        servers = await Promise.all(Array.from({ length: count }, () => metes.serve(env)))
        assert.equal(await fay.used(), 2 * MEDIUM_UNITS + 4 * 2)
      }
      const ends = await Promise.all(ids.map((id) => fay.until(id, never)))
      for (const { state, problem } of ends) assert.equal(state, 'done', JSON.stringify(problem))
      assert.equal(await fay.used(), 2 * MEDIUM_UNITS + 4 * 2)
    })

    test('a stopping server ends its job first, or requeues it', async () => {
      const gil = await account('gil@example.org')
      const id = await gil.submit({ ...MEDIUM, detail: 'high' })
      await gil.until(id, isMerging)
      assert.deepEqual(
        await Promise.all(servers.map((server) => server.stop())),
        servers.map(() => 0),
      )
      servers = await Promise.all(Array.from({ length: count }, () => metes.serve(env)))
      const ended = await gil.until(id, never)
      assert.equal(ended.state, 'done', JSON.stringify(ended.problem))
      assert.equal(await gil.used(), MEDIUM_UNITS)
    })
  })
}
