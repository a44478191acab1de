/** Compares an object with the known boundaries around it. */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { LayerSource, LayerView } from '../../domain/catalog/layers.ts'
import type { Position } from '../../domain/geometry/rings.ts'
import type { KnownNearby } from './known-nearby.ts'
import type { KeptPolygons } from './known-polygon-cache.ts'
import type { KnownPolygon, PlacingWork } from './placing-work.ts'

export interface PlacingTools {
  readonly polygons: KeptPolygons
  readonly work: PlacingWork
  readonly nearby: KnownNearby
}

export interface KnownLayer {
  readonly source: LayerSource
  readonly visible: (records: readonly BoundaryRecord[]) => Promise<readonly BoundaryRecord[]>
}

export const layersOf = (view: LayerView): readonly KnownLayer[] =>
  view.sources.map((source, layer) => ({ source, visible: (records) => view.visible(layer, records) }))

/** Yields the wanted boundaries at the points of an object, as many as it may be compared with. */
export async function* polygonsAt(
  { source, visible }: KnownLayer,
  object: BoundaryId,
  points: readonly Position[],
  isWanted: (record: BoundaryRecord) => boolean,
  { polygons, nearby }: PlacingTools,
): AsyncGenerator<{ readonly record: BoundaryRecord; readonly polygon: KnownPolygon }> {
  const known = await nearby.at(source, object, points)
  const revisions = new Map(known.map(({ record, revision }) => [record.id, revision]))
  const wanted = known.map(({ record }) => record).filter(isWanted)
  for (const record of nearby.compared(object, await visible(wanted))) {
    const polygon = await polygons(source, record.id, revisions.get(record.id)!)
    if (polygon !== null) yield { record, polygon }
  }
}
