/** Units leased in blocks: several servers on one database, whose statements fail before or after the commit, and which are killed. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { UnitHold } from '../../src/platform/ports.ts'
import type { OpenDatabase } from '../../src/storage/sql/dialect.ts'
import { openPostgres } from '../../src/storage/sql/postgres.ts'
import { storeDatabase } from '../../src/storage/sql/store-database.ts'
import { LeasedUnitStore } from '../../src/storage/sql/units/leased/leased-unit-store.ts'
import { unitBlocks } from '../../src/storage/sql/units/leased/unit-blocks.ts'
import { UNITS } from '../../src/storage/sql/units/migrations.ts'
import type { UnitTables } from '../../src/storage/sql/units/schema.ts'
import { createUnitStore } from '../../src/storage/sql/units/unit-store.ts'
import { createUsageStore } from '../../src/storage/sql/units/usage-store.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { filesAt, TEST_DATABASES } from '../support/databases.ts'

const ALIVE_MS = 7_000
const MONTH = '2026-01'
const START_MS = Date.UTC(2026, 0, 31)

type Failure = 'before' | 'after'

/** A process of a server: it loses its memory when it is killed, and never runs again. */
interface Server {
  readonly owner: string
  readonly directory: string
  readonly store: LeasedUnitStore
  /** Of its next statements. */
  readonly failures: Failure[]
  isDead: boolean
}

const ACTION = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('calls' as const),
      server: fc.nat(2),
      count: fc.integer({ min: 1, max: 60 }),
      end: fc.constantFrom('spend' as const, 'refund' as const, 'share' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      server: fc.nat(2),
      failures: fc.array(fc.constantFrom<Failure>('before', 'after'), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), server: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(3_000) }) },
)

const RUN = fc.record({
  allowance: fc.oneof(fc.integer({ min: 10, max: 60 }), fc.integer({ min: 200, max: 4_000 })),
  units: fc.integer({ min: 1, max: 4 }),
  actions: fc.array(ACTION, { minLength: 5, maxLength: 25 }),
})

const [{ skip, borrow }] = TEST_DATABASES.filter(({ name }) => name === 'PostgreSQL')

