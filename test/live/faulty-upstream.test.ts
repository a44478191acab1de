/**
 * An upstream that fails in every way, under two processes at once: every answer is right or an honest failure, nothing wrong is kept, and when the
 * faults stop everything recovers by itself.
 */
import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { TEST_DATABASES, type TestDatabase } from '../support/databases.ts'
import { boxOf, isThere, type ScriptedOverpass, serveScriptedOverpass } from './scripted-overpass.ts'

interface Line {
  readonly relation: number
  readonly outcome: string
  readonly coords: readonly number[] | null
}

const PROCESS = join(import.meta.dirname, 'live-process.ts')
const SLOTS = 2

interface World {
  readonly database: TestDatabase
  readonly upstream: ScriptedOverpass
}

interface Asked {
  readonly seed: number
  readonly requests: number
  readonly maxRelation: number
  readonly requestTimeoutMs: number
}

const startProcess = (
  { database, upstream }: World,
  { seed, requests, maxRelation, requestTimeoutMs }: Asked,
): ChildProcessByStdio<null, Readable, null> => {
  const numbers = [seed, requests, maxRelation, requestTimeoutMs].map(String)
  return spawn(process.execPath, [PROCESS, database.place, upstream.url, ...numbers], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

const closed = (child: ChildProcessByStdio<null, Readable, null>): Promise<number | null> =>
  new Promise((resolve) => child.on('close', resolve))

/** What a process got for its requests. */
const linesOf = async (world: World, asked: Asked): Promise<readonly Line[]> => {
  const child = startProcess(world, asked)
  const [code, written] = await Promise.all([closed(child), text(child.stdout)])
  assert.equal(code, 0)
  return written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const withWorld = async (
  create: () => Promise<TestDatabase>,
  latencyMs: number,
  use: (world: World) => Promise<void>,
): Promise<void> => {
  const database = await create()
  const upstream = await serveScriptedOverpass(1, latencyMs)
  try {
    await use({ database, upstream })
  } finally {
    await upstream.close()
    await database.remove()
  }
}

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

      const run = (seed: number, requests: number) =>
        linesOf({ database, upstream }, { seed, requests, maxRelation: 900, requestTimeoutMs: 250 })

      test('two processes give only right answers and honest failures', async () => {
        upstream.faults = 0.5
        const lines = (await Promise.all([run(1, 1_000), run(2, 1_000)])).flat()
        assert.equal(lines.length, 2_000)
        for (const line of lines) requireTruth(line)
        assert.ok(lines.some(({ outcome }) => outcome === 'fetched'))
        assert.ok(lines.some(({ outcome }) => outcome.startsWith('failed')))
      })

      test('together they send no more requests at once than a server has slots', () => {
        assert.ok(upstream.mostAtOnce <= SLOTS + 1, String(upstream.mostAtOnce))
      })

      test('when the faults stop, everything is answered', async () => {
        upstream.faults = 0
        const lines = await run(3, 200)
        for (const line of lines) {
          requireTruth(line)
          assert.equal(line.outcome, isThere(line.relation) ? 'fetched' : 'absent', `r${line.relation}`)
        }
      })
    })
})

describe('many callers of one cold boundary', () => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`one request is sent, whatever the number of callers and processes: ${name}`, { skip }, () =>
      withWorld(create, 200, async (world) => {
        const run = (seed: number) =>
          linesOf(world, { seed, requests: 50, maxRelation: 1, requestTimeoutMs: 5_000 })
        await Promise.all([run(1), run(2)])
        assert.deepEqual([...world.upstream.answered], [[1, 1]])
      }),
    )
})

describe('a process that is killed while it fetches', { concurrency: true }, () => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`its fetch and its slots are free after five seconds: ${name}`, { skip }, () =>
      withWorld(create, 60_000, async (world) => {
        const { database, upstream } = world
        await (await database.open()).close()
        const asked = { requests: 1, maxRelation: 1, requestTimeoutMs: 90_000 }
        const killed = startProcess(world, { ...asked, seed: 1 })
        while (upstream.requests === 0) await new Promise((resolve) => setTimeout(resolve, 20))
        killed.kill('SIGKILL')
        await closed(killed)
        upstream.latencyMs = 0
        const killedMs = performance.now()
        const [{ outcome }] = await linesOf(world, { ...asked, seed: 2 })
        const waitedMs = performance.now() - killedMs
        assert.equal(outcome, 'fetched')
        // The start of the process is part of it.
        assert.ok(waitedMs < 7_000, `${waitedMs} ms`)
      }),
    )
})

describe('a fetch that takes longer than its lease', { concurrency: true }, () => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`is made once, though another process waits for it: ${name}`, { skip }, () =>
      withWorld(create, 6_000, async (world) => {
        const run = (seed: number) =>
          linesOf(world, { seed, requests: 2, maxRelation: 1, requestTimeoutMs: 30_000 })
        await Promise.all([run(1), run(2)])
        assert.deepEqual([...world.upstream.answered], [[1, 1]])
      }),
    )
})
