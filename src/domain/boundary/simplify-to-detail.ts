/** Prepares a boundary's polygon for answers: at a level of detail, on the grid of a precision, and valid. */
import { type Decimals, roundTo } from '../geometry/precision.ts'
import { type Rings, vertexCount } from '../geometry/rings.ts'
import { simplifyToBudget } from '../geometry/simplify.ts'
import { vertexWeights } from '../geometry/weights.ts'
import { type Detail, maxVertices } from './detail-levels.ts'

/**
 * Simplifies rings to a detail. `rings` must be valid, cut at the antimeridian and wound as in RFC 7946, as stored
 * geometries are; so is the result. It has the detail's number of vertices within a tenth, or fewer if the grid cannot hold
 * more. Missing weights are computed. O(n log n) in the vertices.
 */
export const atDetail = (
  rings: Rings,
  weights: Uint16Array | null,
  detail: Detail,
  precision: number,
): Rings => {
  const decimals = decimalsOf(precision)
  const budget = maxVertices(detail)
  if (vertexCount(rings) <= budget) return decimals === 7 ? rings : roundTo(rings, decimals)
  return simplifyOnGrid(rings, weights ?? vertexWeights(rings), budget, decimals)
}

const ALLOWED: readonly Decimals[] = [3, 4, 5, 6, 7]

const decimalsOf = (precision: number): Decimals => {
  const decimals = ALLOWED.find((allowed) => allowed === precision)
  if (decimals === undefined) throw new RangeError(`A precision is 3 to 7 decimals, not ${precision}.`)
  return decimals
}

const TOLERANCE = 0.1
const MAX_ATTEMPTS = 6

/** Corrects the target in a loop, because rounding merges vertices and the repair of overlaps adds some. */
const simplifyOnGrid = (rings: Rings, weights: Uint16Array, budget: number, decimals: Decimals): Rings => {
  let aim = budget
  let best = rings
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const simplified = simplifyToBudget(rings, weights, Math.round(aim))
    const rounded = roundTo(simplified, decimals)
    const count = vertexCount(rounded)
    if (Math.abs(count - budget) < Math.abs(vertexCount(best) - budget)) best = rounded
    if (Math.abs(count - budget) <= TOLERANCE * budget) return rounded
    if (count < budget && simplified === rings) return rounded
    aim *= budget / count
  }
  return best
}
