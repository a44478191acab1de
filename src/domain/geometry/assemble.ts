/**
 * The area of a boundary relation from its member ways.
 *
 * Geometry decides: ways are stitched into rings, and what an odd number of rings encloses is inside. So wrong or missing
 * roles, touching inner rings, enclaves in exclaves and any order of members come out right. Roles are asked in one case
 * only: where rings overlap each other, inside is what more outer than inner rings enclose, so that overlapping outer
 * rings count once and overlapping inner rings are one hole.
 *
 * A ring that does not close is left out and reported, never closed by a straight line. One that crosses the antimeridian is
 * cut there.
 */
import { type Arrangement, areasOf, arrangementOf, evenOdd, type Fill } from './arrange.ts'
import { strandAt } from './arrangement/contacts.ts'
import { node } from './arrangement/noding.ts'
import { onMap } from './assembly/on-map.ts'
import { stitch } from './assembly/stitch.ts'
import { type Gap, type MemberWay, openEnds, type WayGraph, wayGraphOf } from './assembly/way-graph.ts'
import type { Rings } from './rings.ts'

export type { MemberWay }

export interface Assembly {
  /** Valid, and cut at the antimeridian; of what closes. */
  readonly rings: Rings
  /** Each end from which nothing goes on. With any of them the area is not the whole one. */
  readonly gaps: readonly Gap[]
  /** For each position of `rings`, 1 where ways end: where another boundary may begin. */
  readonly fixed: Uint8Array
}

/** Members that do not draw the border (`subarea`, `label` …) must have been left out. */
export const assemble = (members: readonly MemberWay[]): Assembly => {
  const graph = wayGraphOf(members)
  const { gaps, closed } = openEnds(graph)
  const noded = node(onMap(stitch(graph, closed)), 1)
  const arrangement = arrangementOf(noded)
  const rings = areasOf(arrangement, ringsOverlap(arrangement, noded.ends) ? moreOuterThanInner : evenOdd)
  return { rings, gaps, fixed: wayEnds(graph, rings) }
}

const moreOuterThanInner: Fill = (outer, inner) => outer > inner

/**
 * Whether rings overlap: one runs partly inside another, so that not as many rings lie around each part of it, or shares
 * an edge with one of its kind from the same side. A ring that crosses itself would look so, too; but it winds clockwise
 * around something, and then its role is no help.
 */
const ringsOverlap = ({ graph, windings: [outer, inner] }: Arrangement, ends: Int32Array): boolean => {
  const around = new Int32Array(ends.length).fill(-1)
  let overlap = false
  for (let chain = 0; chain < graph.from.length; chain++) {
    if (outer[2 * chain] < 0 || inner[2 * chain] < 0 || outer[2 * chain + 1] < 0 || inner[2 * chain + 1] < 0)
      return false
    const outerWeight = graph.weights[0][chain]
    const innerWeight = graph.weights[1][chain]
    if (Math.abs(outerWeight) > 1 || Math.abs(innerWeight) > 1) overlap = true
    if (Math.abs(outerWeight) + Math.abs(innerWeight) !== 1) continue
    const ring = strandAt(ends, graph.from[chain])
    const rings = Math.min(outer[2 * chain] + inner[2 * chain], outer[2 * chain + 1] + inner[2 * chain + 1])
    if (around[ring] >= 0 && around[ring] !== rings) overlap = true
    around[ring] = rings
  }
  return overlap
}

const wayEnds = ({ ways, tail, head, junctions }: WayGraph, { coords }: Rings): Uint8Array => {
  const ending = new Uint8Array(junctions.size)
  for (let way = 0; way < ways.length; way++)
    if (tail[way] !== head[way]) {
      ending[tail[way]] = 1
      ending[head[way]] = 1
    }
  const fixed = new Uint8Array(coords.length / 2)
  for (let position = 0; position < fixed.length; position++) {
    const junction = junctions.find(coords[2 * position], coords[2 * position + 1])
    if (junction >= 0 && ending[junction]) fixed[position] = 1
  }
  return fixed
}
