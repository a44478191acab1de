/** Lists boundaries of a kind by id; reads only as far as the caller iterates. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import type { Kind } from '../boundary/kind.ts'
import { joinBBoxes, sameBoxes } from '../geometry/bbox.ts'
import { decodeRings } from '../geometry/codec.ts'
import { meetsBox } from '../geometry/meets-box.ts'
import type { BBox } from '../geometry/rings.ts'
import type { LayerView } from './layers.ts'
import type { BoundaryListQuery, StoredGeometry } from './ports.ts'

/** Only boundaries with land in the box are listed, not those whose own box merely meets it. */
export interface ListQuestion extends Omit<BoundaryListQuery, 'limit'> {
  /** Number of boundaries that the caller will probably read. */
  readonly expected: number
}

type GeometryOf = (record: BoundaryRecord) => Promise<StoredGeometry>

/** Batches grow, because a lower layer may be hidden almost completely. */
const MAX_BATCH = 1_000

export async function* listBoundaries(
  view: LayerView,
  geometryOf: GeometryOf,
  question: ListQuestion,
): AsyncGenerator<BoundaryRecord> {
  const layers = view.sources.map((_, layer) => visibleOf(view, layer, question))
  const heads = await Promise.all(layers.map((layer) => layer.next()))
  for (;;) {
    const [first] = heads
      .flatMap(({ done, value }, layer) => (done === true ? [] : [{ layer, record: value }]))
      .sort((a, b) => byId(a.record, b.record))
    if (first === undefined) return
    const { layer, record } = first
    if (question.box === null || (await hasLandIn(question.box, record, geometryOf))) yield record
    heads[layer] = await layers[layer].next()
  }
}

async function* visibleOf(
  view: LayerView,
  layer: number,
  { expected, ...query }: ListQuestion,
): AsyncGenerator<BoundaryRecord, undefined> {
  let { after } = query
  for (let limit = Math.min(expected, MAX_BATCH); ; limit = Math.min(2 * limit, MAX_BATCH)) {
    const ids = await view.sources[layer].list({ ...query, after, limit })
    const records = await view.visible(layer, await view.recordsOf(layer, ids))
    yield* records.toSorted(byId)
    if (ids.length < limit) return undefined
    after = ids[ids.length - 1] as BoundaryId
  }
}

const byId = (a: BoundaryRecord, b: BoundaryRecord): number => (a.id < b.id ? -1 : 1)

/** Skips reading the polygon if the box contains the boundary's box. */
const hasLandIn = async (box: BBox, record: BoundaryRecord, geometryOf: GeometryOf): Promise<boolean> => {
  const boxes = sameBoxes(box)
  if (boxes.some((each) => boxContains(each, record.bbox))) return true
  const rings = decodeRings((await geometryOf(record)).rings)
  return boxes.some((each) => meetsBox(rings, each))
}

const boxContains = (outer: BBox, inner: BBox): boolean =>
  inner[0] <= inner[2] &&
  outer[0] <= inner[0] &&
  outer[1] <= inner[1] &&
  outer[2] >= inner[2] &&
  outer[3] >= inner[3]

/** Returns the box around all boundaries of each kind, including boundaries that a higher layer hides. */
export const extentsOf = async (view: LayerView): Promise<ReadonlyMap<Kind, BBox>> => {
  const extents = new Map<Kind, BBox>()
  for (const found of await Promise.all(view.sources.map((source) => source.extents()))) {
    for (const [kind, box] of found) {
      const known = extents.get(kind)
      extents.set(kind, known === undefined ? box : joinBBoxes([known, box]))
    }
  }
  return extents
}
