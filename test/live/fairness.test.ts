/** Turns at the map server: many cold calls of one asker, or of everybody who is nobody, do not keep others waiting. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LiveMap, LiveMapFailed } from '../../src/domain/live/ports.ts'
import type { Overpass } from '../../src/sources/overpass/client.ts'
import type { Storage } from '../../src/storage/sql/open-storage.ts'
import { forOwner } from '../../src/util/work-owner.ts'
import { TEST_DATABASES, temporaryStorage } from '../support/databases.ts'
import { type ScriptedOverpass, serveScriptedOverpass } from './scripted-overpass.ts'
import { startLive } from './start-live.ts'
import { askFor, testMap, testOverpass } from './test-map.ts'

const SLOTS = 2
const LATENCY_MS = 150

const openOverpass = (url: string, { liveCoordination: coordination }: Storage): Overpass =>
  testOverpass([url], { coordination })

describe('turns at the map server', () => {
  let storage: Storage
  let upstream: ScriptedOverpass
  let overpass: Overpass
  before(async () => {
    storage = await temporaryStorage()
    upstream = await serveScriptedOverpass(1, LATENCY_MS)
    overpass = openOverpass(upstream.url, storage)
  })
  after(async () => {
    await upstream?.close()
    await storage?.close()
  })

  /** What a call did: `answered` requests of all were over when it was. */
  const call = async (name: string, isAnonymous: boolean, number: number): Promise<number> => {
    await forOwner({ name, isAnonymous }, () => askFor(overpass, number))
    return upstream.answered.size
  }

  const settledCalls = (calls: readonly Promise<number>[]) =>
    Promise.allSettled(calls).then((all) => all.filter(({ status }) => status === 'rejected'))

  test('200 cold calls of one account delay another account by two turns at most', async () => {
    const answeredBefore = upstream.answered.size
    const many = settledCalls(
      Array.from({ length: 200 }, (_, index) => call('many', false, 1_000 + 3 * index + 1)),
    )
    const turns = (await call('one', false, 1)) - answeredBefore
    assert.ok(turns <= SLOTS * 2 + 1, `${turns} calls were answered first`)
    const refused = (await many) as readonly PromiseRejectedResult[]
    assert.equal(refused.length, 200 - SLOTS - 20)
    for (const { reason } of refused) {
      assert.ok(reason instanceof LiveMapFailed)
      assert.equal(reason.fault, 'crowded')
    }
  })

  test('anonymous callers of 100 networks are one asker', async () => {
    const answeredBefore = upstream.answered.size
    const many = settledCalls(
      Array.from({ length: 100 }, (_, index) => call(`203.0.113.${index}`, true, 3_000 + 3 * index + 1)),
    )
    const accounts = await Promise.all(
      [0, 1, 2, 3].map((index) => call(`account ${index}`, false, 4 + 3 * index)),
    )
    const turns = Math.max(...accounts) - answeredBefore
    // Two of theirs are on their way; then each of the five askers has its turn.
    assert.ok(turns <= SLOTS + 5 + SLOTS, `${turns} calls were answered first`)
    assert.equal((await many).length, 100 - SLOTS - 20)
  })
})

describe('callers of one boundary', () => {
  let storage: Storage
  let upstream: ScriptedOverpass
  let live: LiveMap
  before(async () => {
    storage = await temporaryStorage()
    upstream = await serveScriptedOverpass(1, LATENCY_MS)
    live = testMap({
      overpass: openOverpass(upstream.url, storage),
      store: await storage.openFetched(),
      coordination: storage.liveCoordination,
      maxWaitMs: 30_000,
    })
  })
  after(async () => {
    await upstream?.close()
    await storage?.close()
  })

  const fetchAs = (name: string, number: number) =>
    forOwner({ name, isAnonymous: false }, () => live.fetch({ by: 'relation', number }))

  test('a fetch that waits behind many calls of an account gets the turn of a caller who joins it', async () => {
    const many = Array.from({ length: 20 }, (_, index) => fetchAs('many', 6_001 + 3 * index))
    // Two are on their way, the last one waits behind the others.
    while (upstream.requests < SLOTS) await new Promise((resolve) => setTimeout(resolve, 5))
    const before = upstream.answered.size
    assert.equal(await fetchAs('one', 6_001 + 3 * 19), 'fetched')
    const turns = upstream.answered.size - before
    assert.ok(turns <= SLOTS * 2 + 1, `${turns} calls were answered first`)
    await Promise.all(many)
    assert.equal(upstream.requests, 20)
  })
})

describe('a process beside a busy one', { concurrency: true }, () => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`gets its turn, and both keep to the slots of the server: ${name}`, { skip }, async () => {
      const database = await create()
      const storage = await database.open()
      const upstream = await serveScriptedOverpass(1, LATENCY_MS)
      try {
        const busy = startLive(database.place, upstream.url, {
          seed: 1,
          requests: 40,
          maxRelation: 100_000,
          requestTimeoutMs: 5_000,
        })
        await busy.firstLine
        const overpass = openOverpass(upstream.url, storage)
        for (const number of [1, 4, 7]) {
          const before = upstream.requests
          await askFor(overpass, number)
          const turns = upstream.requests - before
          // A process looks for a slot ten times a second.
          assert.ok(turns <= SLOTS * 5, `${turns} requests were sent meanwhile`)
        }
        await busy.lines
        assert.ok(upstream.mostAtOnce <= SLOTS, `${upstream.mostAtOnce} at once`)
      } finally {
        await upstream.close()
        await storage.close()
        await database.remove()
      }
    })
})
