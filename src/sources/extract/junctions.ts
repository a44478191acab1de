/**
 * Vertices that simplification must treat alike on both sides of a border: those where three borders meet. A border
 * between two of them is then taken apart in the same order from either side.
 */
import type { Rings } from '../../domain/geometry/rings.ts'
import type { WayTable } from './way-table.ts'

/** 1 for each vertex that is a junction of ways; null when there is none. */
export const fixedVertices = (
  table: WayTable,
  ways: readonly number[],
  { coords }: Rings,
): Uint8Array | null => {
  const latsOfLon = new Map<number, number[]>()
  for (const way of ways) {
    for (const node of [table.nodes[table.starts[way]], table.nodes[table.ends[way] - 1]]) {
      if (table.junctions[node] === 0) continue
      const lats = latsOfLon.get(table.lons[node])
      if (lats === undefined) latsOfLon.set(table.lons[node], [table.lats[node]])
      else lats.push(table.lats[node])
    }
  }
  if (latsOfLon.size === 0) return null
  const fixed = new Uint8Array(coords.length / 2)
  for (let vertex = 0; vertex < fixed.length; vertex++) {
    if (latsOfLon.get(coords[2 * vertex])?.includes(coords[2 * vertex + 1])) fixed[vertex] = 1
  }
  return fixed
}
