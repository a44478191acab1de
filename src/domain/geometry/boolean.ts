import { arrange } from './arrange.ts'
import { mergeEdges } from './arrangement/merge-edges.ts'
import { strandsOfRings } from './arrangement/strands.ts'
import type { Rings } from './rings.ts'

/**
 * Returns the union of the included areas minus the union of the excluded ones; empty if nothing is left.
 *
 * Areas must be valid with RFC 7946 winding, and not simplified one by one: neighbours share borders to the last digit only
 * as long as nobody has moved them. Borders that do not fit leave slivers between them. O(n) in the positions of borders that two areas
 * have to the last digit; O(m log m) in the other positions and the crossings.
 */
export const unionMinus = (included: readonly Rings[], excluded: readonly Rings[]): Rings =>
  arrange(
    mergeEdges(strandsOfRings([included, excluded], 1)),
    1,
    (inIncluded, inExcluded) => inIncluded > 0 && inExcluded <= 0,
  )
