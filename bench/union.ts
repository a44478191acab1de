/**
 * 50 areas together, without 50 others, beside GEOS: `node bench/union.ts`. Target: at least four times as fast, and every
 * result valid. (clipper2-wasm was measured, too: as fast at 17k vertices, 5 to 9 times slower at 70k, 60 to 90 times at 531k.)
 *
 * Of the two tasks the first has excluded areas that share borders with the included ones to the last digit, as boundaries in
 * OpenStreetMap do; in the second their borders cross.
 */
import { arch, cpus, platform } from 'node:os'
import { unionMinus } from '../src/domain/geometry/boolean.ts'
import { type Rings, UNITS_PER_DEGREE, vertexCount } from '../src/domain/geometry/rings.ts'
import { findFault } from '../src/domain/geometry/validity.ts'
import { unionMinusByGeos } from '../test/support/geos.ts'
import { median } from './support/median.ts'
import { tessellation } from './support/tessellation.ts'

const ROUNDS = 5
/** Edges of a border between two cells; four borders a cell, 100 cells. */
const SIZES = [
  ['17k', 42],
  ['70k', 175],
  ['531k', 1327],
] as const

/** Square degrees. */
const planarArea = ({ coords, ringEnds }: Rings): number => {
  let twice = 0
  for (let ring = 0, position = 0; ring < ringEnds.length; ring++)
    for (let before = ringEnds[ring] - 1; position < ringEnds[ring]; before = position++)
      twice += coords[2 * before] * coords[2 * position + 1] - coords[2 * position] * coords[2 * before + 1]
  return twice / 2 / UNITS_PER_DEGREE ** 2
}

/** In turn, so that whatever else the machine does falls on all alike. */
const race = (runs: Readonly<Record<string, () => number>>): void => {
  const took = new Map(Object.keys(runs).map((name) => [name, [] as number[]]))
  const areas = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, run] of Object.entries(runs)) {
      const started = performance.now()
      areas.set(name, run())
      took.get(name)!.push(performance.now() - started)
    }
  const own = median(took.get('metes')!)
  for (const [name, times] of took) {
    const ratio = name === 'metes' ? '' : `${(median(times) / own).toFixed(1)} × metes`
    const figures = [Math.min(...times), median(times)].map((ms) => ms.toFixed(1).padStart(8)).join(' ')
    console.log(`  ${name.padEnd(14)} ${figures} ms  ${areas.get(name)!.toFixed(9)} square degrees  ${ratio}`)
  }
}

console.log(`node ${process.version}, ${platform()} ${arch()}, ${cpus()[0].model}, ${cpus().length} cores`)
console.log('name, minimum, median, area')
for (const [size, steps] of SIZES) {
  const cells = tessellation(1, 10, steps)
  const shifted = tessellation(2, 10, steps, 1_234_567)
  const isIncluded = (_: Rings, cell: number): boolean => (cell * 7) % 20 < 10
  const included = cells.filter(isIncluded)
  for (const [task, excluded] of [
    ['neighbours', cells.filter((rings, cell) => !isIncluded(rings, cell))],
    ['crossing', shifted.filter(isIncluded)],
  ] as const) {
    const vertices = [...included, ...excluded].reduce((sum, rings) => sum + vertexCount(rings), 0)
    let result = unionMinus(included, excluded)
    console.log(`\n${size} ${task}: ${included.length} − ${excluded.length}, ${vertices} vertices`)
    race({
      metes: () => {
        result = unionMinus(included, excluded)
        return planarArea(result)
      },
      'geos-wasm': () => unionMinusByGeos(included, excluded),
    })
    const fault = findFault(result)
    console.log(`  result: ${vertexCount(result)} vertices, ${fault ? `invalid: ${fault.kind}` : 'valid'}`)
  }
}
