/** Finds the tiles that an area overlaps. */
import Flatbush from 'flatbush'
import { INSIDE } from './contains.ts'
import { RayIndex } from './ray-index.ts'
import { type Rings, ringStart } from './rings.ts'
import type { TileBox } from './tiles.ts'

/** Edges that are looked up together. */
const RUN = 32

/**
 * Returns the indexes of the tiles that the area overlaps or touches. Tiles far from every border of the area are decided by
 * one corner. O((n + t) log(n + t)) in the positions and tiles, and O(m) in the tiles that the box of a run of edges meets.
 */
export const tilesNear = (rings: Rings, boxes: readonly TileBox[]): readonly number[] => {
  if (boxes.length === 0) return []
  const index = new Flatbush(boxes.length)
  for (const box of boxes) index.add(...box)
  index.finish()
  const atBorder = new Uint8Array(boxes.length)
  forEachRun(rings, (west, south, east, north) => {
    for (const tile of index.search(west, south, east, north)) atBorder[tile] = 1
  })
  const area = new RayIndex(rings)
  return Array.from(boxes.keys()).filter(
    (tile) => atBorder[tile] === 1 || area.locate(boxes[tile][0], boxes[tile][1]) === INSIDE,
  )
}

/** Calls with the extent of each group of consecutive edges. */
const forEachRun = (
  rings: Rings,
  call: (west: number, south: number, east: number, north: number) => void,
): void => {
  const { coords } = rings
  for (let ring = 0; ring < rings.ringEnds.length; ring++) {
    const start = ringStart(rings, ring)
    const end = rings.ringEnds[ring]
    for (let first = start; first < end; first += RUN) {
      let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
      for (let position = first; position <= first + RUN && position <= end; position++) {
        const i = 2 * (position === end ? start : position)
        west = Math.min(west, coords[i])
        east = Math.max(east, coords[i])
        south = Math.min(south, coords[i + 1])
        north = Math.max(north, coords[i + 1])
      }
      call(west, south, east, north)
    }
  }
}
