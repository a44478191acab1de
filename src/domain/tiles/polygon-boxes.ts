/** The boxes around the polygons of a boundary, which tell where it may be: the box around all of it may span half of the world. */
import { decodeRings } from '../geometry/codec.ts'
import { extentOf } from '../geometry/extent.ts'
import { polygonCount, polygonStart, ringStart } from '../geometry/rings.ts'
import { projected } from './tile-grid.ts'

/** `[west, south, east, north, …]` of each polygon, in units of the grid. */
export const polygonBoxesOf = (encoded: Uint8Array): Int32Array => {
  const rings = decodeRings(encoded)
  const boxes = new Int32Array(4 * polygonCount(rings))
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    const exterior = polygonStart(rings, polygon)
    boxes.set(extentOf(rings.coords, ringStart(rings, exterior), rings.ringEnds[exterior]), 4 * polygon)
  }
  return projected(boxes)
}
