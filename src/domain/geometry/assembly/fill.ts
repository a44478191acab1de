/**
 * Fills noded rings: the area within an odd number of rings is inside. Rings that overlap each other form one group. A group
 * of one role is their union; in a group of both roles, a place is inside if more outer than inner rings enclose it, counted
 * from the group's surroundings.
 */
import { doubledArea } from '../area.ts'
import { areasOf, areasOfFaces, arrangementOf, evenOdd } from '../arrange.ts'
import { traceFaces } from '../arrangement/faces.ts'
import { type RingLines, ringLinesOf } from '../arrangement/ring-lines.ts'
import { type NodedStrands, strandStart } from '../arrangement/strands.ts'
import { type Faces, facesOfLines, walkFaces } from '../arrangement/walk-faces.ts'
import type { Rings } from '../rings.ts'
import type { WorkBudget } from '../work-budget.ts'
import { overlapsOf } from './overlaps.ts'

/** The rings are closed strands; those of set 1 are inner ones. */
export const fill = (noded: NodedStrands, budget: WorkBudget): Rings => {
  if (!noded.junctions.includes(1)) return areasOf(arrangementOf(noded, budget), evenOdd, budget)
  const lines = ringLinesOf(noded, budget)
  const faces = facesOfLines(lines)
  const isInside = insideByGroups(lines, faces, overlapsOf(lines, faces))
  const inside = faces.of.map((face) => isInside[face])
  const faceRings = traceFaces(lines.graph, Uint8Array.from(inside), lines.surroundings, budget)
  return areasOfFaces(lines.graph, faceRings)
}

/** The group has not been entered yet. */
const UNKNOWN = 2

/** Tells for each face whether it is inside. */
const insideByGroups = (
  { noded, starts, rings }: RingLines,
  faces: Faces,
  groups: Int32Array,
): Uint8Array => {
  const isInner = groups.map((_, ring) => noded.weights[2 * ring + 1])
  /** Rings of each role around the current face, by group. */
  const within = [new Int32Array(groups.length), new Int32Array(groups.length)] as const
  /** 1 if the surroundings of a group are inside. */
  const around = new Uint8Array(groups.length).fill(UNKNOWN)
  const isMixed = new Uint8Array(groups.length)
  groups.forEach((group, ring) => {
    if (isInner[ring] !== isInner[group]) isMixed[group] = 1
  })
  /** True if the group swaps inside and outside here. */
  const turns = (group: number): number => {
    const [outer, inner] = [within[0][group], within[1][group]]
    if (outer + inner === 0) return 0
    return isMixed[group] ? around[group] ^ (around[group] + outer > inner ? 1 : 0) : 1
  }
  const isWithin = new Uint8Array(groups.length)
  let inside = 0
  const step = (ring: number): void => {
    const group = groups[ring]
    inside ^= turns(group)
    if (around[group] === UNKNOWN) around[group] = inside
    isWithin[ring] ^= 1
    within[isInner[ring]][group] += isWithin[ring] ? 1 : -1
    inside ^= turns(group)
  }
  const sizes = Float64Array.from(groups, (_, ring) =>
    Math.abs(doubledArea(noded.coords.subarray(2 * strandStart(noded, ring), 2 * noded.ends[ring]))),
  )
  const found = new Uint8Array(faces.count)
  walkFaces(faces, {
    cross: (half) => {
      // Leave rings first, because the surroundings of the others do not lie in them.
      const entered: number[] = []
      for (let i = starts[half >> 1]; i < starts[(half >> 1) + 1]; i++) {
        if (isWithin[rings[i]]) step(rings[i])
        else entered.push(rings[i])
      }
      // Then enter the largest first, because it surrounds the others.
      if (entered.length > 1) entered.sort((a, b) => sizes[b] - sizes[a])
      for (const ring of entered) step(ring)
    },
    enter: (face) => {
      found[face] = inside
    },
  })
  return found
}
