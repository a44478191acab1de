import { IntList } from './arrangement/int-list.ts'
import { type Cut, cutRing } from './cut-ring.ts'
import { extentOf } from './extent.ts'
import { type RingPart, ringPart, ringsFromParts } from './parts.ts'
import { type Rings, ringCount } from './rings.ts'
import type { TileBox } from './tiles.ts'

/**
 * Cuts the rings of an area to a box: the result has as many polygons as rings, and is not valid. By winding numbers it
 * represents the area inside the box; an arrangement makes it valid. Takes one pass, however large the area is elsewhere.
 */
export const cutToBox = (rings: Rings, box: TileBox): Rings => cutToBoxes(rings, [box], box)

/** Like `cutToBox`, for several boxes inside another one, one after the other. */
export const cutToBoxes = (rings: Rings, boxes: readonly TileBox[], around: TileBox): Rings => {
  const kept = boxes.map((): (readonly RingPart[])[] => [])
  for (let ring = 0; ring < ringCount(rings); ring++) {
    const whole = ringPart(rings, ring)
    const extent = extentOf(whole)
    if (isApart(extent, around)) continue
    const near = isWithin(extent, around) ? whole : withoutFarPositions(whole, around)
    for (const [i, box] of boxes.entries()) {
      const inBox = isApart(extent, box)
        ? NOTHING
        : isWithin(extent, box)
          ? whole
          : cutsTo(box).reduce(cutRing, near)
      if (inBox.length >= 6) kept[i].push([inBox])
    }
  }
  return ringsFromParts(kept.flat())
}

const NOTHING = new Int32Array(0)

/** True for boxes that at most touch. */
const isApart = ([left, bottom, right, top]: TileBox, [west, south, east, north]: TileBox): boolean =>
  left >= east || right <= west || bottom >= north || top <= south

const isWithin = ([left, bottom, right, top]: TileBox, [west, south, east, north]: TileBox): boolean =>
  left >= west && right <= east && bottom >= south && top <= north

const cutsTo = ([west, south, east, north]: TileBox): readonly Cut[] => [
  { axis: 0, line: west, isLower: false, unit: 1 },
  { axis: 0, line: east, isLower: true, unit: 1 },
  { axis: 1, line: south, isLower: false, unit: 1 },
  { axis: 1, line: north, isLower: true, unit: 1 },
]

/**
 * Removes positions that lie, like those before and after them, west of the box, or east of it: those cuts come first, and
 * remove all of them. Beyond the other two sides, cuts along the first two leave edges behind.
 */
const withoutFarPositions = (ring: Int32Array, [west, , east]: TileBox): Int32Array => {
  const kept = new IntList(1024)
  const sideOf = (at: number): number => (ring[at] < west ? -1 : ring[at] > east ? 1 : 0)
  let before = sideOf(ring.length - 2)
  let side = sideOf(0)
  for (let at = 0; at < ring.length; at += 2) {
    const next = sideOf(at + 2 === ring.length ? 0 : at + 2)
    if (side === 0 || side !== before || side !== next) {
      kept.push(ring[at])
      kept.push(ring[at + 1])
    }
    before = side
    side = next
  }
  return kept.view()
}
