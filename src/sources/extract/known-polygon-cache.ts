/**
 * Encoded polygons of known boundaries, in memory that threads share. Kept between fetches: those of states are large, and their
 * parts need them again and again.
 */
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { PolygonSource } from '../../domain/catalog/ports.ts'
import type { KnownPolygon } from './placing-work.ts'

export type KeptPolygons = ReturnType<typeof keepPolygons>

const MAX_POLYGONS = 64

export const keepPolygons = () => {
  const kept = new Map<string, KnownPolygon>()
  /** Null if the source has no polygon of that id. */
  return async (source: PolygonSource, id: BoundaryId, revision: number): Promise<KnownPolygon | null> => {
    const key = `${source.origin} ${id} ${revision}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const geometry = await source.geometry(id)
    if (geometry === null) return null
    const rings = new Uint8Array(new SharedArrayBuffer(geometry.rings.byteLength))
    rings.set(geometry.rings)
    const polygon = { key, rings }
    if (kept.size >= MAX_POLYGONS) kept.delete(kept.keys().next().value!)
    kept.set(key, polygon)
    return polygon
  }
}
