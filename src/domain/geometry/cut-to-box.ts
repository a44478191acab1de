import { type Cut, cutRing } from './cut-ring.ts'
import { type RingPart, ringPart, ringsFromParts } from './parts.ts'
import { type Rings, ringCount } from './rings.ts'
import type { TileBox } from './tiles.ts'

/**
 * The rings of an area, cut to a box: as many polygons as rings, and not valid. By winding numbers they represent the area inside the box;
 * an arrangement makes it valid. One pass, however large the area is elsewhere.
 */
export const cutToBox = (rings: Rings, [west, south, east, north]: TileBox): Rings => {
  const cuts: readonly Cut[] = [
    { axis: 0, line: west, isLower: false, unit: 1 },
    { axis: 0, line: east, isLower: true, unit: 1 },
    { axis: 1, line: south, isLower: false, unit: 1 },
    { axis: 1, line: north, isLower: true, unit: 1 },
  ]
  const kept: (readonly RingPart[])[] = []
  for (let ring = 0; ring < ringCount(rings); ring++) {
    const inBox = cuts.reduce(cutRing, ringPart(rings, ring))
    if (inBox.length >= 6) kept.push([inBox])
  }
  return ringsFromParts(kept)
}
