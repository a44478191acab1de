/**
 * `metes enrich` on 5 million points, half of them in the box of a boundary of the bundled atlas, half anywhere on land and sea; beside
 * geopandas and PostGIS with the same polygons: `node bench/enrich.ts [points]`.
 *
 * Ours is the whole command: its start, reading the file, its indexes, and writing the file with all columns. The join of geopandas begins
 * with points and areas in memory and ends with pairs in memory; that of PostGIS begins with tables, an index and statistics, and
 * ends with a count. Both are used at their best: geopandas prepares the areas, not the points, and PostGIS has the areas in parts of at most
 * 64 positions, since it would unpack a whole country for many points. PostGIS gets fewer points, and its speed is what is compared.
 * geopandas with Shapely 2: `pip install geopandas 'shapely>=2'` for the Python in METES_BENCH_PYTHON.
 * Targets: 300,000 points a second for each processor, and five times the speed of the faster peer.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { parquetWriteFile } from 'hyparquet-writer'
import type { BoundaryId } from '../src/domain/boundary/id.ts'
import { decodeRings } from '../src/domain/geometry/codec.ts'
import { openBundledAtlas, unpackedAtlas } from '../src/sources/atlas/bundled-atlas.ts'
import { seededRandom } from '../test/support/shapes.ts'
import { startPostGis } from './support/postgis.ts'
import { printMachine } from './support/race.ts'
import { wkbOf } from './support/wkb.ts'

const POINTS = Number(process.argv[2] ?? 5_000_000)
const POSTGIS_POINTS = Math.min(500_000, POINTS)
const PYTHON = process.env.METES_BENCH_PYTHON ?? '/usr/bin/python3'
const METES = fileURLToPath(new URL('../bin/metes.js', import.meta.url))
const PEER = fileURLToPath(new URL('support/geopandas_peer.py', import.meta.url))
const ATLAS = fileURLToPath(new URL('../data/atlas', import.meta.url))

const directory = await mkdtemp(join(tmpdir(), 'metes-bench-enrich-'))
const file = (name: string): string => join(directory, name)
const atlas = await openBundledAtlas(ATLAS, directory)
const ids = new DatabaseSync(await unpackedAtlas(ATLAS, directory), { readOnly: true })
  .prepare('select id from boundary order by id')
  .all()
  .map(({ id }) => id as BoundaryId)

const records = await atlas.source.records(ids)
const random = seededRandom(1)
const points = new Float64Array(2 * POINTS)
for (let point = 0; point < POINTS; point++) {
  const [west, south, east, north] =
    point % 2 === 0 ? records[Math.floor(random() * records.length)].bbox : [-180, -60, 180, 75]
  points[2 * point] = Number((west + random() * (Math.max(east, west) - west)).toFixed(6))
  points[2 * point + 1] = Number((south + random() * (north - south)).toFixed(6))
}

const writeCsv = async (name: string, count: number): Promise<void> => {
  const stream = createWriteStream(file(name))
  stream.write('id,lon,lat\n')
  for (let start = 0; start < count; start += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, count - start) }, (_, i) => start + i)
    const text = rows.map((row) => `${row},${points[2 * row]},${points[2 * row + 1]}\n`).join('')
    if (!stream.write(text)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
}
await writeCsv('points.csv', POINTS)
parquetWriteFile({
  filename: file('points.parquet'),
  columnData: [
    { name: 'id', data: Int32Array.from({ length: POINTS }, (_, i) => i) },
    { name: 'lon', data: points.filter((_, i) => i % 2 === 0) },
    { name: 'lat', data: points.filter((_, i) => i % 2 === 1) },
  ],
  rowGroupSize: 500_000,
})

interface Taken {
  readonly wallSeconds: number
  readonly processorSeconds: number
  readonly megabytes: number
}

/** Linux says what a process took while it is there. */
const measured = async (args: readonly string[]): Promise<Taken> => {
  const started = performance.now()
  const child = spawn(process.execPath, [METES, ...args], {
    env: { ...process.env, METES_DATA_DIR: directory },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const taken = { processorSeconds: 0, megabytes: 0 }
  const look = (): void => {
    try {
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
      const [user, system] = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .split(') ')[1]
        .split(' ')
        .slice(11)
      if (peak !== null) taken.megabytes = Number(peak[1]) / 1024
      taken.processorSeconds = (Number(user) + Number(system)) / TICKS_A_SECOND
    } catch {
      // It has ended.
    }
  }
  const looking = setInterval(look, 50)
  const [code] = await once(child, 'exit')
  clearInterval(looking)
  if (code !== 0) throw new Error(`metes ${args.join(' ')} ended with ${code}`)
  return { ...taken, wallSeconds: (performance.now() - started) / 1000 }
}
const TICKS_A_SECOND = 100

const perSecond = (count: number, seconds: number): string =>
  `${Math.round(count / seconds).toLocaleString('en')} points/s`

printMachine()
const cores = availableParallelism()
let ours = 0
let oursPerProcessor = 0
for (const name of ['points.csv', 'points.parquet']) {
  const { wallSeconds, processorSeconds, megabytes } = await measured([
    'enrich',
    file(name),
    '-o',
    file(`out-${name}`),
  ])
  console.log(
    `metes enrich ${name} (${Math.round(statSync(file(name)).size / 1e6)} MB): ${wallSeconds.toFixed(1)} s on ${cores} processors, ${perSecond(POINTS, wallSeconds)}, ` +
      `${perSecond(POINTS, processorSeconds)} a processor (${processorSeconds.toFixed(1)} s of processor time), ${Math.round(megabytes)} MB`,
  )
  ours = Math.max(ours, POINTS / wallSeconds)
  oursPerProcessor = Math.max(oursPerProcessor, POINTS / processorSeconds)
}

const compared = (name: string, count: number, seconds: number): void =>
  console.log(
    `${name}: ${count.toLocaleString('en')} points in ${seconds.toFixed(1)} s, ${perSecond(count, seconds)}, so ${((seconds * POINTS) / count).toFixed(0)} s for all; metes enrich is ${((ours * seconds) / count).toFixed(1)} times as fast`,
  )

const areas = createWriteStream(file('areas.csv'))
const postgis = await startPostGis()
for (const id of ids) {
  const rings = decodeRings((await atlas.source.geometry(id))!.rings)
  areas.write(`${id},${wkbOf(rings).toString('hex')}\n`)
  await postgis?.takeArea(id, rings)
}
areas.end()
await once(areas, 'finish')

const python = spawnSync(PYTHON, [PEER, file('points.csv'), file('areas.csv'), file('pairs.csv')], {
  encoding: 'utf8',
})
if (python.status === 0) {
  const { versions, pairs, joinSeconds, joinProcessorSeconds, seconds, megabytes } = JSON.parse(python.stdout)
  compared(`${versions}, sjoin alone, ${pairs} pairs`, POINTS, joinSeconds)
  console.log(
    `by processor time: ${perSecond(POINTS, joinProcessorSeconds)}; metes enrich is ${((oursPerProcessor * joinProcessorSeconds) / POINTS).toFixed(1)} times as fast on one processor`,
  )
  compared(`the same with reading and writing the rows, ${Math.round(megabytes)} MB`, POINTS, seconds)
} else console.log(`geopandas is skipped: ${python.stderr.trim().split('\n').at(-1)}`)

if (postgis !== null) {
  await postgis.divideAreas()
  await postgis.takePoints(points.subarray(0, 2 * POSTGIS_POINTS))
  const { result, ms } = await postgis.reverse()
  compared(`${postgis.name}, join and count, ${result} pairs`, POSTGIS_POINTS, ms / 1000)
  await postgis.close()
}
await atlas.close()
await rm(directory, { recursive: true })
