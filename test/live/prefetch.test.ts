/** `metes prefetch`: everything below a boundary, within the day's budget, killed and resumed. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Installation, install } from '../support/service.ts'
import { loadOverpass, missingOverpass, type OverpassServer, serveOverpass } from './overpass-server.ts'
import { type ScriptedHierarchy, serveScriptedHierarchy } from './scripted-hierarchy.ts'

const until = async (holds: () => boolean): Promise<void> => {
  for (const endMs = performance.now() + 60_000; !holds(); await delay(10))
    assert.ok(performance.now() < endMs, 'nothing happened for a minute')
}

/** Shown after some seconds, so that a slow machine shows it too. */
const ONLY_PROGRESS = /^(Level \d: .*\n)*$/

describe('metes prefetch', () => {
  let metes: Installation
  let overpass: ScriptedHierarchy
  beforeEach(async () => {
    metes = await install()
    overpass = await serveScriptedHierarchy()
  })
  afterEach(async () => {
    await overpass?.close()
    await metes?.remove()
  })

  const live = (settings: Readonly<Record<string, string>> = {}) => ({
    METES_SOURCES: 'extract,live',
    METES_OVERPASS_URL: overpass.url,
    ...settings,
  })

  test('fetches a boundary and its subdivisions level by level', async () => {
    const { code, stdout, stderr } = await metes.run(['prefetch', 'r1', '--levels', '9', '--json'], live())
    assert.equal(code, 0, stderr)
    const { seconds, left_today, ...summary } = JSON.parse(stdout)
    assert.deepEqual(summary, {
      outcome: 'complete',
      id: 'r1',
      name: 'Place 1',
      boundaries: 21,
      levels: [
        { admin_level: 2, boundaries: 1 },
        { admin_level: 4, boundaries: 4 },
        { admin_level: 8, boundaries: 16 },
      ],
      failed: [],
      skipped: [],
      stopped: null,
    })
    assert.equal(left_today.requests, 10_000 - overpass.asked.length)
    assert.ok(seconds >= 0)
    assert.match(
      stderr,
      /^Place 1 \(r1\): 21 boundaries in \d+:\d\d; [\d,]+ requests and [\d.]+ [kMG]B left today\.$/m,
    )
    const asked = overpass.asked.length
    const children = await metes.runHere(['list-children', 'r11'], live())
    assert.deepEqual(
      JSON.parse(children.stdout).children.map(({ id }: { id: string }) => id),
      ['r111', 'r112', 'r113', 'r114'],
    )
    assert.equal(overpass.asked.length, asked)
  })

  test('a call for subdivisions lists all of them, also when some were fetched before', async () => {
    for (const id of ['r1', 'r11']) assert.equal((await metes.run(['get-boundary', id], live())).code, 0)
    const { stdout } = await metes.runHere(['list-children', 'r1'], live())
    assert.deepEqual(
      JSON.parse(stdout).children.map(({ id }: { id: string }) => id),
      ['r11', 'r12', 'r13', 'r14'],
    )
  })

  test('--levels limits how deep it goes, 0 to the boundary alone', async () => {
    assert.equal((await metes.run(['prefetch', 'r1', '--levels', '0'], live())).code, 0)
    assert.deepEqual(overpass.asked, ['rel 1'])
    assert.equal((await metes.run(['prefetch', 'r1', '--levels', '1'], live())).code, 0)
    assert.deepEqual(overpass.asked, ['rel 1', 'levels 1', 'children 1 4'])
  })

  test('killed half-way, it asks only for what is missing when it is run again', async () => {
    overpass.latencyMs = 150
    const running = metes.start(['prefetch', 'r1'], live())
    await until(() => overpass.asked.includes('children 12 8'))
    running.kill('SIGKILL')
    await running.ended
    const before = [...overpass.asked]
    overpass.latencyMs = 0
    const { code, stdout, stderr } = await metes.run(['prefetch', 'r1', '--json'], live())
    assert.equal(code, 0, stderr)
    assert.equal(JSON.parse(stdout).boundaries, 21)
    const asked = overpass.asked.slice(before.length)
    for (const name of ['rel 1', 'levels 1', 'children 1 4', 'levels 11', 'children 11 8'])
      assert.ok(!asked.includes(name), `${name} was asked for again`)
    assert.deepEqual(asked.toSorted(), [
      'children 12 8',
      'children 13 8',
      'children 14 8',
      'levels 12',
      'levels 13',
      'levels 14',
    ])
    assert.equal((await metes.run(['prefetch', 'r1'], live())).code, 0)
    assert.equal(overpass.asked.length, before.length + asked.length)
  })

  test('an interrupt ends it with 130, and what was fetched stays', async () => {
    overpass.latencyMs = 150
    const running = metes.start(['prefetch', 'r1'], live())
    await until(() => overpass.asked.includes('levels 11'))
    running.kill('SIGINT')
    const { code, stderr } = await running.ended
    assert.equal(code, 130)
    assert.match(stderr, ONLY_PROGRESS)
    overpass.latencyMs = 0
    const { stdout } = await metes.runHere(['list-children', 'r1'], live())
    assert.equal(JSON.parse(stdout).children.length, 4)
  })

  test('a spent budget stops it, says when it can go on, and keeps what was fetched', async () => {
    const { code, stdout, stderr } = await metes.run(
      ['prefetch', 'r1', '--json'],
      live({ METES_LIVE_REQUESTS: '5' }),
    )
    assert.equal(code, 1)
    const summary = JSON.parse(stdout)
    assert.deepEqual([summary.outcome, summary.boundaries, summary.left_today.requests], ['stopped', 9, 0])
    assert.match(
      stderr,
      /Error: .* Fetched boundaries are kept\. Run the same command after \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ to continue\./,
    )
    assert.equal(overpass.asked.length, 5)
    const more = await metes.run(['prefetch', 'r1', '--json'], live())
    assert.equal(more.code, 0)
    assert.deepEqual(new Set(overpass.asked).size, overpass.asked.length)
  })

  test('a boundary that the map does not have ends it with 1', async () => {
    const { code, stdout, stderr } = await metes.run(['prefetch', 'r5'], live())
    assert.deepEqual([code, stdout, stderr], [1, '', 'Error: OpenStreetMap has no boundary r5.\n'])
  })

  test('without the live map it says how to switch it on, and sends nothing', async () => {
    const { code, stdout, stderr } = await metes.run(['prefetch', 'LI'])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^Error: .*the live map is off\. Set METES_CONTACT to .*METES_OVERPASS_URL/)
  })

  test('a server that refuses connections is named once, at once, with what to do', async () => {
    await overpass.close()
    const { code, stdout, stderr } = await metes.run(['prefetch', 'r1'], live())
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      /^Error: 127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED\. Check the network, .*METES_OVERPASS_URL; "npx metes doctor" .*\.\n$/,
    )
  })

  test('a port that no request may go to is named as soon', async () => {
    const { code, stderr } = await metes.run(['prefetch', 'r1'], {
      ...live(),
      METES_OVERPASS_URL: 'http://127.0.0.1:9/api/interpreter',
    })
    assert.equal(code, 1)
    assert.match(stderr, /^Error: 127\.0\.0\.1:9 cannot be reached: bad port\. Check the network, /)
    assert.doesNotMatch(stderr, /attempt/)
  })

  test('wrong usage is explained', async () => {
    for (const [args, message] of [
      [['LI', '--levels', '10'], /It must be a whole number from 0 to 9/],
      [['nowhere at all'], /is not a boundary id/],
    ] as const) {
      const { code, stderr } = await metes.runHere(['prefetch', ...args])
      assert.equal(code, 2)
      assert.match(stderr, message)
    }
  })
})

