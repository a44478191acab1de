/** Cache of polygons for point tests: each is decoded and indexed once; the least recently used is dropped first. */
import { ByteCache } from '../../util/byte-cache.ts'
import { type NowOrLater, thenOrNow } from '../../util/now-or-later.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { decodeRings } from '../geometry/codec.ts'
import { OUTSIDE, toUnits } from '../geometry/contains.ts'
import { distanceToEdgesKm } from '../geometry/nearest-edge.ts'
import { RayIndex } from '../geometry/ray-index.ts'
import type { Position } from '../geometry/rings.ts'
import type { PointCandidate, PolygonSource } from './ports.ts'

export class PolygonCache {
  readonly #kept: ByteCache<RayIndex>

  constructor(maxBytes: number) {
    this.#kept = new ByteCache(maxBytes)
  }

  /** True if the candidate contains the point or has it on its border; synchronous if its polygon is cached. */
  contains(source: PolygonSource, candidate: PointCandidate, [lon, lat]: Position): NowOrLater<boolean> {
    const contains = (polygon: RayIndex | null): boolean =>
      polygon !== null && polygon.locate(toUnits(lon), toUnits(lat)) !== OUTSIDE
    return thenOrNow(this.#polygon(source, candidate), contains)
  }

  /**
   * Returns the kilometres from a point outside to the candidate's border; null if the point is inside or further away than
   * `maxKm`.
   */
  async distanceKm(
    source: PolygonSource,
    candidate: PointCandidate,
    point: Position,
    maxKm: number,
  ): Promise<number | null> {
    if (await this.contains(source, candidate, point)) return null
    const polygon = await this.#polygon(source, candidate)
    return polygon === null ? null : distanceToEdgesKm(polygon.rings, point, maxKm)
  }

  #polygon(source: PolygonSource, { id, revision }: PointCandidate): NowOrLater<RayIndex | null> {
    const key = `${source.origin} ${id} ${revision}`
    return this.#kept.get(key) ?? this.#read(source, id, key)
  }

  async #read(source: PolygonSource, id: BoundaryId, key: string): Promise<RayIndex | null> {
    const geometry = await source.geometry(id)
    if (geometry === null) return null
    const polygon = new RayIndex(decodeRings(geometry.rings))
    this.#kept.set(key, polygon, polygon.byteLength)
    return polygon
  }
}
