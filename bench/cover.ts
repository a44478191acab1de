/**
 * Exact covers: how large they are, how long they take, and what SQL engines make of them, beside ClickHouse's dictionary of polygons, geopandas and PostGIS:
 * `node bench/cover.ts [random points] [points near borders] [set]`.
 *
 * Sets: counties of the United States and the world's countries of the bundled atlas, and communes of Luxembourg, from an extract in
 * METES_BENCH_EXTRACT. Points near borders are in equal parts on vertices, on edges as far as there are positions, and within a unit of both.
 * Every point is tested by the kernel of contains_points. DuckDB and ClickHouse run on one thread, and their processor
 * time counts, so that other load on the machine matters little. Geopandas gets a million points at most, and PostGIS a hundred thousand.
 * Geopandas with Shapely 2: `pip install geopandas 'shapely>=2'` for the Python in METES_BENCH_PYTHON.
 * Targets: 25 bytes a source vertex for communes, 10 s for a country, 500,000 points/s in DuckDB, no point that differs.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { parquetWriteFile } from 'hyparquet-writer'
import { bboxOf } from '../src/domain/geometry/bbox.ts'
import { OUTSIDE } from '../src/domain/geometry/contains.ts'
import { buildGrid, locateMany } from '../src/domain/geometry/contains-grid.ts'
import { ringsFromGeoJson } from '../src/domain/geometry/geojson-rings.ts'
import type { BBox, Rings } from '../src/domain/geometry/rings.ts'
import { DIALECTS, pointBoundariesSql } from '../src/domain/warehouses/point-boundaries.ts'
import { unpackedAtlas } from '../src/sources/atlas/bundled-atlas.ts'
import { queryDuckDb } from '../test/support/duckdb.ts'
import { seededRandom } from '../test/support/shapes.ts'
import { statementsOf } from '../test/support/warehouses.ts'
import { startPostGis } from './support/postgis.ts'
import { printMachine } from './support/race.ts'
import { wkbOf } from './support/wkb.ts'

const [randomCount = 1_000_000, borderCount = 100_000] = process.argv.slice(2, 4).map(Number)
const only = process.argv[4]
const MAX_GEOPANDAS_POINTS = 1_000_000
const MAX_POSTGIS_POINTS = 100_000
const PYTHON = process.env.METES_BENCH_PYTHON ?? 'python3'
const GEOPANDAS = fileURLToPath(new URL('support/geopandas_peer.py', import.meta.url))
const METES = fileURLToPath(new URL('../bin/metes.js', import.meta.url))
const CLICKHOUSE = fileURLToPath(new URL('support/cover-clickhouse.ts', import.meta.url))
const ATLAS = fileURLToPath(new URL('../data/atlas', import.meta.url))
const EXTRACT = process.env.METES_BENCH_EXTRACT

const SETS: Readonly<Record<string, { readonly line: readonly string[]; readonly extract?: true }>> = {
  counties: { line: ['iso:US', '--kind', 'county'] },
  countries: { line: ['--input', 'countries.json'] },
  communes: { line: ['iso:LU', '--level', '8'], extract: true },
}

const folder = await mkdtemp(join(tmpdir(), 'metes-bench-cover-'))
const inFolder = (name: string): string => join(folder, name)
const metes = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [METES, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, METES_DATA_DIR: inFolder('data') },
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

interface Member {
  readonly id: string
  readonly rings: Rings
  /** Sums of weights tell sets of boundaries apart. */
  readonly weight: number
}

const random = seededRandom(38)

/** Exports the cover, and the polygons of the same boundaries. */
const exportSet = (line: readonly string[]): readonly Member[] => {
  const started = performance.now()
  const cover = JSON.parse(metes('export', ...line, '--format', 'cover', '--output', 'cover.parquet'))
  const seconds = (performance.now() - started) / 1000
  const { bytes, vertices, boundaries } = cover
  console.log(
    `${boundaries} boundaries, ${vertices} vertices: ${bytes} bytes, ${(bytes / vertices).toFixed(1)} a vertex, ${seconds.toFixed(1)} s with the start of the command`,
  )
  metes('export', ...line, '--detail', 'full', '--format', 'geojsonl', '--output', 'set.geojsonl')
  const lines = readFileSync(inFolder('set.geojsonl'), 'utf8').trim().split('\n')
  return lines.map((text) => {
    const { id, geometry } = JSON.parse(text)
    return { id, rings: ringsFromGeoJson(geometry), weight: Math.floor(2 ** 40 * random()) }
  })
}

