/** Where an archive of tiles says that its boundaries are, and where viewers open it. */
import { wrapLongitude } from '../geometry/bbox.ts'
import type { BBox, Position } from '../geometry/rings.ts'
import { WORLD_BOUNDS } from './tile-grid.ts'

export interface ArchiveBounds {
  /** `[west, south, east, north]` in degrees, with west < east. */
  readonly bounds: readonly [number, number, number, number]
  readonly center: Position
}

/**
 * Archives cannot express a box across the antimeridian, so it is widened to all longitudes; its middle stays. Tiles end before the poles,
 * and so do the bounds.
 */
export const archiveBounds = ([west, south, east, north]: BBox): ArchiveBounds => {
  const [least, lowest, most, highest] = WORLD_BOUNDS
  const [bottom, top] = [Math.max(south, lowest), Math.min(north, highest)]
  const crosses = west > east
  return {
    bounds: crosses ? [least, bottom, most, top] : [west, bottom, east, top],
    center: [wrapLongitude((west + east + (crosses ? 360 : 0)) / 2), (bottom + top) / 2],
  }
}
