/**
 * The area of a boundary relation from its member ways.
 *
 * Geometry decides: ways are stitched into rings, and what an odd number of rings encloses is inside. So wrong or missing
 * roles, touching inner rings, enclaves in exclaves and any order of members come out right. Where ways share a position, rings touch
 * and do not cross. Roles are asked only of rings that overlap each other, and only about these (see `fill`).
 *
 * A ring that does not close is left out and reported, never closed by a straight line. One that crosses the antimeridian is
 * cut there.
 */
import { node } from './arrangement/noding.ts'
import type { NodedStrands } from './arrangement/strands.ts'
import { fill } from './assembly/fill.ts'
import { onMap } from './assembly/on-map.ts'
import { stitch } from './assembly/stitch.ts'
import {
  type Gap,
  type MemberWay,
  openEnds,
  piecesOf,
  type WayGraph,
  wayGraphOf,
} from './assembly/way-graph.ts'
import type { Rings } from './rings.ts'

export type { MemberWay }

export interface Assembly {
  /** Valid, and cut at the antimeridian; of what closes. */
  readonly rings: Rings
  /** Each end from which nothing goes on. With any of them the area is not the whole one. */
  readonly gaps: readonly Gap[]
}

/** Members that do not draw the border (`subarea`, `label` …) must have been left out. */
export const assemble = (members: readonly MemberWay[]): Assembly => {
  const graph = wayGraphOf(members)
  const { gaps, closed } = openEnds(graph)
  if (gaps.length === 0) {
    const rings = ringsOf(graph, closed)
    if (!rings.junctions.includes(1)) return { rings: fill(rings), gaps }
  }
  // Ways meet elsewhere than at their ends, or may do so: then they are split wherever they meet.
  const pieces = piecesOf(graph)
  const ends = openEnds(pieces)
  return { rings: fill(ringsOf(pieces, ends.closed)), gaps: ends.gaps }
}

const ringsOf = (graph: WayGraph, closed: Uint8Array): NodedStrands => node(onMap(stitch(graph, closed)), 1)
