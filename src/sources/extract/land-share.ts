/**
 * Measures the land that a boundary shares with another one. A district of islands is mostly sea, and an atlas ends at the
 * coast, so the overlap of both drawings is land. It is measured exactly, because most sample points of the district would
 * be at sea.
 */
import { splitBBox } from '../../domain/geometry/bbox.ts'
import { combine } from '../../domain/geometry/combine.ts'
import { toUnits } from '../../domain/geometry/contains.ts'
import { cutToBox } from '../../domain/geometry/cut-to-box.ts'
import { type BBox, polygonCount, type Rings } from '../../domain/geometry/rings.ts'
import type { TileBox } from '../../domain/geometry/tiles.ts'

/** Returns the land that two areas share, in square degrees: comparable with other shares of the same boundary. O(n log n) in their positions. */
export const sharedLand = (area: Rings, bbox: BBox, other: Rings): number => {
  let shared = 0
  for (const degrees of splitBBox(bbox)) {
    const [west, south, east, north] = degrees.map(toUnits)
    const box: TileBox = [west, south, east, north]
    // Most others have no land here; then the area itself need not be cut.
    const there = cutToBox(other, box)
    if (polygonCount(there) === 0) continue
    shared += combine([cutToBox(area, box), there], () => false).pieces.get(BOTH) ?? 0
  }
  return shared
}

const BOTH = 0b11
