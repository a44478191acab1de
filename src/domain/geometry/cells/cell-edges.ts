/** The edges of areas, as a cover needs them: on a map whose two vertical sides are one. */
import { HALF_TURN, POLE } from '../map-rim.ts'
import { type Rings, ringStart } from '../rings.ts'

/** Numbers of an edge: `[lon, lat, lon, lat]` in units, the left end first, of a vertical edge the lower one. */
export const EDGE_LENGTH = 4

/** Returns the edges of the area one after the other. O(n). */
export const edgesOf = (rings: Rings): Int32Array<ArrayBuffer> => {
  const { coords, ringEnds } = rings
  const seam = edgesAtSeam(rings)
  const edges = new Int32Array(2 * coords.length + seam.length)
  let at = 0
  for (let ring = 0; ring < ringEnds.length; ring++) {
    const end = ringEnds[ring]
    let before = end - 1
    for (let position = ringStart(rings, ring); position < end; position++) {
      at = putEdge(
        edges,
        at,
        coords[2 * before],
        coords[2 * before + 1],
        coords[2 * position],
        coords[2 * position + 1],
      )
      before = position
    }
  }
  edges.set(seam, at)
  return edges
}

const putEdge = (
  edges: Int32Array | number[],
  at: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number => {
  const isOrdered = ax < bx || (ax === bx && ay <= by)
  edges[at] = isOrdered ? ax : bx
  edges[at + 1] = isOrdered ? ay : by
  edges[at + 2] = isOrdered ? bx : ax
  edges[at + 3] = isOrdered ? by : ay
  return at + EDGE_LENGTH
}

/** One unit west of −180 degrees, where no point is. */
const BEYOND = -HALF_TURN - 1

/**
 * Points at +180 degrees are looked for at −180. There the border along +180 is repeated as the border of areas that lie beyond the map: a box for
 * each edge along it, a triangle for each position at which a ring only touches it.
 */
const edgesAtSeam = (rings: Rings): Int32Array => {
  const { coords, ringEnds } = rings
  const found: number[] = []
  const add = (...positions: readonly (readonly [lon: number, lat: number])[]): void => {
    let before = positions.at(-1)!
    for (const position of positions) {
      putEdge(found, found.length, ...before, ...position)
      before = position
    }
  }
  for (let ring = 0; ring < ringEnds.length; ring++) {
    const start = ringStart(rings, ring)
    const end = ringEnds[ring]
    const isAt = (position: number): boolean => coords[2 * position] === HALF_TURN
    for (let position = start; position < end; position++) {
      if (!isAt(position)) continue
      const lat = coords[2 * position + 1]
      const next = position + 1 < end ? position + 1 : start
      const before = position > start ? position - 1 : end - 1
      if (isAt(next)) {
        const other = coords[2 * next + 1]
        add([BEYOND, lat], [-HALF_TURN, lat], [-HALF_TURN, other], [BEYOND, other])
      } else if (!isAt(before)) {
        add([-HALF_TURN, lat], [BEYOND, lat], [BEYOND, lat === POLE ? lat - 1 : lat + 1])
      }
    }
  }
  return Int32Array.from(found)
}
