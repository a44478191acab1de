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
import { systemRandom } from '../../src/util/random.ts'
import { filesAt, TEST_DATABASES } from '../support/databases.ts'

const ALIVE_MS = 7_000
const MONTH = '2026-01'
const START_MS = Date.UTC(2026, 0, 31)

/** Where a statement fails: before or after its commit. */
type Failure = 'no' | 'before' | 'after'

/** A process of a server: it loses its memory when it is killed, and never runs again. */
interface Server {
  readonly owner: string
  readonly directory: string
  readonly store: LeasedUnitStore
  /** Of its next statements. */
  readonly failures: Failure[]
  isDead: boolean
  /** Units answered that the database may not have. */
  unsettled: number
}

const SERVER = fc.nat(2)
const COUNT = fc.integer({ min: 1, max: 80 })
const FAILURES = fc.array(fc.constantFrom<Failure>('no', 'before', 'after'), { maxLength: 3 })
const END = fc.constantFrom('spend' as const, 'refund' as const, 'share' as const)

const ACTION = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('calls' as const),
      server: SERVER,
      count: COUNT,
      end: END,
      failures: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: FAILURES }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('tidy' as const),
      server: SERVER,
      afterMs: fc.nat(2_000),
      failures: FAILURES,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), server: SERVER }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('suspend' as const),
      server: SERVER,
      count: COUNT,
      meanwhile: COUNT,
    }),
  },
)

