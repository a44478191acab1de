/**
 * Finds vertices that simplification must treat alike on both sides of a border: those where three boundaries meet. A border
 * between two of them is then simplified in the same order from either side.
 *
 * The level decides which boundaries count. A place where two villages meet at a country's border does not matter to the
 * country: if all those places were kept, village borders would shape its outline.
 */
import { PairIndex } from '../../domain/geometry/arrangement/pair-index.ts'
import type { Rings } from '../../domain/geometry/rings.ts'
import type { WorkBudget } from '../../domain/geometry/work-budget.ts'
import { isShapeRole } from './member-roles.ts'
import type { Relation } from './pbf/relations.ts'
import { lowerBound } from './sorted-ids.ts'
import { adminLevelOf } from './tag-values.ts'
import type { WayTable } from './way-table.ts'

/** No level: postcode areas, and relations inside relations. */
const NO_LEVEL = 13
/** The node is a junction at no level. */
const NEVER = 255
const ENDS_OF_JUNCTION = 3

/**
 * Returns, for each of the sorted way ids, the lowest level of the boundaries that have it as a border, through relations or
 * (`areas`) directly; ways that are only coastlines do not count. O(m log n) in the members and ways.
 */
export const levelsOfWays = (
  wayIds: Float64Array,
  relations: Iterable<Relation>,
  areas: Iterable<{ readonly id: number }>,
): Uint8Array => {
  const levels = new Uint8Array(wayIds.length).fill(NEVER)
  for (const { id } of areas) levels[lowerBound(wayIds, id)] = NO_LEVEL
  for (const { tags, members } of relations) {
    const level = adminLevelOf(tags) ?? NO_LEVEL
    for (const { type, id, role } of members) {
      if (type !== 'way' || !isShapeRole(role)) continue
      const way = lowerBound(wayIds, id)
      if (wayIds[way] === id && level < levels[way]) levels[way] = level
    }
  }
  return levels
}

/**
 * Returns, for each node, the lowest level at which it is a junction: the third lowest level of the way ends that meet
 * there. O(n) in the nodes and ways.
 */
export const junctionLevels = (
  { starts, ends, nodes, nodeIds }: Pick<WayTable, 'starts' | 'ends' | 'nodes' | 'nodeIds'>,
  levels: Uint8Array,
): Uint8Array => {
  /** The lowest three levels met at each node, ascending. */
  const lowest = new Uint8Array(ENDS_OF_JUNCTION * nodeIds.length).fill(NEVER)
  for (let way = 0; way < starts.length; way++) {
    if (starts[way] === ends[way]) continue
    for (const node of [nodes[starts[way]], nodes[ends[way] - 1]]) {
      let level = levels[way]
      for (let at = ENDS_OF_JUNCTION * node; at < ENDS_OF_JUNCTION * (node + 1); at++) {
        if (lowest[at] <= level) continue
        const larger = lowest[at]
        lowest[at] = level
        level = larger
      }
    }
  }
  const junctions = new Uint8Array(new SharedArrayBuffer(nodeIds.length))
  for (let node = 0; node < junctions.length; node++) junctions[node] = lowest[ENDS_OF_JUNCTION * node + 2]
  return junctions
}

/** Marks each vertex that is a junction at the level with 1; null if there is none. O(n) in the positions of the ways and the vertices. */
export const fixedVertices = (
  table: WayTable,
  ways: readonly number[],
  level: number | null,
  { coords }: Rings,
  budget: WorkBudget,
): Uint8Array | null => {
  const junctions = new PairIndex(64, budget)
  for (const way of ways) {
    if (table.starts[way] === table.ends[way]) continue
    for (const node of [table.nodes[table.starts[way]], table.nodes[table.ends[way] - 1]]) {
      if (table.junctions[node] > (level ?? NO_LEVEL)) continue
      junctions.add(table.lons[node], table.lats[node])
    }
  }
  if (junctions.size === 0) return null
  const fixed = new Uint8Array(coords.length / 2)
  for (let vertex = 0; vertex < fixed.length; vertex++) {
    if (junctions.find(coords[2 * vertex], coords[2 * vertex + 1]) >= 0) fixed[vertex] = 1
  }
  return fixed
}