describe('units leased in blocks', { skip }, () => {
  test('whatever fails or is killed, what is answered is counted once, and never more than the allowance', async () => {
    await fc.assert(
      fc.asyncProperty(RUN, async ({ allowance, units, actions }) => {
        const database = await borrow()
        const [url, schema] = database.place.split('#')
        await (await database.open()).close()
        const pool = openPostgres(url, schema)
        const open = await pool.open<UnitTables>(UNITS)
        let nowMs = START_MS
        let started = 0
        let held = 0
        const counts = { answered: 0, unknown: 0 }
        // Time also passes by itself, because calls wait for blocks of others.
        const clock = {
          now: () => Math.floor(nowMs + performance.now()),
          elapsedMs: () => nowMs + performance.now(),
        }

        const start = async (directory: string): Promise<Server> => {
          const failures: Failure[] = []
          const server = { owner: `p${++started}`, directory, failures, isDead: false }
          const db = failing(open, server)
          const store = new LeasedUnitStore({
            store: createUnitStore(db),
            blocks: unitBlocks(db),
            dataDir: directory,
            clock,
            random: systemRandom,
          })
          await store.heartbeat(server.owner, { nowMs, aliveUntilMs: nowMs + ALIVE_MS })
          return Object.assign(server, { store })
        }
        const directories = [filesAt(database.place), filesAt(database.place), filesAt(database.otherServer)]
        const servers = await Promise.all(directories.map(start))

        const heartbeats = async (): Promise<void> => {
          for (const { store, owner, failures } of servers) {
            failures.length = 0
            await store.heartbeat(owner, { nowMs, aliveUntilMs: nowMs + ALIVE_MS })
          }
        }
        const call = async ({ store }: Server, end: 'spend' | 'refund' | 'share'): Promise<void> => {
          const hold: UnitHold = {
            id: `h${++held}`,
            owner: servers.find((each) => each.store === store)!.owner,
            accountId: 'a',
            date: `${MONTH}-31`,
            op: 'get_boundary',
            units,
          }
          try {
            if (!(await store.reserve(hold, allowance))) return
            if (end === 'refund') return await store.refund(hold.id)
            if (end === 'share') assert.equal(await store.share(hold.id), true)
            assert.equal(await store.spend(hold.id), true)
            counts.answered += units
          } catch (error) {
            if (!(error instanceof Fault)) throw error
            counts.unknown += units
          }
        }

        for (const action of actions) {
          if (action.kind === 'wait') {
            nowMs += action.ms
            await heartbeats()
          } else if (action.kind === 'fail') servers[action.server].failures.push(...action.failures)
          else if (action.kind === 'kill') {
            servers[action.server].isDead = true
            nowMs += ALIVE_MS - 1
            for (const [at, { isDead, store, owner }] of servers.entries())
              if (at !== action.server && !isDead)
                await store.heartbeat(owner, { nowMs, aliveUntilMs: nowMs + ALIVE_MS }).catch(ignoreFaults)
            nowMs += 2
            servers[action.server] = await start(servers[action.server].directory)
          } else {
            const calls = Array.from({ length: action.count }, () => call(servers[action.server], action.end))
            await Promise.all(calls)
          }
          assert.ok(counts.answered <= allowance, `${counts.answered} of ${allowance} units are answered`)
        }
        for (const server of servers) server.failures.length = 0
        for (const { store, owner } of servers) await store.endLease(owner)
        nowMs += 2 * ALIVE_MS
        const last = await start(directories[0])
        const used = await last.store.used('a', MONTH)
        const usage = await createUsageStore(storeDatabase(open)).since('a', `${MONTH}-01`)
        assert.equal(
          usage.reduce((sum, each) => sum + each.units, 0),
          used,
          'the usage is the balance',
        )
        assert.ok(used >= counts.answered, `${used} used, ${counts.answered} answered`)
        assert.ok(used <= counts.answered + counts.unknown, `${used} used, ${JSON.stringify(counts)}`)
        assert.ok(used <= allowance, `${used} of ${allowance}`)
        await last.store.endLease(last.owner)
        await pool.close()
        await database.remove()
      }),
      { endOnFailure: true, numRuns: !process.env.METES_TEST_DEEP ? 15 : 300 },
    )
  })

  const servers = async () => {
    const database = await borrow()
    await (await database.open()).close()
    const [url, schema] = database.place.split('#')
    const pool = openPostgres(url, schema)
    const open = await pool.open<UnitTables>(UNITS)
    const statements = { count: 0 }
    const counting: OpenDatabase<UnitTables> = {
      ...open,
      writeOne: (statement) => {
        statements.count++
        return open.writeOne(statement)
      },
    }
    const start = async (owner: string, dataDir: string): Promise<LeasedUnitStore> => {
      const store = new LeasedUnitStore({
        store: createUnitStore(counting),
        blocks: unitBlocks(counting),
        dataDir,
        clock: systemClock,
        random: systemRandom,
      })
      const nowMs = Date.now()
      await store.heartbeat(owner, { nowMs, aliveUntilMs: nowMs + ALIVE_MS })
      return store
    }
    const stores = [
      await start('one', filesAt(database.place)),
      await start('two', filesAt(database.otherServer)),
    ]
    const calls = async (at: number, count: number, allowance: number | null): Promise<number> => {
      const made = await Promise.all(
        Array.from({ length: count }, async (_, number) => {
          const id = `${at}-${number}-${systemRandom.bytes(4).join('')}`
          const hold = {
            id,
            owner: ['one', 'two'][at],
            accountId: 'a',
            date: `${MONTH}-31`,
            op: 'search',
            units: 1,
          }
          return (await stores[at].reserve(hold, allowance)) && stores[at].spend(id)
        }),
      )
      return made.filter(Boolean).length
    }
    const close = async (): Promise<void> => {
      await stores[0].endLease('one')
      await stores[1].endLease('two')
      await pool.close()
      await database.remove()
    }
    return { stores, statements, calls, close }
  }

  test('a call that a block has units for asks the database for nothing', async () => {
    const { statements, calls, close } = await servers()
    await calls(0, 1, null)
    statements.count = 0
    assert.equal(await calls(0, 150, null), 150)
    assert.equal(statements.count, 0)
    await close()
  })

  test('no call is refused while another server has units left in a block', async () => {
    const { stores, calls, close } = await servers()
    assert.equal(await calls(0, 1, 1_000), 1)
    assert.equal(await calls(1, 1_020, 1_000), 999)
    assert.equal(await stores[0].used('a', MONTH), 1_000)
    assert.equal(await calls(0, 1, 1_000), 0)
    await close()
  })

  test('what is leased and not spent is not in the balance', async () => {
    const { stores, calls, close } = await servers()
    await calls(0, 3, 1_000)
    assert.equal(await stores[0].used('a', MONTH), 3)
    assert.equal(await stores[1].used('a', MONTH), 3)
    await close()
  })
})

class Fault extends Error {
  override readonly name = 'Fault'
}

const ignoreFaults = (error: unknown): void => {
  if (!(error instanceof Fault)) throw error
}

/** The database as the server reaches it. */
const failing = (
  db: OpenDatabase<UnitTables>,
  server: { readonly failures: Failure[]; readonly isDead: boolean },
): OpenDatabase<UnitTables> => {
  const through = async <R>(statement: () => Promise<R>): Promise<R> => {
    const failure = server.failures.shift()
    if (server.isDead || failure === 'before') throw new Fault()
    const answer = await statement()
    if (server.isDead || failure === 'after') throw new Fault()
    return answer
  }
  return {
    ...db,
    write: (work) => through(() => db.write(work)),
    writeOne: (statement) => through(() => db.writeOne(statement)),
  }
}
