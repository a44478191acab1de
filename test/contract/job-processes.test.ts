/** Jobs of several processes on one database. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { TEST_DATABASES } from '../support/databases.ts'

const PROCESS = fileURLToPath(new URL('../support/job-process.ts', import.meta.url))
const JOBS = 60
const ACCOUNTS = 20
const LIMITS = { perAccount: 100, waiting: 1_000 }

for (const { name, skip, create } of TEST_DATABASES) {
  describe(`jobs shared by processes: ${name}`, { skip }, () => {
    test('three processes run each job once', async () => {
      const database = await create()
      const storage = await database.open()
      const ids = Array.from({ length: JOBS }, (_, at) => `job_${at}`)
      for (const [at, id] of ids.entries()) {
        const order = {
          keyId: 'k',
          plan: 'free',
          op: 'weigh',
          input: {},
          languages: [],
          maxInlineBytes: null,
          address: '',
          units: 0,
        }
        const whose = { id, accountId: `a${at % ACCOUNTS}`, requestId: id, createdAtMs: at }
        await storage.jobs.submit({ ...order, ...whose }, { holdId: null, idempotentCall: null }, LIMITS)
      }
      const lines: string[] = []
      const all = Promise.withResolvers<void>()
      const children: ChildProcess[] = [1, 2, 3].map(() =>
        spawn(process.execPath, [PROCESS, database.place], { stdio: ['ignore', 'pipe', 'inherit'] }),
      )
      for (const child of children) {
        child.once('exit', (code) => all.reject(new Error(`A process ended with ${code}.`)))
        createInterface({ input: child.stdout! }).on('line', (line) => {
          lines.push(line)
          if (lines.filter((each) => each.startsWith('counts')).length === JOBS) all.resolve()
        })
      }
      await all.promise
      for (const child of children) child.kill('SIGKILL')
      for (const what of ['began', 'counts'])
        assert.deepEqual(
          lines.filter((line) => line.startsWith(what)).sort(),
          ids.map((id) => `${what} ${id}`).sort(),
        )
      const jobs = await Promise.all(ids.map((id, at) => storage.jobs.find(`a${at % ACCOUNTS}`, id)))
      assert.deepEqual(new Set(jobs.map((job) => job?.state)), new Set(['done']))
      await storage.close()
      await database.remove()
    })
  })
}
