/** Cuts whole areas at the antimeridian, as imports cut polygon by polygon. */
import { cutPolygon } from '../../src/domain/geometry/antimeridian.ts'
import { type PolygonPart, type RingPart, ringPart, ringsFromParts } from '../../src/domain/geometry/parts.ts'
import { polygonCount, polygonStart, type Rings } from '../../src/domain/geometry/rings.ts'

/** Returns the same object when there is nothing to cut. */
export const cutAtAntimeridian = (rings: Rings): Rings => {
  const polygons: PolygonPart[] = []
  let changed = false
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    const parts: RingPart[] = []
    for (let ring = polygonStart(rings, polygon); ring < rings.polygonEnds[polygon]; ring++) {
      parts.push(ringPart(rings, ring))
    }
    const cut = cutPolygon(parts)
    if (cut === null) polygons.push(parts)
    else {
      for (const part of cut) polygons.push(part)
      changed = true
    }
  }
  return changed ? ringsFromParts(polygons) : rings
}
