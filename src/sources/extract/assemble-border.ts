/** Assembles a border from its member ways, or returns the reasons why that is impossible. */
import { assemble, type MemberWay } from '../../domain/geometry/assemble.ts'
import type { Rings } from '../../domain/geometry/rings.ts'
import type { WorkBudget } from '../../domain/geometry/work-budget.ts'
import type { Flaw } from './border-flaws.ts'
import { UNREADABLE_ID } from './pbf/ids.ts'
import { findWay, NO_COORDINATE, type WayTable } from './way-table.ts'

export interface ShapeMember {
  readonly way: number
  readonly role: string
}

export interface Border {
  readonly rings: Rings
  /** Indexes of its ways in the way table. */
  readonly ways: readonly number[]
}

/** O(n log n) in the positions and crossings of the ways, which the budget limits. @throws TooComplex */
export const closeBorder = (
  table: WayTable,
  members: readonly ShapeMember[],
  budget: WorkBudget,
): Border | { readonly flaws: readonly Flaw[] } => {
  if (members.length === 0) return { flaws: [{ is: 'no members' }] }
  const flaws: Flaw[] = []
  const ways: number[] = []
  const borderWays: MemberWay[] = []
  for (const { way: id, role } of members) {
    const way = findWay(table, id)
    if (way === -1) {
      flaws.push(id === UNREADABLE_ID ? { is: 'unreadable id' } : { is: 'missing way', way: id })
      continue
    }
    const missing = missingNode(table, way)
    if (missing === UNREADABLE_ID) flaws.push({ is: 'unreadable id' })
    else if (missing !== null) flaws.push({ is: 'missing node', way: id, node: missing })
    ways.push(way)
    borderWays.push({ id, role, coords: coordsOf(table, way) })
  }
  const { rings, gaps } = assemble(borderWays, budget)
  for (const { way, at } of gaps) flaws.push({ is: 'open end', way, position: at })
  if (flaws.length === 0 && rings.polygonEnds.length === 0) flaws.push({ is: 'no area' })
  return flaws.length > 0 ? { flaws } : { rings, ways }
}

const missingNode = (table: WayTable, way: number): number | null => {
  for (let at = table.starts[way]; at < table.ends[way]; at++) {
    const node = table.nodes[at]
    if (table.lons[node] === NO_COORDINATE) return table.nodeIds[node]
  }
  return null
}

/** Returns the positions of the way's nodes that the file has. */
const coordsOf = ({ starts, ends, nodes, lons, lats }: WayTable, way: number): Int32Array => {
  const coords = new Int32Array(2 * (ends[way] - starts[way]))
  let length = 0
  for (let at = starts[way]; at < ends[way]; at++) {
    const node = nodes[at]
    if (lons[node] === NO_COORDINATE) continue
    coords[length++] = lons[node]
    coords[length++] = lats[node]
  }
  return coords.subarray(0, length)
}
