/** Computes the share of disputed land in an area, geometry against geometry. */
import { areaKm2 } from '../geometry/area.ts'
import { arrange } from '../geometry/arrange.ts'
import { strandsOfRings } from '../geometry/arrangement/strands.ts'
import { bboxOf } from '../geometry/bbox.ts'
import { decodeRings } from '../geometry/codec.ts'
import { toUnits } from '../geometry/contains.ts'
import { cutToBox } from '../geometry/cut-to-box.ts'
import { extentOf } from '../geometry/extent.ts'
import { polygonsOf } from '../geometry/parts.ts'
import { perimeterKm } from '../geometry/perimeter.ts'
import { type BBox, polygonCount, type Rings } from '../geometry/rings.ts'
import { RingsNear } from '../geometry/rings-near.ts'
import type { TileBox } from '../geometry/tiles.ts'
import type { Dispute } from './dispute.ts'

export interface DisputeInArea {
  readonly dispute: Dispute
  /** Share of the disputed land, from 0 to 1. */
  readonly share: number
}

/**
 * Returns the disputes that share land with the area, in the given order. O(n) in the positions of the area, and O(m log m) in those of the
 * disputes and of the area in their boxes.
 */
export const disputesIn = (area: Rings, disputes: readonly Dispute[]): readonly DisputeInArea[] => {
  if (disputes.length === 0) return []
  const areaOfAll = areaKm2(area)
  const rings = new RingsNear(area)
  return disputes
    .map((dispute) => ({ dispute, share: landShare(decodeRings(dispute.land), rings, areaOfAll) }))
    .filter(({ share }) => share > 0)
}

/** Cuts the area to the disputed land once, which may have hundreds of islands. */
const landShare = (land: Rings, area: RingsNear, areaOfAll: number): number => {
  const box = extentOf(land.coords)
  const nearby = new RingsNear(cutToBox(area.meeting(box), box))
  let commonKm2 = 0
  for (const piece of polygonsOf(land)) commonKm2 += commonOf(piece, nearby, areaOfAll)
  return Math.min(1, commonKm2 / areaKm2(land))
}

/**
 * Returns the shared square kilometres of disputed land and the area; 0 if the overlap is only the gap between two data
 * sets.
 */
const commonOf = (piece: Rings, area: RingsNear, areaOfAll: number): number => {
  const box = boxInUnits(bboxOf(piece))
  const nearby = cutToBox(area.meeting(box), box)
  if (polygonCount(nearby) === 0) return 0
  const common = arrange(
    strandsOfRings([[nearby], [piece]], 1),
    1,
    (inArea, inPiece) => inArea > 0 && inPiece > 0,
  )
  const commonKm2 = areaKm2(common)
  const isMuchOfOne = commonKm2 >= MIN_SHARE * Math.min(areaKm2(piece), areaOfAll)
  return isMuchOfOne || polygonsOf(common).some(isWide) ? commonKm2 : 0
}

const MIN_SHARE = 0.5

const boxInUnits = ([west, south, east, north]: BBox): TileBox => [
  toUnits(west),
  toUnits(south),
  toUnits(east),
  toUnits(north),
]

/**
 * False for the overlap of two drawings of one border, which is long and narrow; the atlas's borders are off by some
 * kilometres.
 */
const isWide = (polygon: Rings): boolean => 2 * areaKm2(polygon) >= MIN_WIDTH_KM * perimeterKm(polygon)

const MIN_WIDTH_KM = 3
