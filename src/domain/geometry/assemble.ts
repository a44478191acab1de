/**
 * Assembles the area of a boundary relation from its member ways.
 *
 * Geometry decides: ways are stitched into rings, and the area within an odd number of rings is inside. Wrong or missing
 * roles, touching inner rings, enclaves in exclaves and any order of members therefore give the right result. Where ways
 * share a position, rings touch and do not cross. Roles matter only for rings that overlap each other (see `fill`).
 *
 * A ring that does not close is dropped and reported, never closed by a straight line. A ring that crosses the antimeridian
 * is cut there. Members are what anybody has drawn, so their work is limited.
 *
 * O(n log n) in the positions and crossings of the members, up to the limits of the budget.
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
  type WayGraph,
  wayGraphOf,
  wayPieces,
} from './assembly/way-graph.ts'
import type { Rings } from './rings.ts'
import { UNLIMITED, type WorkBudget } from './work-budget.ts'

export type { MemberWay }

export interface Assembly {
  /** Valid, and cut at the antimeridian; made from the rings that close. */
  readonly rings: Rings
  /** Ends without a continuation; if there are any, the area is incomplete. */
  readonly gaps: readonly Gap[]
}

/** The caller must drop members that do not draw the border (`subarea`, `label` …). */
export const assemble = (members: readonly MemberWay[], budget: WorkBudget = UNLIMITED): Assembly => {
  const graph = wayGraphOf(members, budget)
  const { gaps, closed } = openEnds(graph)
  if (gaps.length === 0) {
    const rings = nodedRings(graph, closed, budget)
    if (!rings.junctions.includes(1)) return { rings: fill(rings, budget), gaps }
  }
  // If ways meet elsewhere than at their ends, split them wherever they meet.
  const pieces = wayPieces(graph, budget)
  const ends = openEnds(pieces)
  return { rings: fill(nodedRings(pieces, ends.closed, budget), budget), gaps: ends.gaps }
}

const nodedRings = (graph: WayGraph, closed: Uint8Array, budget: WorkBudget): NodedStrands =>
  node(onMap(stitch(graph, closed)), 1, undefined, budget)
