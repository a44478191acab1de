/** Takes the many small vertices out of arcs before the few that matter are put in order. */
import { ArcThinner, coordsAt, MIN_INNER, positionsLeft } from './arc-thinner.ts'
import { type Arcs, arcStart } from './arcs.ts'
import { doubledTriangle, type Narrowing } from './triangle.ts'

/** Steps towards the threshold: after each one there are fewer vertices that can be in the way of a larger triangle. */
const STEP = 16
const STEPS = 4

/** A step that few vertices are below is left to the next one. */
const MIN_SHARE = 1 / 8

/** Without vertices whose triangle is smaller than half of `threshold` square units; a few of them stay. */
export const thinArcs = (arcs: Arcs, threshold: number, narrowing: Narrowing): Arcs => {
  let thinned = arcs
  for (let step = STEPS; step >= 0; step--)
    thinned = thinOnce(thinned, threshold / STEP ** step, narrowing, step === 0)
  return thinned
}

const thinOnce = (arcs: Arcs, threshold: number, narrowing: Narrowing, isLast: boolean): Arcs => {
  const { coords, ends, isRing } = arcs
  const count = coords.length / 2
  const keys = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  let below = 0
  for (let arc = 0; arc < ends.length; arc++) {
    const start = arcStart(arcs, arc)
    const last = ends[arc] - 1
    if (last - start - 1 <= MIN_INNER) continue
    for (let at = start + 1; at < last; at++) {
      keys[at] = doubledTriangle(coords, at - 1, at, at + 1, narrowing)
      if (keys[at] < threshold) below++
    }
  }
  if (below === 0 || (!isLast && below < MIN_SHARE * count)) return arcs
  const thinner = new ArcThinner(coords, keys, narrowing)
  for (let arc = 0; arc < ends.length; arc++) thinner.thin(arcStart(arcs, arc), ends[arc] - 1, threshold, 0)
  const left = positionsLeft(arcs, thinner.gone)
  return { coords: coordsAt(coords, left.positions), ends: left.ends, isRing }
}
