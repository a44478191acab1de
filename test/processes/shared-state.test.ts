/** What the processes of one service count and keep together: units, limits, keys, idempotent calls. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { monthOf } from '../../src/platform/billing-month.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { openAt, TEST_DATABASES, TEST_SECRET_KEY, wholeDatabase } from '../support/databases.ts'
import { type Installation, install } from '../support/service.ts'
import { call, type ServiceOfProcesses, serveProcesses, until } from './service-of-processes.ts'

const PROCESSES = 4
const PLANS = {
  twenty: { units_per_month: 20, calls_per_minute: null },
  sixty: { units_per_month: null, calls_per_minute: 60 },
}

for (const { name, skip } of TEST_DATABASES) {
  describe(`processes on ${name}`, { skip }, () => {
    let metes: Installation
    let database: { readonly url: string; readonly remove: () => Promise<void> } | null = null
    let service: ServiceOfProcesses
    let storage: Storage
    let accounts = 0
    before(async () => {
      metes = await install()
      const plans = join(metes.dataDir, 'plans.json')
      await writeFile(plans, JSON.stringify(PLANS))
      if (name === 'PostgreSQL') database = await wholeDatabase()
      const settings: Readonly<Record<string, string>> =
        database === null ? {} : { METES_DATABASE_URL: database.url, METES_SECRET_KEY: TEST_SECRET_KEY }
      service = await serveProcesses(
        PROCESSES,
        { METES_PLANS_FILE: plans, METES_DEFAULT_PLAN: 'twenty', ...settings },
        metes,
      )
      storage = await openAt(database === null ? metes.dataDir : `${database.url}#metes`)
    })
    after(async () => {
      await storage.close()
      await service.end()
      await database?.remove()
    })

    const newAccount = async (plan: keyof typeof PLANS) => {
      const email = `person-${accounts++}@example.org`
      const args = ['admin', 'create-key', '--email', email, '--plan', plan, '--json']
      const { stdout, stderr, code } = await metes.runHere(args, service.env)
      assert.equal(code, 0, stderr)
      const key = (JSON.parse(stdout) as { api_key: string }).api_key
      const id = (await storage.keys.findAccount(email))!.id
      return { email, id, headers: { 'x-api-key': key } }
    }

    /** The parts of a burst that end with each status, and those without an answer under 0. */
    const statuses = async (calls: readonly Promise<{ readonly status: number }>[]) => {
      const counts = new Map<number, number>()
      for (const end of await Promise.allSettled(calls)) {
        const status = end.status === 'fulfilled' ? end.value.status : 0
        counts.set(status, (counts.get(status) ?? 0) + 1)
      }
      return counts
    }

    const burst = (count: number, headers: Readonly<Record<string, string>>) =>
      Array.from({ length: count }, (_, index) =>
        call(`${service.url}/v1/boundaries/iso:LU?detail=${index % 2 === 0 ? 'medium' : 'high'}`, {
          headers,
        }),
      )

    test('80 calls at once on 20 units are 20', async () => {
      const { id, headers } = await newAccount('twenty')
      const counts = await statuses(burst(80, headers))
      assert.deepEqual([...counts].toSorted(), [
        [200, 20],
        [402, 60],
      ])
      assert.equal(await storage.units.used(id, monthOf(Date.now())), 20)
    })

    test('a process that is killed among them costs its callers nothing that they did not get', async () => {
      const { id, headers } = await newAccount('twenty')
      const [killed] = service.processes()
      const calls = burst(80, headers)
      await Promise.race(calls)
      process.kill(killed, 'SIGKILL')
      const counts = await statuses(calls)
      const answered = counts.get(200) ?? 0
      const unanswered = counts.get(0) ?? 0
      assert.ok(answered <= 20, `${answered} calls got an answer`)
      // What the killed process had reserved is free at once, not when its lease ends.
      await until('units can be used again', async () => {
        const used = await storage.units.used(id, monthOf(Date.now()))
        return used >= answered && used <= Math.min(20, answered + unanswered)
      })
      const later = await statuses(burst(40, headers))
      assert.equal(await storage.units.used(id, monthOf(Date.now())), 20)
      const all = answered + (later.get(200) ?? 0)
      assert.ok(all <= 20 && all >= 20 - unanswered, `${all} answers, ${unanswered} calls without one`)
      await until('it is replaced', () => service.processes().length === PROCESSES)
    })

    test('a limit a minute is counted over all of them', async () => {
      const { headers } = await newAccount('sixty')
      const counts = await statuses(burst(150, headers))
      assert.deepEqual([...counts].toSorted(), [
        [200, 60],
        [429, 90],
      ])
    })

    test('a key that is revoked anywhere is refused everywhere after two seconds', async () => {
      const { email, headers } = await newAccount('sixty')
      const counts = await statuses(burst(24, headers))
      assert.equal(counts.get(200), 24)
      const [{ id }] = JSON.parse(
        (await metes.runHere(['admin', 'keys', email, '--json'], service.env)).stdout,
      ).keys
      assert.equal((await metes.runHere(['admin', 'revoke-key', email, id], service.env)).code, 0)
      const revokedMs = performance.now()
      await until('two seconds pass', () => performance.now() - revokedMs > 2_000)
      assert.deepEqual([...(await statuses(burst(16, headers)))], [[401, 16]])
    })

    test('a repeated idempotent call runs once, wherever it arrives', async () => {
      const { id, headers } = await newAccount('twenty')
      const send = () =>
        call(`${service.url}/v1/boundaries/union`, {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': 'once' },
          body: { include: ['iso:BE', 'iso:LU'], detail: 'low' },
        })
      const counts = await statuses(Array.from({ length: 12 }, send))
      assert.ok(
        [...counts.keys()].every((status) => status === 200 || status === 409),
        String([...counts]),
      )
      await until('it is answered', async () => (await send()).status === 200)
      assert.equal(await storage.units.used(id, monthOf(Date.now())), 2)
    })

    test('a job that was accepted by one is found, run and answered by all', async () => {
      const { headers } = await newAccount('twenty')
      const { status, body } = await call(`${service.url}/v1/boundaries/union`, {
        method: 'POST',
        headers: { ...headers, prefer: 'respond-async' },
        body: { include: ['iso:NL', 'iso:LU'], detail: 'low' },
      })
      assert.equal(status, 202)
      const found = () => call(`${service.url}/v1/jobs/${body.id}`, { headers })
      await until('it is done', async () => (await found()).body.state === 'done')
      const states = await Promise.all(Array.from({ length: 8 }, found))
      assert.deepEqual([...new Set(states.map(({ body }) => body.state))], ['done'])
    })
  })
}
