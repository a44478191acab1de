/**
 * The cost of an import by the size of its input: `node bench/complexity.ts ['NAME' …]`, all inputs by default. Each is doubled five times
 * and imported in a process of its own; the exponent is the slope of processor time and memory over size on logarithmic axes, above those
 * of an import of nothing. Target: at most 1.2 for time, which n log n is here, or a limit that ends it, which is printed.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boundary } from '../test/support/drawn-map.ts'
import { HOSTILE_SHAPES } from '../test/support/hostile-ways.ts'
import {
  blob,
  concat,
  headerBlock,
  type MapSpec,
  type NodeSpec,
  type RelationSpec,
  writePbf,
} from '../test/support/pbf-writer.ts'
import { seededRandom } from '../test/support/shapes.ts'
import type { ImportRun } from './support/import-once.ts'

const DOUBLINGS = 5
const UNITS = 1e7
const EMPTY_GROUP = [2 * 8 + 2, 0]

interface Input {
  readonly smallest: number
  readonly file: (size: number) => Uint8Array
}

const range = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Id of the way around all others. */
const COUNTRY = 1_000_000
const AROUND_ALL = { lon: -45, lat: 25, side: 60 }

/** Places of squares that lie beside one another. */
const placeOf = (id: number) => ({
  lon: -40 + 0.2 * (id % 100),
  lat: 30 + 0.2 * Math.floor(id / 100),
  side: 0.1,
})

/** A square as way `id`, with its nodes. */
const square = (
  id: number,
  { lon, lat, side } = placeOf(id),
): { readonly nodes: readonly NodeSpec[]; readonly way: MapSpec['ways'] } => {
  const corners = [
    [0, 0],
    [side, 0],
    [side, side],
    [0, side],
  ]
  const nodes = corners.map(([x, y], corner) => ({ id: 4 * id + corner, lon: lon + x, lat: lat + y }))
  const [first] = nodes
  return { nodes, way: [{ id, nodes: [...nodes.map((node) => node.id), first.id] }] }
}

const squares = (count: number, relations: readonly RelationSpec[]): Uint8Array => {
  const drawn = [...range(count, (index) => square(index + 1)), square(COUNTRY, AROUND_ALL)]
  return writePbf({
    nodes: drawn.flatMap(({ nodes }) => nodes),
    ways: drawn.flatMap(({ way }) => way ?? []),
    relations,
  })
}

const closedWay = (
  positions: readonly (readonly [lon: number, lat: number])[],
  tags: Readonly<Record<string, string>> = {},
  relations: readonly RelationSpec[] = [boundary(1, 'Ring', 8, [1])],
): Uint8Array =>
  writePbf({
    nodes: positions.map(([lon, lat], index) => ({ id: index + 1, lon, lat })),
    ways: [{ id: 1, nodes: [...positions.keys(), 0].map((index) => index + 1), tags }],
    relations,
  })

const circle = (size: number) =>
  range(size, (index): readonly [number, number] => {
    const angle = (2 * Math.PI * index) / size
    return [-30 + 5 * Math.cos(angle), 40 + 5 * Math.sin(angle)]
  })

const randomly = (size: number, degrees: number) => {
  const random = seededRandom(1)
  return range(size, (): readonly [number, number] => [-30 + degrees * random(), 40 + degrees * random()])
}

const lines = (size: number, shape: keyof typeof HOSTILE_SHAPES): Uint8Array => {
  const drawn = HOSTILE_SHAPES[shape](size, seededRandom(1))
  const ids = new Map<string, number>()
  const nodes: NodeSpec[] = []
  const ways = drawn.map((line, way) => ({
    id: way + 1,
    nodes: range(line.length / 2, (index) => {
      const [x, y] = [line[2 * index], line[2 * index + 1]]
      const known = ids.get(`${x} ${y}`)
      if (known !== undefined) return known
      ids.set(`${x} ${y}`, ids.size + 1)
      nodes.push({ id: ids.size, lon: x / UNITS, lat: y / UNITS })
      return ids.size
    }),
  }))
  const ofAll = boundary(
    1,
    'Ways',
    8,
    ways.map(({ id }) => id),
  )
  return writePbf({ nodes, ways, relations: [ofAll] })
}

