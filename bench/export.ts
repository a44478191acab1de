/**
 * Writing a boundary to a file, in every format, compared with the usual way: building the coordinates as arrays (not timed)
 * and calling JSON.stringify. `node bench/export.ts`
 *
 * Targets: GeoJSON at least twice as fast as JSON.stringify; every format of 1.39 million vertices under a second.
 */
import { createHash } from 'node:crypto'
import { arch, cpus, platform } from 'node:os'
import { SINGLE_FORMATS } from '../src/domain/formats/index.ts'
import { writeSingle } from '../src/domain/formats/write-single.ts'
import { type Rings, ringCount, vertexCount } from '../src/domain/geometry/rings.ts'
import { fileOf } from '../test/support/format-samples.ts'
import { archipelago, coastRing, ringsOf, seededRandom } from '../test/support/shapes.ts'

const ROUNDS = 7

/** Sizes of Afghanistan, China's land and Canada's land in OpenStreetMap: one coast, and islands around it. */
const country = (seed: number, doublings: number, islands: number): Rings => {
  const random = seededRandom(seed)
  const mainland = coastRing(random, { lon: -100, lat: 60, radius: 15, doublings })
  return ringsOf([
    [mainland],
    ...archipelago(random, { lon: -80, lat: 40, islands, spacing: 0.05, doublings: 0 }),
  ])
}

const DATA: readonly (readonly [name: string, rings: Rings])[] = [
  ['26k', country(1, 11, 1_000)],
  ['267k', country(2, 13, 22_000)],
  ['1.39M', country(3, 15, 125_000)],
]

interface Timing {
  readonly min: number
  readonly median: number
  readonly bytes: Uint8Array
}

/** Alternating, so that other load on the machine affects all alike. */
const race = (writers: Readonly<Record<string, () => Uint8Array>>): ReadonlyMap<string, Timing> => {
  const took = new Map(Object.keys(writers).map((name) => [name, [] as number[]]))
  const last = new Map(Object.entries(writers).map(([name, write]) => [name, write()]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, write] of Object.entries(writers)) {
      const started = performance.now()
      last.set(name, write())
      took.get(name)!.push(performance.now() - started)
    }
  }
  return new Map(
    [...took].map(([name, times]) => {
      const sorted = times.toSorted((a, b) => a - b)
      return [name, { min: sorted[0], median: sorted[ROUNDS >> 1], bytes: last.get(name)! }]
    }),
  )
}

const show = (name: string, { min, median, bytes }: Timing, note = ''): void => {
  const checksum = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const size = `${(bytes.length / 1e6).toFixed(1)} MB`
  console.log(
    `  ${name.padEnd(15)} ${min.toFixed(1).padStart(8)} ${median.toFixed(1).padStart(8)} ms  ${size.padStart(9)}  ${checksum}  ${note}`,
  )
}

console.log(`node ${process.version}, ${platform()} ${arch()}, ${cpus()[0].model}, ${cpus().length} cores`)
for (const [name, rings] of DATA) {
  const file = fileOf(rings, 7)
  console.log(
    `\n${name}: ${vertexCount(rings)} vertices, ${ringCount(rings)} rings (name, min, median, size, checksum)`,
  )
  const feature: unknown = JSON.parse(Buffer.from(writeSingle('geojson', file)).toString())
  const timings = race({
    ...Object.fromEntries(SINGLE_FORMATS.map((format) => [format, () => writeSingle(format, file)])),
    'JSON.stringify': () => Buffer.from(JSON.stringify(feature)),
  })
  const ratio = timings.get('JSON.stringify')!.median / timings.get('geojson')!.median
  for (const [contender, timing] of timings) {
    show(contender, timing, contender === 'geojson' ? `${ratio.toFixed(1)} × JSON.stringify` : '')
  }
}
