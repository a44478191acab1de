/**
 * Leaves the faces that no edge of set 1 borders. Numbering faces is cheaper than tracing them, and where two coasts cross at every vertex,
 * nearly all are slivers that nobody asks for.
 */
import { DisjointSets } from '../assembly/disjoint-sets.ts'
import type { RingLines } from './ring-lines.ts'
import { facesOfLines } from './walk-faces.ts'

/**
 * Clears the marks of all other faces in `inside`, which marks half-edges that have the inside to their left. Takes one pass over the
 * half-edges for each of four steps.
 */
export const leaveFacesApart = (
  lines: Pick<RingLines, 'graph' | 'surroundings'>,
  inside: Uint8Array,
): void => {
  const ofSet1 = lines.graph.weights[1]
  const { of, count } = facesOfLines(lines)
  // Two faces with an edge between them that borders nothing are one.
  const areas = new DisjointSets(count)
  for (let half = 0; half < inside.length; half += 2)
    if (inside[half] && inside[half + 1]) areas.join(of[half], of[half + 1])
  const touches = new Uint8Array(count)
  for (let half = 0; half < inside.length; half++)
    if (inside[half] && !inside[half ^ 1] && ofSet1[half >> 1] !== 0) touches[areas.find(of[half])] = 1
  for (let half = 0; half < inside.length; half++)
    if (inside[half] && touches[areas.find(of[half])]) inside[half] = 0
}
