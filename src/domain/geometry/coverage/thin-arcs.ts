/** Takes the many small vertices out of arcs before the few that matter are put in order. */
import { ArcThinner } from './arc-thinner.ts'
import type { Arcs } from './arcs.ts'
import type { Narrowing } from './triangle.ts'

/** Steps towards the threshold: after each one there are fewer vertices that can be in the way of a larger triangle. */
const STEP = 16
const STEPS = 4

/** A step that few vertices are below is left to the next one. */
const MIN_SHARE = 1 / 8

/** Without vertices whose triangle is smaller than half of `threshold` square units; a few of them stay. O(n log n) in the positions. */
export const thinArcs = (arcs: Arcs, threshold: number, narrowing: Narrowing): Arcs => {
  const thinner = new ArcThinner(arcs, narrowing)
  for (let step = STEPS; step >= 0; step--) {
    const next = threshold / STEP ** step
    if (step === 0 || isWorthIt(thinner, next)) thinOnce(thinner, next)
  }
  return { ...thinner.arcs, coords: thinner.arcs.coords.slice() }
}

const isWorthIt = ({ keys }: ArcThinner, threshold: number): boolean => {
  let below = 0
  for (let at = 0; at < keys.length; at++) if (keys[at] < threshold) below++
  return below >= MIN_SHARE * keys.length
}

const thinOnce = (thinner: ArcThinner, threshold: number): void => {
  for (let arc = 0; arc < thinner.arcs.ends.length; arc++)
    if (thinner.isLong(arc)) thinner.thin(arc, threshold, 0)
  thinner.endStep(() => {})
}
