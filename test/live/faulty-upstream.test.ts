/**
 * An upstream that fails in every way, under two processes at once: every answer is right or an honest failure, nothing wrong is kept, and when the
 * faults stop everything recovers by itself.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
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

      const run = async (seed: number, requests: number, maxRelation: number): Promise<readonly Line[]> => {
        const child = spawn(
          process.execPath,
          [PROCESS, database.place, upstream.url, String(seed), String(requests), String(maxRelation), '250'],
          { stdio: ['ignore', 'pipe', 'inherit'] },
        )
        let text = ''
        child.stdout.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        const code = await new Promise((resolve) => child.on('close', resolve))
        assert.equal(code, 0)
        return text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
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

      test('two processes give only right answers and honest failures', async () => {
        upstream.faults = 0.5
        const lines = (await Promise.all([run(1, 1_000, 900), run(2, 1_000, 900)])).flat()
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
        const lines = await run(3, 200, 900)
        for (const line of lines) {
          requireTruth(line)
          assert.equal(line.outcome, isThere(line.relation) ? 'fetched' : 'absent', `r${line.relation}`)
        }
      })
    })
})

describe('many callers of one cold boundary', () => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`one request is sent, whatever the number of callers and processes: ${name}`, { skip }, async () => {
      const database = await create()
      const upstream = await serveScriptedOverpass(1, 200)
      try {
        const run = (seed: number) =>
          new Promise((resolve) =>
            spawn(
              process.execPath,
              [PROCESS, database.place, upstream.url, String(seed), '50', '1', '5000'],
              { stdio: ['ignore', 'ignore', 'inherit'] },
            ).on('close', resolve),
          )
        assert.deepEqual(await Promise.all([run(1), run(2)]), [0, 0])
        assert.deepEqual([...upstream.answered], [[1, 1]])
      } finally {
        await upstream.close()
        await database.remove()
      }
    })
})

describe('a process that is killed while it fetches', { concurrency: true }, () => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`its fetch and its slots are free after five seconds: ${name}`, { skip }, async () => {
      const database = await create()
      const upstream = await serveScriptedOverpass(1, 60_000)
      try {
        await (await database.open()).close()
        const args = (seed: string, requests: string) => [
          PROCESS,
          database.place,
          upstream.url,
          seed,
          requests,
          '1',
          '90000',
        ]
        const killed = spawn(process.execPath, args('1', '1'), { stdio: 'ignore' })
        const ended = new Promise((resolve) => killed.on('close', resolve))
        while (upstream.requests === 0) await new Promise((resolve) => setTimeout(resolve, 20))
        killed.kill('SIGKILL')
        await ended
        upstream.latencyMs = 0
        const killedMs = performance.now()
        const next = spawn(process.execPath, args('2', '1'), { stdio: ['ignore', 'pipe', 'inherit'] })
        const line = await new Promise<Buffer>((resolve) => next.stdout.once('data', resolve))
        const waitedMs = performance.now() - killedMs
        assert.equal((JSON.parse(line.toString()) as Line).outcome, 'fetched')
        // The start of the process is part of it.
        assert.ok(waitedMs < 7_000, `${waitedMs} ms`)
      } finally {
        await upstream.close()
        await database.remove()
      }
    })
})

describe('a fetch that takes longer than its lease', { concurrency: true }, () => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`is made once, though another process waits for it: ${name}`, { skip }, async () => {
      const database = await create()
      const upstream = await serveScriptedOverpass(1, 6_000)
      try {
        const run = (seed: number) =>
          new Promise((resolve) =>
            spawn(
              process.execPath,
              [PROCESS, database.place, upstream.url, String(seed), '2', '1', '30000'],
              { stdio: ['ignore', 'ignore', 'inherit'] },
            ).on('close', resolve),
          )
        assert.deepEqual(await Promise.all([run(1), run(2)]), [0, 0])
        assert.deepEqual([...upstream.answered], [[1, 1]])
      } finally {
        await upstream.close()
        await database.remove()
      }
    })
})
