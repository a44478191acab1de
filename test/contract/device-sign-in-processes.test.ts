/** One approved sign-in, and several processes that poll for its key concurrently. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { approverOf } from '../support/approver.ts'
import { TEST_DATABASES } from '../support/databases.ts'

const PROCESS = fileURLToPath(new URL('../support/device-sign-in-process.ts', import.meta.url))

const keysOf = async (...args: string[]): Promise<number> => {
  const child = spawn(process.execPath, [PROCESS, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  const printed = await child.stdout.setEncoding('utf8').toArray()
  assert.deepEqual(await exit, [0, null])
  return Number(printed.join(''))
}

for (const { name, skip, create } of TEST_DATABASES) {
  describe(`device sign-ins shared by processes: ${name}`, { skip }, () => {
    test('three processes with twenty polls each get one key in total, and one is stored', async () => {
      const database = await create()
      const storage = await database.open()
      const ann = await approverOf(storage, 'ann@example.org')
      const { deviceCode, userCode } = await ann.signIns.start({ clientName: 'laptop', address: null })
      assert.equal(await ann.approve(userCode), 'done')
      const counts = await Promise.all([1, 2, 3].map(() => keysOf(database.place, deviceCode, '20')))
      assert.equal(
        counts.reduce((sum, each) => sum + each, 0),
        1,
      )
      const kept = await storage.keys.listKeys('id of ann@example.org')
      assert.deepEqual(
        kept.map((key) => key.name),
        ['laptop'],
      )
      await storage.close()
      await database.remove()
    })
  })
}
