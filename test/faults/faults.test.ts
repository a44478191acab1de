/** A service under load whose processes are killed and whose servers and disk fail, round after round: nothing that callers were told is untrue. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { casesOf } from '../cases.ts'
import { NO_POSTGRES_SERVER } from '../support/postgres-server.ts'
import { NO_REDIS } from '../support/redis.ts'
import { seededRandom } from '../support/shapes.ts'
import { NO_SMALL_DISK } from '../support/small-disk.ts'
import { checkAnswers, checkImports, checkUnits, checkWrites, untilReady } from './check.ts'
import { between } from './draw.ts'
import { NEED_A_DISK, ON_SERVERS, ON_SQLITE } from './faults.ts'
import { startImport } from './imports.ts'
import { type Account, type Ledger, openLedger, unitsOf } from './ledger.ts'
import { startLoad } from './load.ts'
import { learnAnswers, type Questions } from './questions.ts'
import { openOnServers, openOnSqlite, type World } from './world.ts'

const WORLDS = [
  { name: 'SQLite on a small disk', skip: false as const, open: openOnSqlite, faults: ON_SQLITE },
  {
    name: 'PostgreSQL, Redis and a bucket',
    skip: NO_POSTGRES_SERVER || NO_REDIS,
    open: openOnServers,
    faults: ON_SERVERS,
  },
]
const ROUNDS = casesOf('rounds of faults') / WORLDS.length

for (const { name, skip, open, faults } of WORLDS) {
  describe(`a service on ${name}, under load`, { skip }, () => {
    let world: World
    let questions: Questions
    let unlimited: string
    let unused: string[]
    const ledger = openLedger()
    before(async () => {
      world = await open()
      const limited = Array.from({ length: 2 * ROUNDS }, (_, account) => ({
        email: `caller-${account}@example.org`,
        plan: 'limited',
      }))
      const made = await world.makeAccounts([{ email: 'reader@example.org', plan: 'unlimited' }, ...limited])
      unlimited = made[0]
      unused = made.slice(1)
      await imported(world, ledger)
      questions = await learnAnswers(world.url, unlimited)
    })
    after(() => world?.remove())

    const injected = Object.entries(faults).filter(
      ([fault]) => NO_SMALL_DISK === false || !NEED_A_DISK.includes(fault),
    )
    for (const fault of NEED_A_DISK)
      if (NO_SMALL_DISK !== false && fault in faults)
        test(`${fault}: nothing is lost`, { skip: NO_SMALL_DISK }, () => {})

    for (let number = 0; number < ROUNDS; number++) {
      const [fault, inject] = injected[number % injected.length]
      const round = `round ${number}, ${fault}`
      test(`${round}: nothing is lost`, async () => {
        const random = seededRandom(1_000 + number)
        const [ordinary, repeating] = unused
          .splice(0, 2)
          .map((key): Account => ({ round, key, paid: [], doubtful: 0 }))
        ledger.accounts.push(ordinary, repeating)
        const from = { items: ledger.items.size, keys: ledger.keys.length, files: ledger.files.size }
        const load = startLoad({ url: world.url, ledger, questions, ordinary, repeating, random })
        await delay(between(300, 1_200, random))
        await inject(world, ledger, random)
        await delay(between(100, 1_000, random))
        await load.stop()
        await untilReady(world.url)
        await checkWrites(world.url, ledger, from)
        await checkImports(world.url, ledger)
        // Of the round before: what its dead processes had reserved is free by now, or soon.
        await checkUnits(world.url, ledger, ledger.accounts.slice(-4, -2))
      })
    }

    test('all that was acknowledged in all rounds is there after the last restart, and units are exact', async (t) => {
      const { running } = world.service()
      running.kill('SIGTERM')
      assert.equal((await running.ended).code, 0)
      await world.startAgain()
      await checkWrites(world.url, ledger, { items: 0, keys: 0, files: 0 })
      await checkImports(world.url, ledger)
      await checkAnswers(world.url, unlimited, questions)
      await checkUnits(world.url, ledger, ledger.accounts)
      const { items, keys, files, ends, accounts } = ledger
      const units = unitsOf(accounts.flatMap(({ paid }) => paid))
      t.diagnostic(`${items.size} items, ${keys.length} keys, ${files.size} files, ${units} units`)
      t.diagnostic([...ends].map(([end, count]) => `${count} × ${end}`).join(', '))
    })
  })
}

const imported = async (world: World, ledger: Ledger): Promise<void> => {
  const startedMs = performance.now()
  const { command, ended } = await startImport(world, ledger)
  await ended
  ledger.importMs = performance.now() - startedMs
  const { code, stderr } = await command.ended
  assert.equal(code, 0, stderr)
}
