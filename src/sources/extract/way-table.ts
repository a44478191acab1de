/** The ways of all boundaries and the coordinates of their nodes, in shared memory for the threads that assemble borders. */
import { lowerBound } from './sorted-ids.ts'

export interface WayTable {
  /** Ascending. */
  readonly ids: Float64Array
  /** Nodes of way `i`: `nodes[starts[i]]` up to `nodes[ends[i]]`, as indexes into `nodeIds`, `lons` and `lats`. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly nodes: Uint32Array
  readonly nodeIds: Float64Array
  /** 1e-7 degrees, or `NO_COORDINATE` for a node missing from the file. */
  readonly lons: Int32Array
  readonly lats: Int32Array
  /** Lowest admin_level at which three borders meet at each node: see `junctions.ts`. */
  readonly junctions: Uint8Array
}

/** Outside ±1.8e9, so not a longitude or latitude in 1e-7 degrees. */
export const NO_COORDINATE = 0x7fffffff

/** Returns the index of a way in the table, −1 if the file lacks it. */
export const findWay = (table: WayTable, id: number): number => {
  const index = lowerBound(table.ids, id)
  return table.ids[index] === id ? index : -1
}
