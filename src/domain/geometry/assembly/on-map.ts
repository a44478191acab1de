/** Cuts strands at the antimeridian: ways may lead from 179.9° straight to −179.9°, or around a pole. */
import { cutPolygon } from '../antimeridian.ts'
import { type Strands, strandStart } from '../arrangement/strands.ts'

/**
 * Returns closed strands on the map, counter-clockwise if they were cut; the same object if none crosses the antimeridian.
 */
export const onMap = (strands: Strands): Strands => {
  const parts: ArrayLike<number>[] = []
  const weights: number[] = []
  let changed = false
  for (let strand = 0; strand < strands.ends.length; strand++) {
    // Omit the last position, which repeats the first.
    const ring = strands.coords.subarray(2 * strandStart(strands, strand), 2 * strands.ends[strand] - 2)
    const cut = cutPolygon([ring])
    if (cut !== null) changed = true
    for (const [part] of cut ?? [[ring]]) {
      parts.push(part)
      weights.push(strands.weights[2 * strand], strands.weights[2 * strand + 1])
    }
  }
  return changed ? closedStrands(parts, weights) : strands
}

const closedStrands = (rings: readonly ArrayLike<number>[], weights: readonly number[]): Strands => {
  const coords = new Int32Array(rings.reduce((sum, ring) => sum + ring.length + 2, 0))
  const ends = new Int32Array(rings.length)
  let length = 0
  rings.forEach((ring, index) => {
    coords.set(ring, length)
    length += ring.length
    coords[length++] = ring[0]
    coords[length++] = ring[1]
    ends[index] = length / 2
  })
  return { coords, ends, weights: Int16Array.from(weights) }
}
