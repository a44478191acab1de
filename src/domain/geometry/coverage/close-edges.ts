/**
 * Finds the edges of noded arcs that rounding can bring together: all others are rounded by their ends alone. Borders are far apart nearly
 * everywhere, so that leaves few places to look at closely.
 */
import { allEdges } from '../arrangement/contacts.ts'
import { forEachPair } from '../arrangement/edge-pairs.ts'
import { edgesNear } from '../arrangement/near.ts'
import { type Arcs, arcStart } from './arcs.ts'

/**
 * Marks each edge, by the number of its first position, that has an end of another edge within `reach`, if one of the two moves. What is
 * near may have to give way and so move as well: its neighbours count, too. `moving` marks the edges that move anyway.
 */
export const closeEdges = (arcs: Arcs, moving: Uint8Array, reach: number): Uint8Array => {
  const { coords, ends } = arcs
  const close = new Uint8Array(coords.length / 2)
  const strands = {
    coords,
    // An island that has gone has no positions.
    ends: Int32Array.from(ends.filter((end, arc) => end > arcStart(arcs, arc))),
    weights: new Int16Array(0),
  }
  for (let fresh = moving; fresh.includes(1); ) {
    const edges = edgesNear(strands, fresh, reach)
    const next = new Uint8Array(fresh.length)
    const examine = (edge: number, other: number): void => {
      if (!(fresh[edge] || fresh[other]) || !areClose(coords, edge, other, reach)) return
      for (const each of [edge, other]) {
        if (!moving[each] && !close[each]) next[each] = 1
        close[each] = 1
      }
    }
    for (let i = 1; i < edges.length; i++) if (edges[i] === edges[i - 1] + 1) examine(edges[i - 1], edges[i])
    // Too many to look at: none is left out.
    if (!forEachPair(coords, edges, examine, reach)) return markedAll(close, allEdges(strands))
    fresh = next
  }
  return close
}

const markedAll = (marks: Uint8Array, edges: Int32Array): Uint8Array => {
  for (const edge of edges) marks[edge] = 1
  return marks
}

/** Whether an end that two edges do not have in common is near the other edge; they do not cross. */
const areClose = (coords: Int32Array, edge: number, other: number, reach: number): boolean =>
  isNear(coords, edge, other, reach) ||
  isNear(coords, edge + 1, other, reach) ||
  isNear(coords, other, edge, reach) ||
  isNear(coords, other + 1, edge, reach)

/** Whether a position that is no end of an edge is near it. */
const isNear = (coords: Int32Array, position: number, edge: number, reach: number): boolean => {
  const ax = coords[2 * edge]
  const ay = coords[2 * edge + 1]
  const dx = coords[2 * edge + 2] - ax
  const dy = coords[2 * edge + 3] - ay
  const px = coords[2 * position] - ax
  const py = coords[2 * position + 1] - ay
  if ((px === 0 && py === 0) || (px === dx && py === dy)) return false
  const along = px * dx + py * dy
  const squared = dx * dx + dy * dy
  if (along <= 0) return px * px + py * py <= reach * reach
  if (along >= squared) return (px - dx) ** 2 + (py - dy) ** 2 <= reach * reach
  return (px * dy - py * dx) ** 2 <= reach * reach * squared
}
