/**
 * Settles small overlaps. Where two areas overlap a little, their borders run side by side between two junctions, each inside the other
 * area. Both get the first of these arcs, and with them all areas that have one of the two.
 */
import { PairIndex } from '../arrangement/pair-index.ts'
import { type Arcs, arcStart, type CoverageTopology, withoutArcs } from './arcs.ts'

/** A hectare at the equator, in square units of 1e-7 degrees: no area that someone governs is as small. */
const MAX_OVERLAP = 8e7

/** O(n) in the arcs, and O(k²) in those between the same two vertices, of which maps have two or three. */
export const settleOverlaps = (topology: CoverageTopology): CoverageTopology => {
  const { arcs, halves } = topology
  const isUsed = new Uint8Array(2 * arcs.ends.length)
  for (const half of halves) isUsed[half] = 1
  const areas = ringsOfTwo(topology)
  /** The half that takes the place of each one that runs along an arc that goes. */
  const successors = new Map<number, number>()
  for (const group of arcsBetweenEqualEnds(arcs))
    for (const [i, arc] of group.entries())
      for (const other of group.slice(i + 1)) {
        if (successors.has(2 * arc) || successors.has(2 * other)) continue
        const along = isSameWay(arcs, arc, other) ? 0 : 1
        const overlaps = [0, 1].some((way) => {
          const [one, back] = [2 * arc + way, 2 * other + (1 - (way ^ along))]
          if (!isUsed[one] || !isUsed[back] || areas.has(pairKey(one, back))) return false
          const area = areaAlong(arcs, one) + areaAlong(arcs, back)
          return area > 0 && area <= 2 * MAX_OVERLAP
        })
        if (!overlaps) continue
        successors.set(2 * other, 2 * arc + along)
        successors.set(2 * other + 1, 2 * arc + (1 - along))
      }
  return successors.size === 0 ? topology : replaced(topology, successors)
}

/** Arcs that have the same two ends, in groups. */
const arcsBetweenEqualEnds = (arcs: Arcs): readonly (readonly number[])[] => {
  const { coords, ends, isRing } = arcs
  const junctions = new PairIndex(ends.length)
  const pairs = new PairIndex(ends.length)
  const groups: number[][] = []
  for (let arc = 0; arc < ends.length; arc++) {
    if (isRing[arc]) continue
    const [first, last] = [2 * arcStart(arcs, arc), 2 * ends[arc] - 2]
    const one = junctions.add(coords[first], coords[first + 1])
    const other = junctions.add(coords[last], coords[last + 1])
    if (one === other) continue
    const pair = pairs.add(Math.min(one, other), Math.max(one, other))
    if (pair === groups.length) groups.push([arc])
    else groups[pair].push(arc)
  }
  return groups.filter(({ length }) => length > 1)
}

const isSameWay = ({ coords, ...arcs }: Arcs, arc: number, other: number): boolean => {
  const [one, two] = [arcStart({ coords, ...arcs }, arc), arcStart({ coords, ...arcs }, other)]
  return coords[2 * one] === coords[2 * two] && coords[2 * one + 1] === coords[2 * two + 1]
}

/** Rings of two halves are areas of their own, however small. */
const ringsOfTwo = ({ halves, ringEnds }: CoverageTopology): ReadonlySet<string> => {
  const found = new Set<string>()
  ringEnds.forEach((end, ring) => {
    if (end - (ring === 0 ? 0 : ringEnds[ring - 1]) === 2)
      found.add(pairKey(halves[end - 2], halves[end - 1]))
  })
  return found
}

const pairKey = (one: number, other: number): string => `${Math.min(one, other)} ${Math.max(one, other)}`

/** Twice the signed area between a half and the straight line from its end back to its beginning. */
const areaAlong = (arcs: Arcs, half: number): number => {
  const { coords, ends } = arcs
  const first = 2 * arcStart(arcs, half >> 1)
  let sum = 0
  for (let at = first + 2; at < 2 * ends[half >> 1] - 2; at += 2)
    sum +=
      (coords[at] - coords[first]) * (coords[at + 3] - coords[first + 1]) -
      (coords[at + 2] - coords[first]) * (coords[at + 1] - coords[first + 1])
  return half & 1 ? -sum : sum
}

const replaced = (topology: CoverageTopology, successors: ReadonlyMap<number, number>): CoverageTopology => {
  const { arcs, numbers } = withoutArcs(topology.arcs, (arc) => successors.has(2 * arc))
  const isMended = new Uint8Array(arcs.ends.length)
  numbers.forEach((number, arc) => {
    if (number >= 0) isMended[number] = topology.isMended[arc]
  })
  for (const successor of successors.values()) isMended[numbers[successor >> 1]] = 1
  const halves = topology.halves.map((half) => {
    const successor = successors.get(half) ?? half
    return 2 * numbers[successor >> 1] + (successor & 1)
  })
  return { ...topology, arcs, isMended, halves }
}
