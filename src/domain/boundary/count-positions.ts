/** Size of a set of boundaries: the positions of their full polygons, including closing positions. */
import type { BoundaryRecord } from './boundary.ts'

export const positionsOf = (boundaries: readonly Pick<BoundaryRecord, 'vertices'>[]): number =>
  boundaries.reduce((sum, { vertices }) => sum + vertices, 0)
