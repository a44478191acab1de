/** Builds the topology of areas: arcs by equal vertices first, then what touches or crosses without one, then small overlaps. */
import { IntList } from '../arrangement/int-list.ts'
import { node } from '../arrangement/noding.ts'
import { writeRing } from '../arrangement/strands.ts'
import type { Rings } from '../rings.ts'
import type { Arcs, CoverageTopology } from './arcs.ts'
import { retraceArcs } from './retrace-arcs.ts'
import { settleOverlaps } from './settle-overlaps.ts'
import { traceArcs } from './trace-arcs.ts'
import { numberVertices } from './vertex-lines.ts'

/**
 * The topology of valid areas on a common integer grid. `thin` leaves out vertices inside arcs: before the search for what does not fit, so
 * that it costs nothing for them. It must keep the vertices of other arcs out of the way, as `thinArcs` does. O(n) in the positions, O(m log m)
 * in those of the thinned arcs and their crossings, and O(k²) in arcs between the same two vertices.
 */
export const topologyOf = (
  members: readonly Rings[],
  thin: (arcs: Arcs) => Arcs = (arcs) => arcs,
): CoverageTopology => {
  const { coords, ends, polygonEnds, memberEnds } = closedRings(members)
  const traced = traceArcs(numberVertices(coords, ends))
  const arcs = thin(traced.arcs)
  const isMended = new Uint8Array(arcs.ends.length)
  // Nearly all borders have equal vertices on both sides. Only what does not is left to find, and every border is looked at once.
  const noded = node(
    { coords: arcs.coords, ends: Int32Array.from(arcs.ends), weights: new Int16Array(2 * arcs.ends.length) },
    1,
  )
  return settleOverlaps(retraceArcs({ ...traced, arcs, isMended, polygonEnds, memberEnds }, noded))
}

const closedRings = (members: readonly Rings[]) => {
  const capacity = members.reduce((sum, { coords, ringEnds }) => sum + coords.length + 2 * ringEnds.length, 0)
  const coords = new Int32Array(capacity)
  const ends = new IntList(1024)
  const polygonEnds = new IntList(1024)
  const memberEnds = new Uint32Array(members.length)
  let length = 0
  members.forEach((rings, member) => {
    let ring = 0
    for (const end of rings.polygonEnds) {
      const before = length
      for (const exterior = ring; ring < end; ring++) {
        const written = writeRing(rings, ring, 1, coords, length)
        if (written > length) ends.push(written / 2)
        // Without its exterior a hole is nothing.
        else if (ring === exterior) ring = end
        length = written
      }
      if (length > before) polygonEnds.push(ends.length)
    }
    memberEnds[member] = polygonEnds.length
  })
  return {
    coords: coords.subarray(0, length),
    ends: ends.view(),
    polygonEnds: Uint32Array.from(polygonEnds.view()),
    memberEnds,
  }
}
