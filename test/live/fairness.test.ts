/** Turns at the map server: many cold calls of one asker, or of everybody who is nobody, do not keep others waiting. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LiveMap, LiveMapFailed } from '../../src/domain/live/ports.ts'
import type { Overpass } from '../../src/sources/overpass/client.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
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
    await askFor(overpass, number, { name, isAnonymous })
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
    live.fetch({ by: 'relation', number }, { name, isAnonymous: false })

  test('a fetch that waits behind many calls of an account gets the turn of a caller who joins it', async () => {
    // Starts the thread that shapes, which takes longer than many answers.
    await fetchAs('first', 1)
    const asked = upstream.requests
    const many = Array.from({ length: 20 }, (_, index) => fetchAs('many', 6_001 + 3 * index))
    // Two are on their way, the last one waits behind the others.
    while (upstream.requests < asked + SLOTS) await new Promise((resolve) => setTimeout(resolve, 5))
    const before = upstream.asked.length
    const last = 6_001 + 3 * 19
    assert.equal(await fetchAs('one', last), 'fetched')
    // In the order of requests: an answer may wait longer for its thread than others for the server.
    const ahead = upstream.asked.indexOf(last) - before
    assert.ok(ahead >= 0 && ahead <= SLOTS * 2, `${ahead} requests were sent first`)
    await Promise.all(many)
    assert.equal(upstream.requests, asked + 20)
  })
})

describe('an account with 200 cold calls in two processes', { concurrency: true }, () => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`delays another account by two requests at most, and the slots of the server are kept: ${name}`, {
      skip,
    }, async () => {
      const database = await create()
      const storage = await database.open()
      const upstream = await serveScriptedOverpass(1, LATENCY_MS)
      try {
        const there = startLive(database.place, upstream.url, {
          seed: 1,
          requests: 100,
          maxRelation: 100_000,
          requestTimeoutMs: 5_000,
          atOnce: 100,
          asker: 'many',
        })
        await there.firstLine
        const { liveCoordination } = storage
        const stand = liveCoordination.standInLine.bind(liveCoordination)
        /** Requests that were sent before the other account stood in the line: on a busy machine it takes a moment to get there. */
        let before: number | null = null
        liveCoordination.standInLine = async (line, place, ...times) => {
          const turn = await stand(line, place, ...times)
          if (place.askers.some((asker) => asker.includes('one'))) before ??= upstream.asked.length
          return turn
        }
        const overpass = openOverpass(upstream.url, storage)
        const ask = (account: string, number: number) =>
          askFor(overpass, number, { name: account, isAnonymous: false })
        const here = Array.from({ length: 100 }, (_, index) =>
          ask('many', 200_001 + 3 * index).catch(() => null),
        )
        for (const number of [300_001, 300_004, 300_007]) {
          before = null
          await ask('one', number)
          const ahead = upstream.asked.indexOf(number) - Number(before)
          assert.ok(ahead <= 2, `${ahead} requests were sent first`)
        }
        assert.ok(upstream.requests < 40, 'the other account still waits')
        await Promise.all([there.lines, ...here])
        assert.ok(upstream.mostAtOnce <= SLOTS, `${upstream.mostAtOnce} at once`)
      } finally {
        await upstream.close()
        await storage.close()
        await database.remove()
      }
    })
})
