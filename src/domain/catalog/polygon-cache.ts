/**
 * Cache of polygons for point tests: each is decoded once; the least recently used is dropped first. An index is made for the second
 * test: it takes longer than one test without, and a command tests most polygons once.
 */
import { ByteCache } from '../../util/byte-cache.ts'
import { type NowOrLater, thenOrNow } from '../../util/now-or-later.ts'
import { decodeRings } from '../geometry/codec.ts'
import { locate, OUTSIDE, type PointLocation, toUnits } from '../geometry/contains.ts'
import { distanceToEdgesKm } from '../geometry/nearest-edge.ts'
import { RayIndex } from '../geometry/ray-index.ts'
import { type Position, type Rings, ringsBytes } from '../geometry/rings.ts'
import type { PointCandidate, PolygonSource } from './ports.ts'

export class PolygonCache {
  readonly #kept: ByteCache<Rings | RayIndex>

  constructor(maxBytes: number) {
    this.#kept = new ByteCache(maxBytes)
  }

  /** True if the candidate contains the point or has it on its border; synchronous if its polygon is cached. */
  contains(source: PolygonSource, candidate: PointCandidate, [lon, lat]: Position): NowOrLater<boolean> {
    const [lonUnits, latUnits] = [toUnits(lon), toUnits(lat)]
    const key = keyOf(source, candidate)
    const kept = this.#kept.get(key)
    if (kept !== undefined) return isWithin(this.#indexed(key, kept).locate(lonUnits, latUnits))
    return thenOrNow(
      this.#read(source, candidate),
      (rings) => rings !== null && isWithin(locate(rings, lonUnits, latUnits)),
    )
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
    const kept = this.#kept.get(keyOf(source, candidate)) ?? (await this.#read(source, candidate))
    if (kept === null) return null
    return distanceToEdgesKm(kept instanceof RayIndex ? kept.rings : kept, point, maxKm)
  }

  #indexed(key: string, kept: Rings | RayIndex): RayIndex {
    if (kept instanceof RayIndex) return kept
    const index = new RayIndex(kept)
    this.#kept.set(key, index, index.byteLength)
    return index
  }

  async #read(source: PolygonSource, candidate: PointCandidate): Promise<Rings | null> {
    const geometry = await source.geometry(candidate.id)
    if (geometry === null) return null
    const rings = decodeRings(geometry.rings)
    this.#kept.set(keyOf(source, candidate), rings, ringsBytes(rings))
    return rings
  }
}

const keyOf = ({ origin }: PolygonSource, { id, revision }: PointCandidate): string =>
  `${origin} ${id} ${revision}`

const isWithin = (located: PointLocation): boolean => located !== OUTSIDE
