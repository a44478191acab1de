/**
 * Tells whether two boundaries are the same land at two levels: Warsaw is 6, 7 and 8; San Marino's castles are not San
 * Marino. Boundaries drawn from the same ways have equal boxes; drawn twice, the boxes differ by the width of a line.
 */
import type { BoundarySummary } from '../boundary/boundary.ts'

type MeasuredBoundary = Pick<BoundarySummary, 'bbox' | 'areaKm2'>

export const haveSameExtent = (a: MeasuredBoundary, b: MeasuredBoundary): boolean => {
  const [smaller, larger] = a.areaKm2 < b.areaKm2 ? [a, b] : [b, a]
  if (smaller.areaKm2 < MIN_AREA_RATIO * larger.areaKm2) return false
  const heightDegrees = larger.bbox[3] - larger.bbox[1]
  const widthDegrees = (larger.bbox[2] - larger.bbox[0] + 360) % 360
  const allowedDegrees = MAX_EDGE_SHIFT * Math.max(heightDegrees, widthDegrees)
  return larger.bbox.every((edge, side) => Math.abs(edge - smaller.bbox[side]) <= allowedDegrees)
}

const MIN_AREA_RATIO = 0.99
const MAX_EDGE_SHIFT = 0.005
