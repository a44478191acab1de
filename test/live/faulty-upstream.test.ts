/**
 * An upstream that fails in every way, under two processes at once: every answer is right or an honest failure, nothing wrong is kept, and when the
 * faults stop everything recovers by itself.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { casesOf } from '../cases.ts'
import { TEST_DATABASES, type TestDatabase } from '../support/databases.ts'
import { boxOf, isThere, type ScriptedOverpass, serveScriptedOverpass } from './scripted-overpass.ts'
import { type Line, type LiveOptions, startLive } from './start-live.ts'

const SLOTS = 2
/** Of each process. */
const FETCHES = casesOf('fetches from a failing server')

describe('a failing map server', { concurrency: true }, () => {
  for (const { name, skip, create } of TEST_DATABASES)
    describe(name, { skip, concurrency: false }, () => {
      let database: TestDatabase
      let upstream: ScriptedOverpass
      before(async () => {
        database = await create()
        upstream = await serveScriptedOverpass(7)
      })
      after(async () => {
        await upstream?.close()
        await database?.remove()
      })

      /** Even seeds are of another server, where there can be one. */
      const run = (seed: number, requests: number, requestTimeoutMs = 250): Promise<readonly Line[]> =>
        startLive(seed % 2 === 0 ? database.otherServer : database.place, upstream.url, {
          seed,
          requests,
          maxRelation: 900,
          requestTimeoutMs,
        }).lines

      const requireTruth = ({ relation, outcome, coords }: Line): void => {
        const [west, south, east, north] = boxOf(relation).map((degrees) => Math.round(degrees * 1e7))
        if (coords !== null) {
          assert.ok(isThere(relation), `r${relation} does not exist`)
          const lons = coords.filter((_, index) => index % 2 === 0)
          const lats = coords.filter((_, index) => index % 2 === 1)
          assert.equal(coords.length, 8, `r${relation}`)
          assert.deepEqual(
            [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)],
            [west, south, east, north],
          )
        }
        if (outcome === 'fetched') assert.notEqual(coords, null, `r${relation} was said to be fetched`)
        else if (outcome === 'absent') assert.ok(!isThere(relation), `r${relation} exists`)
        else assert.match(outcome, /^failed: (?:timeout|unavailable|broken)$/)
      }

      test('two processes give only right answers and honest failures', async () => {
        upstream.faults = 0.5
        const lines = (await Promise.all([run(1, FETCHES), run(2, FETCHES)])).flat()
        assert.equal(lines.length, 2 * FETCHES)
        for (const line of lines) requireTruth(line)
        assert.ok(lines.some(({ outcome }) => outcome === 'fetched'))
        assert.ok(lines.some(({ outcome }) => outcome.startsWith('failed')))
      })

      test('together they send no more requests at once than a server has slots', () => {
        assert.ok(upstream.mostAtOnce <= SLOTS + 1, String(upstream.mostAtOnce))
      })

      test('when the faults stop, everything is answered', async () => {
        upstream.faults = 0
        const lines = await run(3, 200, 20_000)
        for (const line of lines) {
          requireTruth(line)
          assert.equal(line.outcome, isThere(line.relation) ? 'fetched' : 'absent', `r${line.relation}`)
        }
      })
    })
})

/** For each database, with a server of so much latency. */
const forDatabases = (
  guarantee: string,
  latencyMs: number,
  check: (database: TestDatabase, upstream: ScriptedOverpass) => Promise<void>,
): void => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`${guarantee}: ${name}`, { skip }, async () => {
      const database = await create()
      const upstream = await serveScriptedOverpass(1, latencyMs)
      try {
        await (await database.open()).close()
        await check(database, upstream)
      } finally {
        await upstream.close()
        await database.remove()
      }
    })
}

describe('processes that fetch one boundary', { concurrency: true }, () => {
  const askTwice = async (
    { place, otherServer }: TestDatabase,
    upstream: ScriptedOverpass,
    options: Pick<LiveOptions, 'requests' | 'requestTimeoutMs'>,
  ): Promise<void> => {
    const lines = await Promise.all(
      [place, otherServer].map((at, seed) => startLive(at, upstream.url, { seed, ...options }).lines),
    )
    assert.deepEqual(new Set(lines.flat().map(({ outcome }) => outcome)), new Set(['fetched']))
    assert.deepEqual([...upstream.answered], [[1, 1]])
  }

  forDatabases(
    'one request is sent, whatever their number and that of their callers',
    200,
    (database, upstream) => askTwice(database, upstream, { requests: 50, requestTimeoutMs: 5_000 }),
  )

  forDatabases('one request is sent, though it takes longer than its lease', 6_000, (database, upstream) =>
    askTwice(database, upstream, { requests: 2, requestTimeoutMs: 30_000 }),
  )

  forDatabases(
    'the fetch and the slots of a killed one are free long before its request would have ended',
    60_000,
    async ({ place, otherServer }, upstream) => {
      const one = { requests: 1, requestTimeoutMs: 90_000 }
      const killed = startLive(place, upstream.url, { seed: 1, ...one })
      while (upstream.requests === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      await killed.kill()
      upstream.latencyMs = 0
      const killedMs = performance.now()
      const { outcome } = await startLive(otherServer, upstream.url, { seed: 2, ...one }).firstLine
      const waitedMs = performance.now() - killedMs
      assert.equal(outcome, 'fetched')
      // Leases end after five seconds; starting the process takes more than that on a busy machine.
      assert.ok(waitedMs < one.requestTimeoutMs / 2, `${waitedMs} ms`)
    },
  )
})
