/** Calls with an Idempotency-Key, repeated against real servers. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TEST_DATABASES, wholeDatabase } from '../support/databases.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const BENELUX = { include: ['iso:BE', 'iso:NL', 'iso:LU'], detail: 'low' }
const BENELUX_UNITS = 3

for (const { name, skip } of TEST_DATABASES) {
  const [count, words] = name === 'SQLite' ? [1, 'a server'] : [2, 'two servers']

  describe(`${words} on ${name}`, { skip }, () => {
    let metes: Installation
    let servers: RunningServer[]
    let env: Record<string, string>
    let key: string
    let removeDatabase = async (): Promise<void> => {}
    before(async () => {
      metes = await install()
      env = { METES_SOURCES: 'atlas' }
      if (name === 'PostgreSQL') {
        const database = await wholeDatabase()
        env.METES_DATABASE_URL = database.url
        removeDatabase = database.remove
      }
      servers = await Promise.all(Array.from({ length: count }, () => metes.serve(env)))
      key = await metes.createKey(env)
    })
    after(async () => {
      await Promise.all(servers.map((server) => server.stop()))
      await removeDatabase()
      await metes.remove()
    })

    const post = (path: string, body: object, idempotencyKey: string, server = servers[0]) =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': key,
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify(body),
      })

    const used = async (): Promise<number> => {
      const answer = await fetch(`${servers[0].url}/v1/account`, { headers: { 'x-api-key': key } })
      return ((await answer.json()) as { units: { used: number } }).units.used
    }

    /** Repeats like a caller: until it has an answer. */
    const insist = async (path: string, body: object, idempotencyKey: string, server: RunningServer) => {
      for (;;) {
        const answer = await post(path, body, idempotencyKey, server)
        const text = await answer.text()
        if (answer.status === 200) return { text, repeated: answer.headers.get('idempotent-replayed') }
        assert.equal(answer.status, 409, text)
        assert.equal(answer.headers.get('retry-after'), '2')
      }
    }

    test('twenty equal concurrent calls get the same answer, run once and are charged once, by either route', async () => {
      const before = await used()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          insist(
            at % 3 === 0 ? '/v1/ops/union_boundaries' : '/v1/boundaries/union',
            BENELUX,
            '"twenty at once"',
            servers[at % count],
          ),
        ),
      )
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
      assert.equal(answers.filter(({ repeated }) => repeated === null).length, 1)
      assert.equal((await used()) - before, BENELUX_UNITS)
    })

    test('a used key is refused for another input, and nothing is charged', async () => {
      const first = await post('/v1/boundaries/union', BENELUX, 'once')
      assert.equal(first.status, 200)
      const before = await used()
      const other = await post('/v1/boundaries/union', { ...BENELUX, detail: 'medium' }, 'once')
      assert.equal(other.status, 409)
      const body = (await other.json()) as Record<string, unknown>
      assert.deepEqual([body.code, body.retry_after], ['idempotency_conflict', undefined])
      assert.equal(await used(), before)
    })

    test('a failure is not stored: the repeat is a new try', async () => {
      const refused = await post('/v1/boundaries/union', { include: ['r999999999'] }, 'second-try')
      assert.equal(refused.status, 404)
      const answer = await post('/v1/boundaries/union', BENELUX, 'second-try')
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('idempotent-replayed'), null)
    })

    test('a write happens once', async () => {
      const item = { title: 'Written once' }
      const [first, second] = [
        await insist('/v1/feedback/issues', item, 'item', servers[0]),
        await insist('/v1/ops/report_issue', item, 'item', servers[count - 1]),
      ]
      assert.equal(first.text, second.text)
      const found = await fetch(`${servers[0].url}/v1/feedback?q=written+once`)
      assert.equal(((await found.json()) as { items: unknown[] }).items.length, 1)
    })

    test('an answer survives a killed and restarted server', async () => {
      const first = await insist('/v1/boundaries/union', BENELUX, 'survivor', servers[count - 1])
      await servers[count - 1].stop('SIGKILL')
      servers[count - 1] = await metes.serve(env)
      const again = await insist('/v1/boundaries/union', BENELUX, 'survivor', servers[count - 1])
      assert.deepEqual(again, { text: first.text, repeated: 'true' })
    })
  })
}