const INPUTS: Readonly<Record<string, Input>> = {
  'positions in a way': { smallest: 10_000, file: (size) => closedWay(circle(size)) },
  'positions of a way that crosses itself': { smallest: 1_250, file: (size) => closedWay(randomly(size, 8)) },
  'positions of a coastline': {
    smallest: 5_000,
    file: (size) => closedWay(circle(size), { natural: 'coastline' }, []),
  },
  'positions of a coastline that crosses itself': {
    smallest: 1_250,
    file: (size) => closedWay(randomly(size, 8), { natural: 'coastline' }, []),
  },
  'positions of a small coastline that crosses itself': {
    smallest: 1_250,
    file: (size) => closedWay(randomly(size, 0.02), { natural: 'coastline' }, []),
  },
  'relations on a way': {
    smallest: 625,
    file: (size) =>
      squares(
        1,
        range(size, (index) => boundary(index + 1, `Town ${index}`, 2 + (index % 10), [1])),
      ),
  },
  'equal members': {
    smallest: 31_250,
    file: (size) =>
      squares(1, [
        boundary(
          1,
          'Town',
          8,
          range(size, () => 1),
        ),
      ]),
  },
  'different members': {
    smallest: 6_250,
    file: (size) =>
      squares(1, [
        boundary(
          1,
          'Town',
          8,
          range(size, (index) => index + 1),
        ),
      ]),
  },
  names: {
    smallest: 1_250,
    file: (size) => {
      const names = Object.fromEntries(range(size, (index) => [`alt_name:a${index}`, `Town ${index}`]))
      return squares(1, [boundary(1, 'Town', 8, [1], names)])
    },
  },
  children: {
    smallest: 625,
    file: (size) => {
      const towns = range(size, (index) => boundary(index + 1, `Town ${index}`, 8, [index + 1]))
      return squares(size, [...towns, boundary(COUNTRY, 'Country', 2, [COUNTRY])])
    },
  },
  parts: { smallest: 1_250, file: (size) => lines(3 * size, 'tiny rings') },
  'empty groups': {
    smallest: 500_000,
    file: (size) => {
      const groups = new Uint8Array(2 * size).map((_, at) => EMPTY_GROUP[at % 2])
      return concat([blob('OSMHeader', headerBlock({})), blob('OSMData', groups)])
    },
  },
}

const directory = mkdtempSync(join(tmpdir(), 'metes-bench-complexity-'))
const path = join(directory, 'map.osm.pbf')

const importOf = (bytes: Uint8Array): ImportRun => {
  writeFileSync(path, bytes)
  const script = join(import.meta.dirname, 'support/import-once.ts')
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, path], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The import failed:\n${stderr}`)
  return JSON.parse(stdout)
}

/** Slope of the larger half of the sizes, where what does not grow counts little. */
const exponentOf = (values: readonly number[]): string => {
  const upper = values.slice(-4)
  const logs = upper.map((value) => Math.log2(Math.max(1, value)))
  const middle = (logs.length - 1) / 2
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
  const slope = logs.reduce((sum, log, index) => sum + (index - middle) * (log - mean), 0)
  return (slope / logs.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)).toFixed(2)
}

const shown = (value: number, width: number): string => Math.round(value).toLocaleString('en').padStart(width)

const named = process.argv.slice(2)
try {
  const nothing = importOf(writePbf({}))
  console.log(
    `an import of nothing: ${shown(nothing.cpuMs, 1)} ms of processor time, ${shown(nothing.peakBytes / 1e6, 1)} MB\n`,
  )
  for (const [name, { smallest, file }] of Object.entries(INPUTS)) {
    if (named.length > 0 && !named.includes(name)) continue
    console.log(`${name}\n      size    time ms     cpu ms    peak MB`)
    const runs = range(DOUBLINGS + 1, (doubling) => {
      const size = smallest * 2 ** doubling
      const run = importOf(file(size))
      const limit = run.leftOut === null ? '' : `  ${run.leftOut}`
      console.log(
        `${shown(size, 10)} ${shown(run.ms, 10)} ${shown(run.cpuMs, 10)} ${shown(run.peakBytes / 1e6, 10)}${limit}`,
      )
      return run
    })
    const time = exponentOf(runs.map(({ cpuMs }) => cpuMs - nothing.cpuMs))
    const memory = exponentOf(runs.map(({ peakBytes }) => (peakBytes - nothing.peakBytes) / 1e6))
    console.log(`  exponent of time ${time}, of memory ${memory}\n`)
  }
} finally {
  rmSync(directory, { recursive: true })
}