const RUN = fc.record({
  allowance: fc.oneof(
    fc.integer({ min: 10, max: 60 }),
    fc.integer({ min: 100, max: 600 }),
    fc.integer({ min: 600, max: 5_000 }),
  ),
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
        const toRefund: [Server, string][] = []
        const counts = { answered: 0, unknown: 0, late: 0 }
        // Time also passes by itself, because calls wait for blocks of others.
        const clock = {
          now: () => Math.floor(nowMs + performance.now()),
          elapsedMs: () => nowMs + performance.now(),
        }

        const start = async (directory: string): Promise<Server> => {
          const failures: Failure[] = []
          const server = { owner: `p${++started}`, directory, failures, isDead: false, unsettled: 0 }
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

        const beat = async (except: Server | null): Promise<void> => {
          for (const server of servers) {
            if (server === except) continue
            server.failures.length = 0
            await server.store.heartbeat(server.owner, { nowMs, aliveUntilMs: nowMs + ALIVE_MS })
          }
        }
        const newHold = ({ owner }: Server): UnitHold => ({
          id: `h${++held}`,
          owner,
          accountId: 'a',
          date: `${MONTH}-31`,
          op: 'get_boundary',
          units,
        })
        const spend = async (server: Server, { id }: UnitHold): Promise<void> => {
          if (!(await server.store.spend(id))) return
          counts.answered += units
          server.unsettled += units
        }
        const call = async (server: Server, end: 'spend' | 'refund' | 'share'): Promise<void> => {
          const hold = newHold(server)
          const isReserved = await server.store.reserve(hold, allowance).catch(ignoreFaults)
          // As the quota refunds what may have been reserved.
          if (isReserved === undefined) toRefund.push([server, hold.id])
          if (isReserved !== true) return
          try {
            if (end === 'refund') return await server.store.refund(hold.id)
            if (end === 'share') await server.store.share(hold.id).catch(ignoreFaults)
            await spend(server, hold)
          } catch (error) {
            ignoreFaults(error)
            counts.unknown += units
            toRefund.push([server, hold.id])
          }
        }
        const callAll = (server: Server, count: number, end: 'spend' | 'refund' | 'share' = 'spend') =>
          Promise.all(Array.from({ length: count }, () => call(server, end)))
        /** Others take the process for dead: they may refund units before they know what it has answered. */
        const miss = async (server: Server): Promise<void> => {
          counts.late += server.unsettled
          for (const ms of [ALIVE_MS / 2, ALIVE_MS]) {
            nowMs += ms
            await beat(server)
          }
        }

        for (const action of actions) {
          const server = servers[action.server]
          if (action.kind === 'kill') {
            server.isDead = true
            await miss(server)
            servers[action.server] = await start(server.directory)
          } else if (action.kind === 'suspend') {
            const holds = Array.from({ length: action.count }, () => newHold(server))
            const areReserved = await Promise.all(holds.map((hold) => server.store.reserve(hold, allowance)))
            await miss(server)
            await callAll(servers[(action.server + 1) % 3], action.meanwhile)
            for (const [at, hold] of holds.entries()) if (areReserved[at]) await spend(server, hold)
            await beat(null)
          } else if (action.kind === 'tidy') {
            nowMs += action.afterMs
            await beat(null)
            server.failures.push(...action.failures)
            await server.store.tidy().then(() => {
              server.unsettled = 0
            }, ignoreFaults)
            server.failures.length = 0
          } else {
            server.failures.push(...action.failures)
            await callAll(server, action.count, action.end)
            server.failures.length = 0
          }
          assert.ok(counts.answered <= allowance + counts.late, `${JSON.stringify(counts)} of ${allowance}`)
        }
        nowMs += 2_000
        await beat(null)
        for (const [{ store, isDead }, id] of toRefund) if (!isDead) await store.refund(id)
        for (const { store } of servers) {
          await store.tidy()
          await store.tidy()
        }
        const [{ store, owner }] = servers
        const before = await store.used('a', MONTH)
        if (before < allowance) {
          const rest = {
            id: 'rest',
            owner,
            accountId: 'a',
            date: `${MONTH}-31`,
            op: 'rest',
            units: allowance - before,
          }
          assert.ok(
            await store.reserve(rest, allowance),
            `${before} of ${allowance} used, and the rest refused`,
          )
          await store.refund('rest')
        }
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
        assert.ok(used <= allowance + counts.late, `${used} of ${allowance}`)
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
    let laterMs = 0
    const clock = { now: () => Date.now() + laterMs, elapsedMs: () => performance.now() + laterMs }
    const beat = (store: LeasedUnitStore, owner: string): Promise<void> =>
      store.heartbeat(owner, { nowMs: clock.now(), aliveUntilMs: clock.now() + ALIVE_MS })
    const start = async (owner: string, dataDir: string): Promise<LeasedUnitStore> => {
      const store = new LeasedUnitStore({
        store: createUnitStore(counting),
        blocks: unitBlocks(counting),
        dataDir,
        clock,
        random: systemRandom,
      })
      await beat(store, owner)
      return store
    }
    // The first two are processes of one server.
    const stores = [
      await start('p0', filesAt(database.place)),
      await start('p1', filesAt(database.place)),
      await start('p2', filesAt(database.otherServer)),
    ]
    let made = 0
    const newHold = (at: number): UnitHold => ({
      id: `h${++made}`,
      owner: `p${at}`,
      accountId: 'a',
      date: `${MONTH}-31`,
      op: 'search',
      units: 1,
    })
    const calls = async (at: number, count: number, allowance: number | null): Promise<number> => {
      const spent = await Promise.all(
        Array.from({ length: count }, async () => {
          const hold = newHold(at)
          return (await stores[at].reserve(hold, allowance)) && stores[at].spend(hold.id)
        }),
      )
      return spent.filter(Boolean).length
    }
    return {
      stores,
      statements,
      newHold,
      calls,
      /** Suspends the process until the others take it for dead. */
      suspend: async (at: number): Promise<void> => {
        for (let part = 0; part < 2; part++) {
          laterMs += ALIVE_MS - 1_000
          for (const [other, store] of stores.entries()) if (other !== at) await beat(store, `p${other}`)
        }
      },
      beat: (at: number) => beat(stores[at], `p${at}`),
      close: async (): Promise<void> => {
        for (const [at, store] of stores.entries()) await store.endLease(`p${at}`)
        await pool.close()
        await database.remove()
      },
    }
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
    assert.equal(await calls(2, 1_020, 1_000), 999)
    assert.equal(await stores[0].used('a', MONTH), 1_000)
    assert.equal(await calls(0, 1, 1_000), 0)
    await close()
  })

  test('what is leased and not spent is not in the balance', async () => {
    const { stores, calls, close } = await servers()
    await calls(0, 3, 1_000)
    assert.equal(await stores[0].used('a', MONTH), 3)
    assert.equal(await stores[2].used('a', MONTH), 3)
    await close()
  })

  test('a process that was suspended spends nothing that others have refunded and used', async () => {
    const { stores, newHold, calls, suspend, close } = await servers()
    const hold = newHold(0)
    assert.equal(await stores[0].reserve(hold, 200), true)
    await suspend(0)
    assert.equal(await calls(2, 210, 200), 200)
    assert.equal(await stores[0].spend(hold.id), false)
    assert.equal(await stores[2].used('a', MONTH), 200)
    await close()
  })

  test('a process that was suspended begins with a new journal, so its next spendings survive a kill', async () => {
    const { stores, calls, suspend, beat, close } = await servers()
    assert.equal(await calls(0, 2, 200), 2)
    await suspend(0)
    await beat(0)
    assert.equal(await calls(0, 3, 200), 3)
    // It is killed.
    await suspend(0)
    assert.equal(await stores[1].used('a', MONTH), 5)
    await close()
  })
})

class Fault extends Error {
  override readonly name = 'Fault'
}

const ignoreFaults = (error: unknown): undefined => {
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
