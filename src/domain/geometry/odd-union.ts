/**
 * Returns the union of polygons, each filled by the even-odd rule of its own rings, in any winding: a ring that crosses
 * itself keeps both lobes, and a hole outside its exterior is land. No polygon subtracts from another.
 */
import { areasOfFaces } from './arrange.ts'
import { traceFaces } from './arrangement/faces.ts'
import { IntList } from './arrangement/int-list.ts'
import { node } from './arrangement/noding.ts'
import { ringLinesOf } from './arrangement/ring-lines.ts'
import { type Strands, writeRing } from './arrangement/strands.ts'
import { facesOfLines, walkFaces } from './arrangement/walk-faces.ts'
import { type PolygonPart, ringsFromParts } from './parts.ts'
import { EMPTY_RINGS, type Rings } from './rings.ts'
import { UNLIMITED } from './work-budget.ts'

export const oddUnion = (polygons: readonly PolygonPart[]): Rings => {
  const { strands, polygonOf } = strandsOf(polygons)
  if (strands.ends.length === 0) return EMPTY_RINGS
  const lines = ringLinesOf(node(strands, 1))
  const faces = facesOfLines(lines)
  const isInside = new Uint8Array(faces.count)
  const isOdd = new Uint8Array(polygons.length)
  let around = 0
  walkFaces(faces, {
    cross: (half) => {
      for (let i = lines.starts[half >> 1]; i < lines.starts[(half >> 1) + 1]; i++) {
        const polygon = polygonOf[lines.rings[i]]
        isOdd[polygon] ^= 1
        around += isOdd[polygon] ? 1 : -1
      }
    },
    enter: (face) => {
      isInside[face] = around > 0 ? 1 : 0
    },
  })
  const inside = Uint8Array.from(faces.of, (face) => isInside[face])
  return areasOfFaces(lines.graph, traceFaces(lines.graph, inside, lines.surroundings, UNLIMITED))
}

/** Returns each ring with an area as a closed strand, and the polygon that it belongs to. */
const strandsOf = (
  polygons: readonly PolygonPart[],
): { readonly strands: Strands; readonly polygonOf: Int32Array } => {
  const rings = ringsFromParts(polygons)
  const coords = new Int32Array(rings.coords.length + 2 * rings.ringEnds.length)
  const ends = new IntList()
  const polygonOf = new IntList()
  let length = 0
  let ring = 0
  rings.polygonEnds.forEach((end, polygon) => {
    for (; ring < end; ring++) {
      const written = writeRing(rings, ring, 1, coords, length)
      if (written === length) continue
      length = written
      ends.push(length / 2)
      polygonOf.push(polygon)
    }
  })
  const strands = {
    coords: coords.subarray(0, length),
    ends: ends.view(),
    weights: new Int16Array(2 * ends.length).fill(1),
  }
  return { strands, polygonOf: polygonOf.view() }
}
