/** Units of several processes on one database, and of processes that die. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { monthOf } from '../../src/platform/billing-month.ts'
import { TEST_DATABASES, type TestDatabase } from '../support/databases.ts'

const PROCESS = fileURLToPath(new URL('../support/unit-process.ts', import.meta.url))
const A_DAY_MS = 86_400_000

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [PROCESS, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })

/** Kills it after the answer to the first call and `lines` more; returns the number of answers. */
const killedAfter = async (child: ChildProcess, lines: number): Promise<number> => {
  let seen = ''
  for await (const piece of child.stdout!) {
    seen += piece
    if (seen.length >= 'answered\n'.length * lines) child.kill('SIGKILL')
  }
  return seen.split('\n').length - 1
}

for (const { name, skip, create } of TEST_DATABASES) {
  describe(`units shared by processes: ${name}`, { skip }, () => {
    let database: TestDatabase
    let nowMs: number
    beforeEach(async () => {
      nowMs = Date.now()
      database = await create()
    })
    afterEach(() => database.remove())

    /** The units used once all writers count as dead; both months where the test ran over midnight. */
    const usedAtLast = async (): Promise<number> => {
      const storage = await database.open()
      await storage.units.heartbeat('judge', { nowMs: nowMs + A_DAY_MS, aliveUntilMs: nowMs + 2 * A_DAY_MS })
      const months = new Set([monthOf(nowMs), monthOf(Date.now())])
      const used = await Promise.all([...months].map((month) => storage.units.used('a', month)))
      const sum = used.reduce((total, each) => total + each, 0)
      const usage = await storage.usage.since('a', monthOf(nowMs))
      await storage.close()
      for (const counted of [usage.map(({ units }) => units), usage.map(({ calls }) => calls)])
        assert.equal(
          counted.reduce((total, each) => total + each, 0),
          sum,
          'usage and balance differ',
        )
      return sum
    }

    test('two processes with two hundred calls and fifty units left spend exactly fifty', async () => {
      const counts = await Promise.all(
        [1, 2].map(async () => {
          const child = start(database.place, '50', '100')
          const exit = once(child, 'exit')
          const printed = await child.stdout!.setEncoding('utf8').toArray()
          assert.deepEqual(await exit, [0, null])
          return Number(printed.join(''))
        }),
      )
      assert.equal(counts[0] + counts[1], 50)
      assert.equal(await usedAtLast(), 50)
    })

    test('twenty processes killed while working lose no unit of an answer, and charge none for a call that never ended', async () => {
      let answered = 0
      let killed = 0
      while (killed < 20) {
        const children = Array.from({ length: 5 }, () => start(database.place, '1000000'))
        const counts = await Promise.all(children.map((child, place) => killedAfter(child, 5 + 7 * place)))
        answered += counts.reduce((sum, each) => sum + each, 0)
        killed += children.length
      }
      const used = await usedAtLast()
      assert.ok(used >= answered, `${used} units are used, ${answered} calls were answered`)
      // In each process one call may have been charged and then killed before its answer.
      assert.ok(used <= answered + killed, `${used} units are used, ${answered} calls were answered`)
    })
  })
}
