/** Several processes deliver from one queue, and some are killed meanwhile. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { TEST_DATABASES, type TestDatabase } from '../support/databases.ts'
import { givenUpMails } from '../support/given-up-mails.ts'
import { type Answers, header, type Mailbox, openMailbox } from './mailbox.ts'

const PROCESS = fileURLToPath(new URL('../support/mail-process.ts', import.meta.url))
const MAILS = 60
/** Longer than a claim. */
const LATER_MS = 10 * 60_000

for (const { name, skip, create } of TEST_DATABASES) {
  describe(`mail delivered by processes: ${name}`, { skip }, () => {
    let database: TestDatabase
    let storage: Storage
    let box: Mailbox
    let answers: Answers
    beforeEach(async () => {
      answers = () => null
      database = await create()
      storage = await database.open()
      box = await openMailbox((what, text) => answers(what, text))
      for (let number = 0; number < MAILS; number++) {
        await storage.mails.put(
          {
            id: `m${number}`,
            accountId: null,
            to: `ann${number}@example.org`,
            kind: 'security',
            subject: 'A key was made',
            text: 'A key was made.',
            html: '<p>A key was made.</p>',
            createdAt: '2026-01-02T03:04:05Z',
          },
          { urgency: 0, dueMs: 0 },
        )
      }
    })
    afterEach(async () => {
      await box.close()
      await storage.close()
      await database.remove()
    })

    const start = (aheadMs = 0): ChildProcess =>
      spawn(process.execPath, [PROCESS, database.place, String(box.port), String(aheadMs)], {
        stdio: ['ignore', 'inherit', 'inherit'],
      })
    const ids = (): readonly string[] =>
      box.received.map(({ source }) => header(source, 'Message-ID') ?? '').sort()
    const all = Array.from({ length: MAILS }, (_, number) => `<m${number}@metes.example>`).sort()

    test('three concurrent processes send every mail, and none twice', async () => {
      const ends = await Promise.all([1, 2, 3].map(() => once(start(), 'exit')))
      assert.deepEqual(ends, [
        [0, null],
        [0, null],
        [0, null],
      ])
      assert.deepEqual(ids(), all)
      assert.equal(await storage.mails.waiting(), 0)
    })

    test('killed repeatedly between claim and send, they lose none', async () => {
      let kills = 0
      for (let round = 0; round < 5; round++) {
        const child = start(round * LATER_MS)
        const exit = once(child, 'exit')
        // Some messages are accepted and some are not when the process dies.
        let heard = 0
        answers = () => {
          heard += 1
          if (heard === 7) {
            kills += 1
            child.kill('SIGKILL')
          }
          return null
        }
        assert.deepEqual(await exit, [null, 'SIGKILL'])
      }
      assert.equal(kills, 5)
      answers = () => null
      assert.ok((await storage.mails.waiting()) > 0)
      assert.deepEqual(await once(start(5 * LATER_MS), 'exit'), [0, null])
      assert.equal(await storage.mails.waiting(), 0)
      assert.deepEqual(await givenUpMails(database.place), [])
      // A mail that was accepted as the process died is sent twice, with the same Message-ID.
      assert.deepEqual([...new Set(ids())], all)
    })
  })
}
