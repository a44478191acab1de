/** Port for what tells which boundaries contain points: the indexes of the catalog, or a server. */
import type { BoundaryRecord } from '../boundary/boundary.ts'

/** The facts of a boundary that the output has. */
export type LocatedBoundary = Pick<BoundaryRecord, 'id' | 'kind' | 'name' | 'names' | 'datasets'>

export interface Locator {
  /** Distinct answers, to which `locate` may add: from the country to the smallest, then postcode areas; empty at sea. */
  readonly answers: readonly (readonly LocatedBoundary[])[]
  /** Returns the index in `answers` for each point. Longitudes and latitudes are in degrees, inside ±180 and ±90. */
  readonly locate: (lons: Float64Array, lats: Float64Array) => Promise<Int32Array>
}
