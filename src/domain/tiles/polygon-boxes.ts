/** The boxes around the polygons of a boundary, which tell where it may be: the box around all of it may span half of the world. */
import { decodeRings } from '../geometry/codec.ts'
import { extentOfRing } from '../geometry/extent.ts'
import { polygonCount, polygonStart, type Rings } from '../geometry/rings.ts'
import { projected } from './tile-grid.ts'

/** `[west, south, east, north, …]` of each polygon, in units of the grid. */
export const polygonBoxesOf = (encoded: Uint8Array): Int32Array =>
  projected(extentsOfPolygons(decodeRings(encoded)))

/** `[west, south, east, north, …]` of each polygon, in the units of its positions. */
export const extentsOfPolygons = (rings: Rings): Int32Array => {
  const boxes = new Int32Array(4 * polygonCount(rings))
  for (let polygon = 0; polygon < polygonCount(rings); polygon++)
    boxes.set(extentOfRing(rings, polygonStart(rings, polygon)), 4 * polygon)
  return boxes
}