describe('metes prefetch from a real Overpass', { skip: missingOverpass() }, () => {
  let directory: string
  let metes: Installation
  let server: OverpassServer
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'metes-prefetch-'))
    await loadOverpass('luxembourg-2018', join(directory, 'db'))
    server = await serveOverpass(join(directory, 'db'))
    metes = await install()
  })
  after(async () => {
    await metes?.remove()
    await server?.close()
    await rm(directory, { recursive: true, force: true })
  })

  test('Luxembourg: killed half-way and resumed, its cantons and communes are there', async () => {
    const live = { METES_OVERPASS_URL: server.url }
    const running = metes.start(['prefetch', 'r2171347'], live)
    await until(() => server.queries.length >= 10)
    running.kill('SIGKILL')
    await running.ended
    const before = [...server.queries]
    const { code, stdout, stderr } = await metes.run(['prefetch', 'r2171347', '--json'], live)
    assert.equal(code, 0, stderr)
    // The fetch that was killed is repeated from its first query.
    const repeated = server.queries.slice(before.length).filter((query) => before.includes(query))
    assert.ok(repeated.length <= 2, repeated.join('\n'))
    const { levels } = JSON.parse(stdout)
    assert.deepEqual(levels, [
      { admin_level: 2, boundaries: 1 },
      { admin_level: 6, boundaries: 13 },
      { admin_level: 8, boundaries: 102 },
    ])
  })
})
