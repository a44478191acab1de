/** Winding numbers of the strands of each set, for the faces on both sides of every chain. */
import type { ComponentFaces } from './components.ts'
import { type Graph, tailOf } from './graph.ts'
import { IntList } from './int-list.ts'
import { OUTSIDE } from './locate.ts'

/** Winding number of the face to the left of each half-edge, for set 0 and set 1. */
export type Windings = readonly [Int32Array, Int32Array]

/** O(n) in the chains. */
export const windingsOf = (graph: Graph, surroundings: ComponentFaces): Windings => {
  const windings: Windings = [new Int32Array(2 * graph.from.length), new Int32Array(2 * graph.from.length)]
  const reached = new Uint8Array(graph.aroundStarts.length)
  for (const half of surroundings.components.outer) spread(graph, half, windings, reached)
  if (surroundings.components.outer.length > 1) addSurroundings(surroundings, windings)
  return windings
}

/** Spreads windings from one half-edge with winding 0 to its left to all others of its component. */
const spread = (graph: Graph, outer: number, windings: Windings, reached: Uint8Array): void => {
  crossOver(graph, outer, windings)
  const pending = new IntList()
  pending.push(outer)
  pending.push(outer ^ 1)
  while (pending.length > 0) {
    const known = pending.pop()
    const node = tailOf(graph, known)
    if (node < 0 || reached[node]) continue
    reached[node] = 1
    const start = graph.aroundStarts[node]
    const degree = graph.aroundStarts[node + 1] - start
    let last = known
    for (let step = 1; step < degree; step++) {
      const half = graph.around[start + ((graph.placeAround[known] - start + step) % degree)]
      // Two neighbours have one face between them: left of the first, right of the next.
      windings[0][half ^ 1] = windings[0][last]
      windings[1][half ^ 1] = windings[1][last]
      crossOver(graph, half ^ 1, windings)
      pending.push(half ^ 1)
      last = half
    }
  }
}

/** Computes the winding on the right of a half-edge from that on its left. */
const crossOver = (graph: Graph, half: number, windings: Windings): void => {
  const sign = half & 1 ? -1 : 1
  for (const set of [0, 1] as const)
    windings[set][half ^ 1] = windings[set][half] - sign * graph.weights[set][half >> 1]
}

/** Adds to each component the windings of the surrounding face, which belongs to another component. */
const addSurroundings = ({ components, facing }: ComponentFaces, windings: Windings): void => {
  const { ofChain } = components
  const around: Windings = [new Int32Array(facing.length), new Int32Array(facing.length)]
  const known = new Uint8Array(facing.length)
  const path = new IntList()
  for (let component = 0; component < facing.length; component++) {
    // The surrounding component begins further west, so the path ends.
    for (let at = component; !known[at]; at = ofChain[facing[at] >> 1]) {
      path.push(at)
      if (facing[at] === OUTSIDE) break
    }
    while (path.length > 0) {
      const at = path.pop()
      known[at] = 1
      if (facing[at] === OUTSIDE) continue
      for (const set of [0, 1] as const)
        around[set][at] = around[set][ofChain[facing[at] >> 1]] + windings[set][facing[at]]
    }
  }
  for (const set of [0, 1] as const)
    for (let half = 0; half < windings[set].length; half++)
      windings[set][half] += around[set][ofChain[half >> 1]]
}
