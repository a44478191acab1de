/** The ways of all boundaries and the coordinates of their nodes, in shared memory for the threads that assemble. */
import { junctionLevels, levelsOfWays } from './junctions.ts'
import type { Relation } from './pbf/relations.ts'
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

export const wayTable = (read: {
  readonly ids: Float64Array
  readonly ends: Float64Array
  readonly nodes: Float64Array
  readonly nodeIds: Float64Array
  readonly lons: Int32Array
  readonly lats: Int32Array
  readonly relations: Iterable<Relation>
}): WayTable => {
  const order = Uint32Array.from(read.ids, (_, index) => index)
  if (!read.ids.every((id, index) => index === 0 || read.ids[index - 1] < id)) {
    order.sort((a, b) => read.ids[a] - read.ids[b] || a - b)
  }
  const count = order.length
  const ids = new Float64Array(new SharedArrayBuffer(count * 8))
  const starts = new Uint32Array(new SharedArrayBuffer(count * 4))
  const ends = new Uint32Array(new SharedArrayBuffer(count * 4))
  order.forEach((from, to) => {
    ids[to] = read.ids[from]
    starts[to] = from === 0 ? 0 : read.ends[from - 1]
    ends[to] = read.ends[from]
  })
  const nodes = new Uint32Array(new SharedArrayBuffer(read.nodes.length * 4))
  for (let index = 0; index < nodes.length; index++)
    nodes[index] = lowerBound(read.nodeIds, read.nodes[index])
  const { nodeIds, lons, lats } = read
  const junctions = junctionLevels({ starts, ends, nodes, nodeIds }, levelsOfWays(ids, read.relations))
  return { ids, starts, ends, nodes, nodeIds, lons, lats, junctions }
}

/** Place of a way in the table, −1 when the file does not have it. */
export const findWay = (table: WayTable, id: number): number => {
  const index = lowerBound(table.ids, id)
  return table.ids[index] === id ? index : -1
}
