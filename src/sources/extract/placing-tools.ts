import type { KeptPolygons } from './kept-polygons.ts'
import type { KnownNearby } from './known-nearby.ts'
import type { PlacingWork } from './placing-work.ts'

/** What comparing an object with known boundaries needs. */
export interface PlacingTools {
  readonly polygons: KeptPolygons
  readonly work: PlacingWork
  readonly nearby: KnownNearby
}
