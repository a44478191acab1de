/** Lines as numbers of vertices: equal positions have equal numbers, so two lines have an edge in common when they have both its numbers. */
import { PairIndex } from '../arrangement/pair-index.ts'
import { onSeam } from '../map-rim.ts'

export interface VertexLines {
  /** The vertices of all lines; a closed line repeats its first one. */
  readonly vertices: Int32Array
  /** For each line, the index in `vertices` after its last one. */
  readonly ends: Int32Array
  /** `[x, y, …]` of the vertices by their numbers. */
  readonly positions: Int32Array
}

/** O(n) in the positions. */
export const numberVertices = (coords: Int32Array, ends: Int32Array): VertexLines => {
  const count = coords.length / 2
  const index = new PairIndex(count)
  const vertices = new Int32Array(count)
  for (let i = 0, vertex = 0; i < count; i++) {
    const x = coords[2 * i]
    const y = coords[2 * i + 1]
    // Borders run along earlier ones for long: the number after or before the last one is looked at first, which the cache holds.
    if (index.isAt(vertex - 1, x, y)) vertex--
    else if (index.isAt(vertex + 1, x, y)) vertex++
    else vertex = index.add(x, y)
    vertices[i] = vertex
  }
  return { vertices, ends, positions: index.view() }
}

/**
 * Marks each vertex where not exactly two different edges meet, and where a border leaves the antimeridian: the part of an area on its
 * other side leaves it at the same place, and has to do so when both are simplified.
 */
export const junctionsOf = ({ vertices, ends, positions }: VertexLines): Uint8Array => {
  const count = positions.length / 2
  const one = new Int32Array(count).fill(-1)
  const other = new Int32Array(count).fill(-1)
  const junctions = new Uint8Array(count)
  const meet = (vertex: number, neighbour: number): void => {
    if (one[vertex] === neighbour || other[vertex] === neighbour) return
    if (one[vertex] < 0) one[vertex] = neighbour
    else if (other[vertex] < 0) other[vertex] = neighbour
    else junctions[vertex] = 1
  }
  for (let line = 0, at = 0; line < ends.length; line++, at++)
    for (; at < ends[line] - 1; at++) {
      meet(vertices[at], vertices[at + 1])
      meet(vertices[at + 1], vertices[at])
    }
  const isOnSeam = (vertex: number): boolean => onSeam(positions[2 * vertex])
  for (let vertex = 0; vertex < count; vertex++)
    if (other[vertex] < 0) junctions[vertex] = 1
    else if (isOnSeam(vertex) && isOnSeam(one[vertex]) !== isOnSeam(other[vertex])) junctions[vertex] = 1
  return junctions
}
