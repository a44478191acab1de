/**
 * The part of an area that lies in a mask of tiles, never more than that to the last digit, and what of it is apart from the mask.
 *
 * Where a border crosses the mask's, the crossing is rounded to the grid on the mask's side. Rounded to the nearest position,
 * as unions do it, every second crossing would add a sliver of what the mask leaves out: over some kilometres of coast more than
 * a billionth of an island.
 */
import { areasOfFaces, arrangementOf, facesOf } from './arrange.ts'
import { crossingInward } from './arrangement/crossing-inward.ts'
import type { Ring } from './arrangement/faces.ts'
import type { Graph } from './arrangement/graph.ts'
import { node } from './arrangement/noding.ts'
import { joinStrands, strandsOfRings } from './arrangement/strands.ts'
import { EMPTY_RINGS, type Rings } from './rings.ts'
import { outlineOfTiles, type Tile } from './tiles.ts'

export interface Clipped {
  /** What lies in the mask, valid. */
  readonly inside: Rings
  /** Polygons, or parts of them, that no border of the mask touches and that lie outside of it. Valid together with `inside`. */
  readonly apart: Rings
}

/**
 * `rings` must be valid. The tiles must hold the mask wherever `rings` are; others may be among them. The same `rings` come back
 * when they lie in tiles that are all mask.
 */
export const clip = (rings: Rings, tiles: readonly Tile[]): Clipped => {
  if (tiles.every(({ area }) => area === 'all')) return { inside: rings, apart: EMPTY_RINGS }
  if (tiles.every(({ area }) => area === 'none')) return { inside: EMPTY_RINGS, apart: rings }
  const strands = joinStrands(strandsOfRings([[rings]], 1), outlineOfTiles(tiles))
  const arrangement = arrangementOf(node(strands, 1, crossingInward))
  const { graph } = arrangement
  const inside = facesOf(arrangement, (inRings, inMask) => inRings > 0 && inMask > 0)
  const outside = facesOf(arrangement, (inRings, inMask) => inRings > 0 && inMask <= 0)
  return {
    inside: areasOfFaces(graph, inside),
    apart: areasOfFaces(
      graph,
      outside.filter((face) => !touchesMask(graph, face)),
    ),
  }
}

const touchesMask = (graph: Graph, face: readonly Ring[]): boolean =>
  face.some((ring) => ring.some((half) => graph.weights[1][half >> 1] !== 0))
