/** Boxes for formats that ignore the antimeridian: plain minima and maxima of the coordinates, in degrees. */
import { type Rings, UNITS_PER_DEGREE } from '../geometry/rings.ts'

export type FlatBox = readonly [minX: number, minY: number, maxX: number, maxY: number]

export const EMPTY_BOX: FlatBox = [Infinity, Infinity, -Infinity, -Infinity]

export const flatBoxOf = ({ coords }: Rings): FlatBox => {
  if (coords.length === 0) return EMPTY_BOX
  // Start with coordinates, not infinity: integers compare faster.
  let minX = coords[0]
  let minY = coords[1]
  let maxX = minX
  let maxY = minY
  for (let index = 2; index < coords.length; index += 2) {
    const x = coords[index]
    const y = coords[index + 1]
    if (x < minX) minX = x
    if (x > maxX) maxX = x
    if (y < minY) minY = y
    if (y > maxY) maxY = y
  }
  return [minX / UNITS_PER_DEGREE, minY / UNITS_PER_DEGREE, maxX / UNITS_PER_DEGREE, maxY / UNITS_PER_DEGREE]
}

export const joinBoxes = (a: FlatBox, b: FlatBox): FlatBox => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]
