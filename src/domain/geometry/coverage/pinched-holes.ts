/**
 * Fills holes that rounding made: where it closes a narrow inlet, the water behind is a hole that touches its ring at one vertex. What is
 * smaller than anything that is drawn is filled, unless it is another area's place. (A judge of coverages that looks at one ring at a time,
 * as GEOS does, takes a neighbour's edge at such a vertex for one inside.)
 */
import { planarAreaOfRing } from '../area.ts'
import { PairIndex } from '../arrangement/pair-index.ts'
import { ringPart, ringsFromParts } from '../parts.ts'
import { type Rings, ringStart } from '../rings.ts'

/** `smallest` is twice the area of the smallest hole that stays. */
export const withoutPinchedHoles = (members: readonly Rings[], smallest: number): readonly Rings[] => {
  const pinched = members.flatMap((rings, member) =>
    pinchedHoles(rings, smallest).map((ring) => ({ member, ring })),
  )
  if (pinched.length === 0) return members
  const isBorder = bordersAmong(
    members,
    pinched.map(({ member, ring }) => ringPart(members[member], ring)),
  )
  const filled = members.slice()
  for (const member of new Set(pinched.map((each) => each.member))) {
    const free = pinched.filter(
      (each) => each.member === member && !isBorder(ringPart(members[member], each.ring)),
    )
    if (free.length > 0) filled[member] = withoutRings(members[member], new Set(free.map(({ ring }) => ring)))
  }
  return filled
}

/** Small holes with a vertex that another ring of the area has as well. */
const pinchedHoles = (rings: Rings, smallest: number): readonly number[] => {
  const { coords, ringEnds, polygonEnds } = rings
  if (ringEnds.length === polygonEnds.length) return []
  const exteriors = new Set([0, ...polygonEnds])
  const small = Array.from(ringEnds.keys()).filter(
    (ring) => !exteriors.has(ring) && 2 * Math.abs(planarAreaOfRing(rings, ring)) < smallest,
  )
  if (small.length === 0) return small
  const vertices = new PairIndex(coords.length / 2)
  const times = new Uint8Array(coords.length / 2)
  const vertexAt = Int32Array.from({ length: coords.length / 2 }, (_, at) =>
    vertices.add(coords[2 * at], coords[2 * at + 1]),
  )
  for (const vertex of vertexAt) times[vertex] = Math.min(2, times[vertex] + 1)
  return small.filter((ring) =>
    vertexAt.subarray(ringStart(rings, ring), ringEnds[ring]).some((vertex) => times[vertex] > 1),
  )
}

/** Tells whether a ring has an area on its other side: one that passes an edge of it the other way. */
const bordersAmong = (
  members: readonly Rings[],
  holes: readonly Int32Array[],
): ((hole: Int32Array) => boolean) => {
  const vertices = new PairIndex(64)
  for (const hole of holes) for (let at = 0; at < hole.length; at += 2) vertices.add(hole[at], hole[at + 1])
  const edges = new PairIndex(64)
  for (const rings of members)
    for (let ring = 0; ring < rings.ringEnds.length; ring++) {
      const part = ringPart(rings, ring)
      let before = vertices.find(part[part.length - 2], part[part.length - 1])
      for (let at = 0; at < part.length; at += 2) {
        const vertex = vertices.find(part[at], part[at + 1])
        if (before >= 0 && vertex >= 0) edges.add(before, vertex)
        before = vertex
      }
    }
  return (hole) => {
    for (let at = 0; at < hole.length; at += 2) {
      const next = (at + 2) % hole.length
      const [from, to] = [vertices.find(hole[at], hole[at + 1]), vertices.find(hole[next], hole[next + 1])]
      if (edges.find(to, from) >= 0) return true
    }
    return false
  }
}

const withoutRings = (rings: Rings, gone: ReadonlySet<number>): Rings => {
  let ring = 0
  return ringsFromParts(
    Array.from(rings.polygonEnds, (end) => {
      const parts: Int32Array[] = []
      for (; ring < end; ring++) if (!gone.has(ring)) parts.push(ringPart(rings, ring))
      return parts
    }),
  )
}
