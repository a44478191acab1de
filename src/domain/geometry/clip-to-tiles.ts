/**
 * Clips an area to a mask of tiles, exact to the last digit, and returns the parts of the area that are separate from the
 * mask.
 *
 * A crossing with the mask's border is rounded to the grid on the mask's side. Rounding to the nearest position, as unions
 * do, would add a sliver outside the mask at every second crossing: over some kilometres of coast more than a billionth of
 * an island.
 */
import { areasOfFaces, arrangementOf, facesOf, insideOf } from './arrange.ts'
import { crossingInward } from './arrangement/crossing-inward.ts'
import { traceFaces } from './arrangement/faces.ts'
import { leaveFacesApart } from './arrangement/faces-apart.ts'
import { node } from './arrangement/noding.ts'
import { joinStrands, strandsOfRings } from './arrangement/strands.ts'
import { EMPTY_RINGS, type Rings } from './rings.ts'
import { outlineOfTiles, type Tile } from './tiles.ts'
import { UNLIMITED } from './work-budget.ts'

export interface Clipped {
  /** Part of the area in the mask, valid. */
  readonly inside: Rings
  /** Polygons, or parts of them, outside the mask whose borders do not touch it. Valid together with `inside`. */
  readonly apart: Rings
}

/**
 * `rings` must be valid. The tiles must cover the mask around `rings`; more tiles do no harm. Returns the same `rings` if
 * all their tiles are entirely mask; otherwise O(n log n) in the positions and crossings of the area and its tiles.
 */
export const clipToTiles = (rings: Rings, tiles: readonly Tile[]): Clipped => {
  if (tiles.every(({ area }) => area === 'all')) return { inside: rings, apart: EMPTY_RINGS }
  if (tiles.every(({ area }) => area === 'none')) return { inside: EMPTY_RINGS, apart: rings }
  const strands = joinStrands([strandsOfRings([[rings]], 1), outlineOfTiles(tiles)])
  const arrangement = arrangementOf(node(strands, 1, crossingInward))
  const { graph, surroundings } = arrangement
  const inside = facesOf(arrangement, (inRings, inMask) => inRings > 0 && inMask > 0)
  const outside = insideOf(arrangement, (inRings, inMask) => inRings > 0 && inMask <= 0)
  leaveFacesApart(arrangement, outside)
  return {
    inside: areasOfFaces(graph, inside),
    apart: areasOfFaces(graph, traceFaces(graph, outside, surroundings, UNLIMITED)),
  }
}
