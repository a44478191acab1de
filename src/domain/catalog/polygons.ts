/** Polygons that points are tested against: decoded and indexed once, the last used kept in memory. */
import { ByteCache } from '../../util/byte-cache.ts'
import { decodeRings } from '../geometry/codec.ts'
import { OUTSIDE, toUnits } from '../geometry/contains.ts'
import { RayIndex } from '../geometry/ray-index.ts'
import type { Position } from '../geometry/rings.ts'
import type { BoundarySource, Candidate } from './ports.ts'

export class Polygons {
  readonly #kept: ByteCache<RayIndex>

  constructor(maxBytes: number) {
    this.#kept = new ByteCache(maxBytes)
  }

  /** Whether the candidate contains the point or has it on its border. */
  async contains(source: BoundarySource, candidate: Candidate, [lon, lat]: Position): Promise<boolean> {
    const polygon = await this.#polygon(source, candidate)
    return polygon !== null && polygon.locate(toUnits(lon), toUnits(lat)) !== OUTSIDE
  }

  async #polygon(source: BoundarySource, { id, revision }: Candidate): Promise<RayIndex | null> {
    const key = `${source.origin} ${id} ${revision}`
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const geometry = await source.geometry(id)
    if (geometry === null) return null
    const polygon = new RayIndex(decodeRings(geometry.rings))
    this.#kept.set(key, polygon)
    return polygon
  }
}
