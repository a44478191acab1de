/**
 * Keeps the stored version of a boundary whose new state is unusable: broken, or with most of its land lost at once, which
 * in OpenStreetMap is nearly always an editing accident. The rule and its numbers are Nominatim's (`import_polygon_error`).
 */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import { interiorSamples } from '../../domain/boundary/interior-samples.ts'
import type { KeptBoundary, SkippedBoundary } from '../../domain/catalog/import-report.ts'
import type { PolygonSource, RecordSource } from '../../domain/catalog/ports.ts'
import { decodeRings } from '../../domain/geometry/codec.ts'
import { KM_PER_DEGREE } from '../../domain/geometry/perimeter.ts'
import type { FoundBoundary } from './select-boundaries.ts'
import { SAMPLES, type Shape } from './shape.ts'
import {
  type ShapedBoundaries,
  type ShapedBoundary,
  type SpooledBoundary,
  spoolBoundary,
} from './shape-all.ts'
import type { Spool } from './spool.ts'

/** Smaller areas may lose half of their land for good reasons. */
const SMALLEST_GUARDED_DEGREES2 = 0.02
const MIN_LEFT = 0.5
/** Records in one lookup. */
const LOOKUP_IDS = 500

/**
 * O(n log n) in the boundaries and O(m) in the positions of those that are kept.
 *
 * @param isConfirmed true if the new state of a shrunk boundary is accepted
 */
export const keepGoodVersions = async (
  store: PolygonSource & RecordSource,
  { boundaries, broken }: ShapedBoundaries,
  spool: Spool<SpooledBoundary>,
  isConfirmed: (boundary: ShapedBoundary) => Promise<boolean> = async () => false,
) => {
  const ids = [...boundaries.map(({ id }) => id), ...broken.map(({ found }) => found.id)]
  const previous = await previousRecords(store, ids)
  const good: ShapedBoundary[] = []
  const skipped: SkippedBoundary[] = []
  const kept: KeptBoundary[] = []

  const keep = async (
    record: BoundaryRecord,
    found: Pick<FoundBoundary, 'id' | 'name' | 'adminLevel' | 'tags' | 'label' | 'version' | 'timestamp'>,
    stale: boolean,
    reason: string,
  ): Promise<boolean> => {
    const shape = await previousShape(store, record)
    if (shape === null) return false
    good.push(spoolBoundary(spool, found, shape, { ...record.source, stale }))
    kept.push({ id: found.id, name: found.name, adminLevel: found.adminLevel, reason, stale })
    return true
  }

  for (const boundary of boundaries) {
    const record = previous.get(boundary.id)
    if (record === undefined || !hasShrunk(record, boundary.areaKm2) || (await isConfirmed(boundary)))
      good.push(boundary)
    else {
      const { tags, label, version, timestamp } = spool.meta(boundary.spooled)
      const reason = `Its area fell from ${Math.round(record.areaKm2)} to ${Math.round(boundary.areaKm2)} km² at once.`
      if (!(await keep(record, { ...boundary, tags, label, version, timestamp }, true, reason)))
        good.push(boundary)
    }
  }
  for (const { found, skipped: why } of broken) {
    const record = previous.get(found.id)
    const stale = record !== undefined && (!why.isCut || isNewer(found, record))
    if (record === undefined || !(await keep(record, found, stale, why.reason))) skipped.push(why)
  }
  return { boundaries: good, skipped, kept }
}

/** Returns the previous records of these boundaries in this store. */
const previousRecords = async (
  store: PolygonSource & RecordSource,
  ids: readonly BoundaryId[],
): Promise<ReadonlyMap<BoundaryId, BoundaryRecord>> => {
  const records = new Map<BoundaryId, BoundaryRecord>()
  for (let start = 0; start < ids.length; start += LOOKUP_IDS) {
    for (const record of await store.records(ids.slice(start, start + LOOKUP_IDS)))
      records.set(record.id, record)
  }
  return records
}

const hasShrunk = (previous: BoundaryRecord, areaKm2: number): boolean => {
  const km2PerDegree2 = KM_PER_DEGREE ** 2 * Math.cos((previous.centroid[1] * Math.PI) / 180)
  return previous.areaKm2 > SMALLEST_GUARDED_DEGREES2 * km2PerDegree2 && areaKm2 < previous.areaKm2 * MIN_LEFT
}

const isNewer = ({ version }: FoundBoundary, { source }: BoundaryRecord): boolean =>
  version !== null && source.version !== null && version > source.version

const previousShape = async (
  store: PolygonSource & RecordSource,
  record: BoundaryRecord,
): Promise<Shape | null> => {
  const geometry = await store.geometry(record.id)
  if (geometry === null) return null
  const { bbox, areaKm2, centroid, vertices } = record
  return {
    geometry,
    bbox,
    areaKm2,
    centroid,
    vertices,
    samples: interiorSamples(decodeRings(geometry.rings), SAMPLES),
  }
}
