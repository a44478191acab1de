import { EdgeTable } from './edge-table.ts'
import { IntList } from './int-list.ts'
import { type Strands, strandStart } from './strands.ts'

/**
 * Merges equal edges of strands, such as the shared borders of neighbours. Weights add up, weights of opposite directions
 * cancel, and an edge with no weight left is dropped. Winding numbers do not change, so this is safe even if other borders
 * do not match; if they do, hardly anything is left to be noded. O(n) in the positions.
 */
export const mergeEdges = (strands: Strands): Strands => {
  const { coords, ends } = strands
  const merged = new Int16Array(coords.length)
  const known = new EdgeTable(coords)
  for (let strand = 0; strand < ends.length; strand++)
    for (let edge = strandStart(strands, strand); edge < ends[strand] - 1; edge++) {
      const first = known.firstLike(edge)
      const along =
        coords[2 * first] === coords[2 * edge] && coords[2 * first + 1] === coords[2 * edge + 1] ? 1 : -1
      merged[2 * first] += along * strands.weights[2 * strand]
      merged[2 * first + 1] += along * strands.weights[2 * strand + 1]
    }
  return runsOfEqualWeights(strands, merged)
}

const runsOfEqualWeights = (strands: Strands, edgeWeights: Int16Array): Strands => {
  const { coords } = strands
  const kept = new IntList(coords.length)
  const ends = new IntList()
  const weights = new IntList()
  for (let strand = 0; strand < strands.ends.length; strand++) {
    const last = strands.ends[strand] - 1
    for (let edge = strandStart(strands, strand); edge < last; ) {
      const weight0 = edgeWeights[2 * edge]
      const weight1 = edgeWeights[2 * edge + 1]
      const start = edge
      while (edge < last && edgeWeights[2 * edge] === weight0 && edgeWeights[2 * edge + 1] === weight1) edge++
      if (weight0 === 0 && weight1 === 0) continue
      for (let i = 2 * start; i < 2 * edge + 2; i++) kept.push(coords[i])
      ends.push(kept.length / 2)
      weights.push(weight0)
      weights.push(weight1)
    }
  }
  return { coords: kept.view(), ends: ends.view(), weights: Int16Array.from(weights.view()) }
}