/** Half of them in the box of a boundary, half in the box around all boxes, so that most are in none. */
const randomPoints = (members: readonly Member[], count: number): Float64Array => {
  const boxes = members.map(({ rings }) => bboxOf(rings)).map(widened)
  const all = [0, 1, 2, 3].map((side) =>
    (side < 2 ? Math.min : Math.max)(...boxes.map((box) => box[side])),
  ) as unknown as BBox
  const points = new Float64Array(2 * count)
  for (let i = 0; i < count; i++) {
    const [west, south, east, north] = i % 2 === 0 ? all : boxes[Math.floor(random() * boxes.length)]
    points[2 * i] = Math.round(1e7 * (west + (east - west) * random())) / 1e7
    points[2 * i + 1] = Math.round(1e7 * (south + (north - south) * random())) / 1e7
  }
  return points
}

/** Boxes across the antimeridian are as wide as the map. */
const widened = ([west, south, east, north]: BBox): BBox =>
  west > east ? [-180, south, 180, north] : [west, south, east, north]

const borderPoints = (members: readonly Member[], count: number): Float64Array => {
  const starts: number[] = []
  let positions = 0
  for (const { rings } of members) {
    starts.push(positions)
    positions += rings.coords.length / 2
  }
  const points = new Float64Array(2 * count)
  for (let i = 0; i < count; i++) {
    const at = Math.floor(random() * positions)
    const member = lastAtMost(starts, at)
    const { coords, ringEnds } = members[member].rings
    const position = at - starts[member]
    const ring = ringEnds.findIndex((end) => position < end)
    const next = position + 1 < ringEnds[ring] ? position + 1 : ring === 0 ? 0 : ringEnds[ring - 1]
    const along = i % 3 === 0 ? 0 : i % 3 === 1 ? 0.5 : random()
    const step = (): number => (i % 3 === 2 ? Math.floor(3 * random()) - 1 : 0)
    const [lon, lat] = [0, 1].map(
      (axis) => coords[2 * position + axis] + along * (coords[2 * next + axis] - coords[2 * position + axis]),
    )
    points[2 * i] = Math.max(-180, Math.min(180, (Math.round(lon) + step()) / 1e7))
    points[2 * i + 1] = Math.max(-90, Math.min(90, (Math.round(lat) + step()) / 1e7))
  }
  return points
}

