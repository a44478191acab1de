import { extentOfRing } from './extent.ts'
import { positive, repair } from './repair.ts'
import { polygonStart, type Rings } from './rings.ts'
import { ringsOfBox } from './tiles.ts'

export type Decimals = 3 | 4 | 5 | 6 | 7

/**
 * Rounds every coordinate of a valid area to this many decimals of a degree. New overlaps stay inside; rings that collapse
 * are dropped. If everything collapses, the result is the smallest box on the grid around the ring with the largest box, so
 * that even the Vatican at three decimals is an area. O(n log n) in the positions.
 */
export const roundTo = (rings: Rings, decimals: Decimals): Rings => {
  const unit = 10 ** (7 - decimals)
  const rounded = repair(rings, unit, positive)
  return rounded.polygonEnds.length > 0 || rings.polygonEnds.length === 0
    ? rounded
    : boxOfLargest(rings, unit)
}

const boxOfLargest = (rings: Rings, unit: number): Rings => {
  let largest = [0, 0, 0, 0]
  let largestSize = -1
  for (let polygon = 0; polygon < rings.polygonEnds.length; polygon++) {
    const exterior = polygonStart(rings, polygon)
    const box = extentOfRing(rings, exterior)
    const size = (box[2] - box[0]) * (box[3] - box[1])
    if (size <= largestSize) continue
    largest = box
    largestSize = size
  }
  const [west, east] = onGrid(largest[0], largest[2], unit)
  const [south, north] = onGrid(largest[1], largest[3], unit)
  return ringsOfBox([west, south, east, north])
}

/**
 * Returns the smallest interval with ends on the grid around another one; if it has no width, it is extended towards zero,
 * to stay on the map.
 */
const onGrid = (low: number, high: number, unit: number): [low: number, high: number] => {
  const down = Math.floor(low / unit) * unit
  const up = Math.ceil(high / unit) * unit
  if (down < up) return [down, up]
  return down > 0 ? [down - unit, down] : [down, down + unit]
}
