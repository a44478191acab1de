/** Boxes for formats that ignore the antimeridian: plain minima and maxima of the coordinates, in degrees. */
import { extentOf, inDegrees } from '../geometry/extent.ts'
import type { Rings } from '../geometry/rings.ts'

export type FlatBox = readonly [minX: number, minY: number, maxX: number, maxY: number]

export const EMPTY_BOX: FlatBox = [Infinity, Infinity, -Infinity, -Infinity]

export const flatBoxOf = ({ coords }: Rings): FlatBox => inDegrees(extentOf(coords))

export const joinBoxes = (a: FlatBox, b: FlatBox): FlatBox => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]
