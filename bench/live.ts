/**
 * Fetching what nobody imported: `node bench/live.ts`. A made-up map server on this machine answers after a known time with relations of
 * 25,000 positions; the same shape is also imported.
 *
 * - Cold: the first get of a boundary at the default detail, less the time from the request's arrival at the map server until it had sent its answer, and the
 *   processor time of the server, which other programs on the machine do not change. Target: under 50 ms.
 * - Answered: a get whose answer is ready, fetched and imported in turns. Target: equal.
 * - Written: a get whose answer is not ready (another detail or precision each time). Target: equal.
 */

import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { serveLocally } from '../test/support/local-server.ts'
import { countOf, emptyFrom, queryOf } from '../test/support/overpass-sections.ts'
import { writePbf } from '../test/support/pbf-writer.ts'
import { seededRandom } from '../test/support/shapes.ts'
import { cpuUsOf, METES, spread, start } from './support/http-load.ts'
import { median } from './support/median.ts'
import { printMachine, race } from './support/race.ts'

const LATENCY_MS = 500
const POSITIONS = 25_000
const WAYS = 25
const COLD_GETS = 60
/** The first ones run code that is not compiled yet. */
const WARMING = 30
const ROUNDS = 200
const IMPORTED = 1_000
const DETAILS = ['low', 'medium', 'high', 'full']
const PRECISIONS = [3, 4, 5, 6]

const random = seededRandom(1)
const ring = Array.from({ length: POSITIONS }, (_, index) => {
  const angle = (index / POSITIONS) * 2 * Math.PI
  const radius = 1 + 0.1 * Math.sin(7 * angle) + 0.02 * Math.sin(101 * angle) + 0.001 * random()
  return { lon: radius * Math.cos(angle), lat: radius * Math.sin(angle) }
})

/** Relation N, one of 36 places side by side in Australia; ids of its ways and nodes are its own. */
const relationOf = (number: number) => {
  const centreLon = 121 + 2.5 * (number % 9)
  const centreLat = -20 - 2.5 * Math.floor((number % 36) / 9)
  const nodes = ring.map(({ lon, lat }, index) => ({
    id: number * POSITIONS + index,
    lon: Number((lon + centreLon).toFixed(7)),
    lat: Number((lat + centreLat).toFixed(7)),
  }))
  const ways = Array.from({ length: WAYS }, (_, way) => ({
    id: number * WAYS + way,
    nodes: Array.from(
      { length: POSITIONS / WAYS + 1 },
      (_, index) => nodes[((way * POSITIONS) / WAYS + index) % POSITIONS],
    ),
  }))
  const tags = { type: 'boundary', boundary: 'administrative', admin_level: '8', name: `Place ${number}` }
  return { nodes, ways, tags }
}

const answerOf = (number: number): string => {
  const { ways, tags } = relationOf(number)
  return JSON.stringify({
    osm3s: { timestamp_osm_base: '2026-01-02T03:04:05Z' },
    elements: [
      {
        type: 'relation',
        id: number,
        version: 1,
        tags,
        members: ways.map(({ id }) => ({ type: 'way', ref: id, role: 'outer' })),
      },
      countOf(1),
      ...ways.map(({ id, nodes }) => ({
        type: 'way',
        id,
        version: 1,
        nodes: nodes.map((node) => node.id),
        geometry: nodes.map(({ lon, lat }) => ({ lat, lon })),
      })),
      countOf(WAYS),
      ...emptyFrom('labels'),
    ],
  })
}

const answers = new Map(
  Array.from({ length: COLD_GETS + 1 }, (_, index) => [index + 1, answerOf(index + 1)] as const),
)
let upstreamMs = 0
const upstream = await serveLocally(async (request, response) => {
  const startedMs = performance.now()
  const query = await queryOf(request)
  await setTimeout(LATENCY_MS)
  response.on('finish', () => {
    upstreamMs += performance.now() - startedMs
  })
  response.setHeader('content-type', 'application/json')
  response.end(answers.get(Number(/rel\((\d+)\)/.exec(query)?.[1])))
})

const directory = await mkdtemp(join(tmpdir(), 'metes-bench-live-'))
const env = {
  PORT: '0',
  METES_DATA_DIR: directory,
  METES_PUBLIC_RATE: '1000000',
  METES_OVERPASS_URL: `${upstream.url}/api/interpreter`,
}
const metes = (...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [METES, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`metes ${args[0]} failed:\n${stderr}`)
  return stdout.trim()
}
const { nodes, ways, tags } = relationOf(IMPORTED)
const extract = join(directory, 'map.osm.pbf')
await writeFile(
  extract,
  writePbf({
    nodes,
    ways: ways.map((way) => ({ id: way.id, nodes: way.nodes.map(({ id }) => id) })),
    relations: [{ id: IMPORTED, tags, members: ways.map(({ id }) => ['w', id, 'outer'] as const) }],
  }),
)
metes('import', extract)
const key = metes('admin', 'create-key', '--email', 'bench@example.org', '--plan', 'unlimited')

const { url, pid, stop } = await start([METES, 'serve'], env)
const get = async (number: number, detail = 'full', precision = 7): Promise<number> => {
  const response = await fetch(`${url}/v1/boundaries/r${number}?detail=${detail}&precision=${precision}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { byteLength } = await response.arrayBuffer()
  if (!response.ok) throw new Error(`r${number} was answered ${response.status}.`)
  return byteLength
}

printMachine()
const ours: number[] = []
const processorMs: number[] = []
const theirs: number[] = []
for (const number of answers.keys()) {
  upstreamMs = 0
  const beforeUs = cpuUsOf(pid)
  const startedMs = performance.now()
  await get(number, 'medium')
  theirs.push(upstreamMs)
  ours.push(performance.now() - startedMs - upstreamMs)
  processorMs.push((cpuUsOf(pid) - beforeUs) / 1000)
}
console.log(`\ncold get of ${POSITIONS} positions, an upstream of ${LATENCY_MS} ms; ms`)
console.log(`  upstream  ${spread(theirs, 0)}`)
console.log(`  ours      ${spread(ours.slice(WARMING), 0)}; the first ${ours[0].toFixed(0)}`)
console.log(`  processor ${spread(processorMs.slice(WARMING), 0)}, all threads`)
console.log(`  together  ${(median(theirs) + median(ours.slice(WARMING))).toFixed(0)}`)

await race(
  'answered',
  ROUNDS,
  { imported: () => get(IMPORTED), fetched: () => get(1) },
  (bytes) => `${bytes} bytes`,
)

const written: Record<'imported' | 'fetched', number[]> = { imported: [], fetched: [] }
for (const [detail, precision] of DETAILS.flatMap((each) =>
  PRECISIONS.map((digits) => [each, digits] as const),
))
  for (const [name, number] of [
    ['imported', IMPORTED],
    ['fetched', 2],
  ] as const) {
    const startedMs = performance.now()
    await get(number, detail, precision)
    written[name].push(performance.now() - startedMs)
  }
console.log('\nwritten; ms')
console.log(`  imported  ${spread(written.imported, 1)}`)
console.log(`  fetched   ${spread(written.fetched, 1)}`)

await stop()
await upstream.close()
await rm(directory, { recursive: true })
