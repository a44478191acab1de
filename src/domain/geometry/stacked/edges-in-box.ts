/** Collects the edges of many areas that may touch a box. */

import type { Box } from '../arrangement/cells.ts'
import { crossesEastward } from '../path-crossings.ts'
import { type Rings, ringCount, ringStart } from '../rings.ts'
import { AreaEdges } from './area-edges.ts'
import { type AreaSets, EMPTY_SET } from './area-sets.ts'

export interface EdgesInBox {
  /** `[lon, lat, lon, lat]` of each edge. */
  readonly segments: Int32Array
  /** Set of the areas that have each edge. */
  readonly owners: Int32Array
  /** Set of the areas that contain the lower left corner of the box. */
  readonly corner: number
}

/** West of every position. */
const WEST_OF_ALL = -2_000_000_000

export const edgesIn = (areas: readonly Rings[], box: Box, sets: AreaSets): EdgesInBox => {
  const { left, bottom, right, top } = box
  const edges = new AreaEdges(sets)
  const edge = new Int32Array(4)
  let corner = EMPTY_SET
  for (const [area, rings] of areas.entries()) {
    const { coords, ringEnds } = rings
    let isInside = 0
    for (let ring = 0; ring < ringCount(rings); ring++) {
      const end = 2 * ringEnds[ring]
      let ax = coords[end - 2]
      let ay = coords[end - 1]
      for (let position = 2 * ringStart(rings, ring); position < end; position += 2) {
        const bx = coords[position]
        const by = coords[position + 1]
        const isBeside = (ax < left && bx < left) || (ax > right && bx > right)
        const isBeyond = isBeside || (ay < bottom && by < bottom) || (ay > top && by > top)
        const mayCross = ay > bottom !== by > bottom && !(ax > left && bx > left)
        if (mayCross || !isBeyond) {
          edge[0] = ax
          edge[1] = ay
          edge[2] = bx
          edge[3] = by
          if (mayCross) isInside ^= crossesEastward(edge, 0, bottom, WEST_OF_ALL, left)
          if (!isBeyond && mayTouch(edge, 0, left, bottom, right, top)) edges.add(area, ax, ay, bx, by)
        }
        ax = bx
        ay = by
      }
    }
    if (isInside === 1) corner = sets.plus(corner, area)
  }
  return { segments: edges.segments, owners: edges.owners, corner }
}

/** False only for an edge that is certainly outside the box. */
export const mayTouch = (
  segments: Int32Array,
  edge: number,
  left: number,
  bottom: number,
  right: number,
  top: number,
): boolean => {
  const ax = segments[edge]
  const ay = segments[edge + 1]
  const bx = segments[edge + 2]
  const by = segments[edge + 3]
  if ((ax < left && bx < left) || (ax > right && bx > right)) return false
  if ((ay < bottom && by < bottom) || (ay > top && by > top)) return false
  const dx = bx - ax
  const dy = by - ay
  // Evaluate the corners that lie furthest to each side of the line.
  const far = dx * ((dx > 0 ? top : bottom) - ay) - dy * ((dy > 0 ? left : right) - ax)
  const near = dx * ((dx > 0 ? bottom : top) - ay) - dy * ((dy > 0 ? right : left) - ax)
  return far >= -ROUNDING && near <= ROUNDING
}

/** Exceeds the rounding error of products of two differences of positions, which are below 2^64. */
const ROUNDING = 2 ** 14
