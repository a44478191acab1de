/**
 * Tells whether a drawing stays near a known place. Land is compared with land, so nothing else bounds the sea of a drawing:
 * one of an island state could have a whole ocean.
 */
import { areaKm2 } from '../geometry/area.ts'
import { bboxOf, bboxWithin, paddedBBox } from '../geometry/bbox.ts'
import { polygonsOf } from '../geometry/parts.ts'
import type { Rings } from '../geometry/rings.ts'

/**
 * No territorial sea reaches further from land: 12 nautical miles beyond a baseline between islands of up to 125 (UNCLOS,
 * articles 3 and 47), whose middle is 62.5 from them.
 */
export const MAX_SEA_KM = 140
/** A remote island that the known drawing lacks, with its sea: at most a circle of that radius around it. */
const MAX_REMOTE_KM2 = 10_000

/** Each polygon lies near the known place, or is that of a remote island: small, and with land. */
export const staysNear = (claimed: Rings, known: Rings, hasLand: (polygon: Rings) => boolean): boolean => {
  const near = paddedBBox(bboxOf(known), MAX_SEA_KM)
  return polygonsOf(claimed).every(
    (polygon) =>
      bboxWithin(bboxOf(polygon), near) || (areaKm2(polygon) <= MAX_REMOTE_KM2 && hasLand(polygon)),
  )
}
