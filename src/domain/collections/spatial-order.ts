/** Orders boundaries along a Hilbert curve, so that a row group of a file lies in a small box. */
import type { BoundaryRef } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { EMPTY_BOX, type FlatBox, joinBoxes } from '../formats/flat-box.ts'
import { hilbertOrder } from '../formats/hilbert-order.ts'
import type { BBox } from '../geometry/rings.ts'

export interface Located extends Pick<BoundaryRef, 'id'> {
  readonly bbox: BBox
}

/** O(n log n). */
export const spatialOrder = (boundaries: readonly Located[]): readonly BoundaryId[] => {
  const boxes = boundaries.map(({ bbox }) => unwrapped(bbox))
  const all = boxes.reduce(joinBoxes, EMPTY_BOX)
  return Array.from(
    hilbertOrder(Float64Array.from(boxes.flat()), boxes.length, all),
    (index) => boundaries[index].id,
  )
}

/** A box that crosses the antimeridian continues beyond 180 degrees. */
const unwrapped = ([west, south, east, north]: BBox): FlatBox => [
  west,
  south,
  east < west ? east + 360 : east,
  north,
]
