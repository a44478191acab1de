/**
 * How much of a boundary's land another one shares. A district of islands is mostly sea, and an atlas ends at the coast: the overlap of
 * both drawings is land. It is measured exactly, because sample points of the whole district would lie at sea.
 */
import { splitBBox } from '../../domain/geometry/bbox.ts'
import { combine } from '../../domain/geometry/combine.ts'
import { toUnits } from '../../domain/geometry/contains.ts'
import { cutToBox } from '../../domain/geometry/cut-to-box.ts'
import { type BBox, polygonCount, type Rings } from '../../domain/geometry/rings.ts'

/** Land that two areas share, in square degrees: comparable with other shares of the same boundary. */
export const sharedLand = (area: Rings, bbox: BBox, other: Rings): number => {
  let shared = 0
  for (const box of splitBBox(bbox)) {
    const [west, south, east, north] = box.map(toUnits)
    const [here, there] = [area, other].map((rings) => cutToBox(rings, [west, south, east, north]))
    if (polygonCount(here) === 0 || polygonCount(there) === 0) continue
    shared += combine([here, there], () => false).pieces.get(BOTH) ?? 0
  }
  return shared
}

const BOTH = 0b11
