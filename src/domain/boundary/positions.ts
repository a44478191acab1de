/** The size of a set of boundaries: positions of their full polygons, closing ones included. */
import type { BoundaryRecord } from './boundary.ts'

export const positionsOf = (boundaries: readonly Pick<BoundaryRecord, 'vertices'>[]): number =>
  boundaries.reduce((sum, { vertices }) => sum + vertices, 0)
