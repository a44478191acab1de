/** The edges of many areas that may touch a box. */
import type { Box } from './arrangement/cells.ts'
import { grown } from './grown.ts'
import { crossesEastward } from './path-crossings.ts'
import { type Rings, ringCount, ringStart } from './rings.ts'

export interface EdgesInBox {
  /** `[lon, lat, lon, lat]` of each edge, in the order of the areas. */
  readonly segments: Int32Array
  /** The area of each edge, ascending. */
  readonly owners: Int32Array
  /** 1 for each area that has the lower left corner of the box inside. */
  readonly corners: Uint8Array
}

/** West of every position. */
const WEST_OF_ALL = -2_000_000_000

export const edgesIn = (areas: readonly Rings[], box: Box): EdgesInBox => {
  const { left, bottom, right, top } = box
  const corners = new Uint8Array(areas.length)
  let owners = new Int32Array(1024)
  let segments = new Int32Array(4 * owners.length)
  let count = 0
  for (const [area, rings] of areas.entries()) {
    const { coords, ringEnds } = rings
    let corner = 0
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
          if (count === owners.length) {
            owners = grown(owners, 2 * count)
            segments = grown(segments, 8 * count)
          }
          // The next edge overwrites it, unless it is kept.
          const edge = 4 * count
          segments[edge] = ax
          segments[edge + 1] = ay
          segments[edge + 2] = bx
          segments[edge + 3] = by
          if (mayCross) corner ^= crossesEastward(segments, edge, bottom, WEST_OF_ALL, left)
          if (!isBeyond && mayTouch(segments, edge, left, bottom, right, top)) owners[count++] = area
        }
        ax = bx
        ay = by
      }
    }
    corners[area] = corner
  }
  return { segments: segments.slice(0, 4 * count), owners: owners.slice(0, count), corners }
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
  // The corners that lie furthest to each side of the line.
  const far = dx * ((dx > 0 ? top : bottom) - ay) - dy * ((dy > 0 ? left : right) - ax)
  const near = dx * ((dx > 0 ? bottom : top) - ay) - dy * ((dy > 0 ? right : left) - ax)
  return far >= -ROUNDING && near <= ROUNDING
}

/** More than the error of products of two differences of positions, which are below 2^64. */
const ROUNDING = 2 ** 14
