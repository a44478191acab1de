/** Finds every boundary that meets a box, for a map of it. */
import type { BoundaryRecord, BoundarySummary } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import type { BBox } from '../geometry/rings.ts'
import type { LayerView } from './layers.ts'

/** Small enough to hold one for every boundary of the world. */
export interface Drawable extends Omit<BoundarySummary, 'name' | 'names' | 'iso' | 'wikidata'> {
  readonly vertices: number
  /** Changes whenever the polygon or the record may change. */
  readonly revision: number
}

/** Records in one query: databases limit the number of ids, and names in all languages take memory. */
const BATCH = 2_000

/** Returns boundaries by id whose box meets this one; the caller tests the polygons. */
export const withinBox = async (view: LayerView, box: BBox): Promise<readonly Drawable[]> => {
  const found: Drawable[] = []
  for (const [layer, source] of view.sources.entries()) {
    const revisions = new Map((await source.candidatesIn(box)).map(({ id, revision }) => [id, revision]))
    for (const ids of idBatches([...revisions.keys()])) {
      const records = await view.visible(layer, await source.records(ids))
      for (const record of records) found.push(drawableOf(record, revisions.get(record.id)!))
    }
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1))
}

const idBatches = (ids: readonly BoundaryId[]): readonly (readonly BoundaryId[])[] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, i) => ids.slice(i * BATCH, (i + 1) * BATCH))

const drawableOf = (record: BoundaryRecord, revision: number): Drawable => {
  const { id, origin, bbox, kind, alsoKinds, adminLevel, country, areaKm2, vertices, datasets } = record
  return { id, origin, bbox, kind, alsoKinds, adminLevel, country, areaKm2, vertices, datasets, revision }
}
