/** The ways of all boundaries and the coordinates of their nodes, in shared memory for the threads that assemble. */
import { lowerBound } from './sorted.ts'

export interface WayTable {
  /** Ascending. */
  readonly ids: Float64Array
  /** Nodes of way `i`: `nodes[starts[i]]` up to `nodes[ends[i]]`, as places in `nodeIds`, `lons` and `lats`. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly nodes: Uint32Array
  readonly nodeIds: Float64Array
  /** 1e-7 degrees, or `NO_COORDINATE` for a node that the file does not have. */
  readonly lons: Int32Array
  readonly lats: Int32Array
  /** For each node the admin_level from which on three borders meet there: see `junctions.ts`. */
  readonly junctions: Uint8Array
}

/** Outside ±1.8e9, so no longitude or latitude in 1e-7 degrees. */
export const NO_COORDINATE = 0x7fffffff

/** Place of a way in the table, −1 when the file does not have it. */
export const findWay = (table: WayTable, id: number): number => {
  const index = lowerBound(table.ids, id)
  return table.ids[index] === id ? index : -1
}
