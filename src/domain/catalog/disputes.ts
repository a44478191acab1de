/** Finds disputed land by place. */
import { lazily } from '../../util/lazily.ts'
import type { Dispute } from '../boundary/dispute.ts'
import { bboxContains, bboxesOverlap } from '../geometry/bbox.ts'
import { decodeRings } from '../geometry/codec.ts'
import { OUTSIDE, toUnits } from '../geometry/contains.ts'
import { RayIndex } from '../geometry/ray-index.ts'
import type { BBox, Position } from '../geometry/rings.ts'

/** Reads all disputes; called once. */
export type ReadDisputes = () => Promise<readonly Dispute[]>

export type Disputes = ReturnType<typeof createDisputes>

/** Defers reading to the first call. */
export const createDisputes = (read: ReadDisputes) => {
  const all = lazily(read).get
  const polygons = new WeakMap<Dispute, RayIndex>()
  const polygonOf = (dispute: Dispute): RayIndex => {
    const polygon = polygons.get(dispute) ?? new RayIndex(decodeRings(dispute.land))
    polygons.set(dispute, polygon)
    return polygon
  }
  return {
    /** Returns disputes whose land contains the point or has it on its border. */
    at: async (point: Position): Promise<readonly Dispute[]> =>
      (await all()).filter(
        (dispute) => bboxContains(dispute.bbox, point) && hasPoint(polygonOf(dispute), point),
      ),
    /** Returns disputes whose box meets one of the boxes; the caller tests the polygons. */
    near: async (boxes: readonly BBox[]): Promise<readonly Dispute[]> =>
      (await all()).filter(({ bbox }) => boxes.some((box) => bboxesOverlap(bbox, box))),
  }
}

const hasPoint = (polygon: RayIndex, [lon, lat]: Position): boolean =>
  polygon.locate(toUnits(lon), toUnits(lat)) !== OUTSIDE