const lastAtMost = (sorted: readonly number[], value: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

interface Truth {
  /** For each point the sum of the weights of the boundaries that contain it. */
  readonly sums: Float64Array
  /** For each point the number of these boundaries. */
  readonly counts: Uint8Array
}

/** By the kernel of contains_points. */
const truthOf = (members: readonly Member[], points: Float64Array): Truth => {
  const sums = new Float64Array(points.length / 2)
  const counts = new Uint8Array(sums.length)
  const columns: number[][] = Array.from({ length: 361 }, () => [])
  for (let point = 0; point < sums.length; point++) columns[Math.floor(points[2 * point]) + 180].push(point)
  for (const { rings, weight } of members) {
    const [west, south, east, north] = bboxOf(rings)
    const ranges =
      west > east
        ? [
            [-180, east],
            [west, 180],
          ]
        : [[west, east]]
    const near: number[] = []
    // The sides of the map are one.
    const candidates = new Set(ranges.flatMap(([from, to]) => columnsFrom(from, to)))
    for (const column of candidates)
      for (const point of columns[column])
        if (points[2 * point + 1] >= south && points[2 * point + 1] <= north) near.push(point)
    const located = locateMany(
      buildGrid(rings),
      Float64Array.from({ length: 2 * near.length }, (_, i) => points[2 * near[i >> 1] + (i & 1)]),
    )
    for (let i = 0; i < near.length; i++) {
      if (located[i] === OUTSIDE) continue
      sums[near[i]] += weight
      counts[near[i]]++
    }
  }
  return { sums, counts }
}

const columnsFrom = (from: number, to: number): readonly number[] => {
  const [first, last] = [Math.floor(from) + 180, Math.floor(to) + 180]
  const columns = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  return from <= -180 || to >= 180 ? [...columns, 0, 360] : columns
}

const writePoints = (points: Float64Array, sums: Float64Array): void =>
  parquetWriteFile({
    filename: inFolder('points.parquet'),
    columnData: [
      { name: 'id', data: Int32Array.from(sums, (_, i) => i) },
      { name: 'lon', data: points.filter((_, i) => i % 2 === 0) },
      { name: 'lat', data: points.filter((_, i) => i % 2 === 1) },
      { name: 'w', data: sums },
    ],
    rowGroupSize: 500_000,
  })

const FOUND = 'SELECT boundary_id, count(*) AS points FROM point_boundaries GROUP BY boundary_id'

/** Points whose boundaries have another sum. */
const DIFFERING = `SELECT count(*) AS differing FROM points LEFT JOIN (
  SELECT id, sum(weight) AS found FROM point_boundaries JOIN weights USING (boundary_id) GROUP BY id
) sums USING (id) WHERE w <> coalesce(found, 0)`

const report = (engine: string, count: number, seconds: number, differing: unknown): void =>
  console.log(
    `  ${engine}: ${(count / seconds / 1e6).toFixed(2)} million points/s, ${differing} of ${count} differ`,
  )

const inDuckDb = async (members: readonly Member[], count: number): Promise<void> => {
  const weights = members.map(({ id, weight }) => `('${id}', ${weight}::DOUBLE)`).join(', ')
  const prepared = `SET threads = 1; CREATE TABLE points AS FROM 'points.parquet';
    CREATE TABLE weights AS FROM (VALUES ${weights}) t(boundary_id, weight);
    ${pointBoundariesSql(DIALECTS.duckdb)}`
  const seconds = async (query: string): Promise<number> => {
    const before = process.cpuUsage()
    await queryDuckDb(`${prepared} ${query}`, folder)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
  // What both have in common is reading the points.
  const took = (await seconds(FOUND)) - (await seconds('SELECT 1'))
  const [{ differing }] = await queryDuckDb(`${prepared} ${DIFFERING}`, folder)
  report('DuckDB', count, took, differing)
}

const inClickHouse = async (
  members: readonly Member[],
  count: number,
  withDictionary: boolean,
): Promise<void> => {
  const tables = [
    `CREATE TABLE points ENGINE = Memory AS SELECT assumeNotNull(id) AS id, assumeNotNull(lon) AS lon, assumeNotNull(lat) AS lat, assumeNotNull(w) AS w FROM file('points.parquet')`,
    'CREATE TABLE weights (boundary_id String, weight Float64, polygons Array(Array(Array(Tuple(Float64, Float64))))) ENGINE = Memory',
  ]
  await writeFile(
    inFolder('weights.jsonl'),
    members
      .map(({ id, rings, weight }) => JSON.stringify([id, weight, withDictionary ? polygonsOf(rings) : []]))
      .join('\n'),
  )
  const answers = JSON.parse(
    execFileSync(process.execPath, [CLICKHOUSE], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      input: JSON.stringify({
        prepare: [
          ...tables,
          `INSERT INTO weights SELECT * FROM file('weights.jsonl', 'JSONCompactEachRow', 'boundary_id String, weight Float64, polygons Array(Array(Array(Tuple(Float64, Float64))))')`,
          ...statementsOf(pointBoundariesSql(DIALECTS.clickhouse)),
        ],
        found: FOUND,
        differing: DIFFERING,
        dictionary: withDictionary,
      }),
    }),
  )
  report('ClickHouse', count, answers.seconds, answers.differing)
  if (withDictionary)
    report(
      'ClickHouse, dictionary of polygons',
      count,
      answers.dictionarySeconds,
      answers.dictionaryDiffering,
    )
}

const polygonsOf = (rings: Rings): number[][][][] => {
  const polygons: number[][][][] = []
  let ring = 0
  for (const polygonEnd of rings.polygonEnds) {
    const polygon: number[][][] = []
    for (; ring < polygonEnd; ring++) {
      const positions: number[][] = []
      for (let at = ring === 0 ? 0 : rings.ringEnds[ring - 1]; at < rings.ringEnds[ring]; at++)
        positions.push([rings.coords[2 * at] / 1e7, rings.coords[2 * at + 1] / 1e7])
      polygon.push(positions)
    }
    polygons.push(polygon)
  }
  return polygons
}

/** A pair says which point, counted from 0, and which member. */
const inGeopandas = async (
  members: readonly Member[],
  points: Float64Array,
  sums: Float64Array,
): Promise<void> => {
  const rows = Array.from(sums, (_, i) => `${i},${points[2 * i]},${points[2 * i + 1]}`)
  await writeFile(inFolder('points.csv'), `id,lon,lat\n${rows.join('\n')}\n`)
  const areas = members.map(({ rings }, member) => `${member},${wkbOf(rings).toString('hex')}\n`)
  await writeFile(inFolder('areas.csv'), areas.join(''))
  const files = ['points.csv', 'areas.csv', 'pairs.csv'].map(inFolder)
  const python = spawnSync(PYTHON, [GEOPANDAS, ...files], { encoding: 'utf8' })
  if (python.status !== 0) {
    console.log(`  geopandas is skipped: ${python.stderr.trim().split('\n').at(-1)}`)
    return
  }
  const found = new Float64Array(sums.length)
  for (const pair of readFileSync(inFolder('pairs.csv'), 'utf8').trim().split('\n').slice(1)) {
    const [point, member] = pair.split(',').map(Number)
    found[point] += members[member].weight
  }
  const { versions, joinProcessorSeconds } = JSON.parse(python.stdout)
  const differing = found.reduce((count, sum, point) => count + (sum === sums[point] ? 0 : 1), 0)
  report(versions, sums.length, joinProcessorSeconds, differing)
}

const inPostGis = async (
  members: readonly Member[],
  points: Float64Array,
  counts: Uint8Array,
): Promise<void> => {
  const postgis = await startPostGis()
  if (postgis === null) return
  for (const { id, rings } of members) await postgis.takeArea(id, rings)
  await postgis.takePoints(points)
  await postgis.divideAreas()
  const { result, ms } = await postgis.reverse()
  await postgis.close()
  const pairs = counts.reduce((sum, each) => sum + each, 0)
  console.log(
    `  ${postgis.name}: ${(points.length / 2 / ms / 1e3).toFixed(2)} million points/s, ${result} pairs of ${pairs}`,
  )
}

printMachine()
metes('search', 'Luxembourg')
if (EXTRACT !== undefined) metes('import', EXTRACT, '--no-tiles')
const atlas = new DatabaseSync(await unpackedAtlas(ATLAS, folder), { readOnly: true })
const countries = atlas.prepare('select id from boundary where admin_level = 2 order by id').all()
await writeFile(inFolder('countries.json'), JSON.stringify({ ids: countries.map(({ id }) => id) }))
for (const [name, { line, extract = false }] of Object.entries(SETS)) {
  if ((only !== undefined && only !== name) || (extract && EXTRACT === undefined)) continue
  console.log(`\n${name}`)
  const members = exportSet(line)
  for (const [kind, count, draw] of [
    ['random', randomCount, randomPoints],
    ['near borders', borderCount, borderPoints],
  ] as const) {
    const points = draw(members, count)
    const { sums, counts } = truthOf(members, points)
    writePoints(points, sums)
    console.log(` ${count} points, ${kind}`)
    await inDuckDb(members, count)
    await inClickHouse(members, count, name === 'communes')
    await inGeopandas(
      members,
      points.subarray(0, 2 * MAX_GEOPANDAS_POINTS),
      sums.subarray(0, MAX_GEOPANDAS_POINTS),
    )
    await inPostGis(
      members,
      points.subarray(0, 2 * MAX_POSTGIS_POINTS),
      counts.subarray(0, MAX_POSTGIS_POINTS),
    )
  }
}
await rm(folder, { recursive: true })
