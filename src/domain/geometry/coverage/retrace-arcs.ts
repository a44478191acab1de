/** Divides arcs again where noding has put vertices on them: only there, since it leaves most of a coverage as it is. */
import { IntList } from '../arrangement/int-list.ts'
import { PairIndex } from '../arrangement/pair-index.ts'
import type { NodedStrands } from '../arrangement/strands.ts'
import { type Arcs, arcStart, type CoverageTopology, joinedArcs, withoutArcs } from './arcs.ts'
import { traceArcs } from './trace-arcs.ts'
import { junctionsOf, numberVertices } from './vertex-lines.ts'

/** The topology along the noded arcs; `noded` has a strand for each arc. O(n) in the positions of both. */
export const retraceArcs = (topology: CoverageTopology, noded: NodedStrands): CoverageTopology => {
  const places = placesOfChange(topology.arcs, noded)
  if (places.size === 0) return topology
  const redone = arcsWithEndsAt(topology.arcs, places)
  const { lines, unchanged, pieces, pieceEnds } = linesOf(topology, redone, noded, places)
  const junctions = junctionsOf(lines)
  for (const at of unchanged) junctions[lines.vertices[at]] = 1
  const traced = traceArcs(lines, junctions)
  const kept = withoutArcs(topology.arcs, (arc) => redone[arc] === 1)
  const halves = new IntList(topology.halves.length)
  const ringEnds = new Uint32Array(pieceEnds.length)
  for (let ring = 0, i = 0; ring < ringEnds.length; ring++) {
    for (; i < pieceEnds[ring]; i++) {
      if (pieces[i] >= 0) {
        halves.push(2 * kept.numbers[pieces[i] >> 1] + (pieces[i] & 1))
        continue
      }
      const line = -1 - pieces[i]
      for (let at = lineStart(traced.ringEnds, line); at < traced.ringEnds[line]; at++)
        halves.push(2 * kept.arcs.ends.length + traced.halves[at])
    }
    ringEnds[ring] = halves.length
  }
  const isMended = new Uint8Array(kept.arcs.ends.length + traced.arcs.ends.length)
  isMended.fill(1, kept.arcs.ends.length)
  return {
    ...topology,
    arcs: joinedArcs(kept.arcs, traced.arcs),
    halves: halves.view().slice(),
    ringEnds,
    isMended,
  }
}

const lineStart = (ends: Int32Array | Uint32Array, line: number): number => (line === 0 ? 0 : ends[line - 1])

/** The ends of each arc that has a vertex inside that others meet now, and these vertices: what was a junction may be none any more. */
const placesOfChange = (arcs: Arcs, noded: NodedStrands): PairIndex => {
  const { ends, isRing } = arcs
  const places = new PairIndex(64)
  for (let arc = 0; arc < ends.length; arc++) {
    const start = lineStart(noded.ends, arc)
    const last = noded.ends[arc] - 1
    let isTouched = last - start >= ends[arc] - arcStart(arcs, arc)
    for (let at = start + 1 - isRing[arc]; !isTouched && at < last; at++)
      isTouched = noded.junctions[at] === 1
    if (!isTouched) continue
    for (let at = start; at <= last; at++)
      if (noded.junctions[at] || at === start || at === last)
        places.add(noded.coords[2 * at], noded.coords[2 * at + 1])
  }
  return places
}

const arcsWithEndsAt = (arcs: Arcs, places: PairIndex): Uint8Array => {
  const isPlace = (at: number): boolean => places.find(arcs.coords[2 * at], arcs.coords[2 * at + 1]) >= 0
  return arcs.isRing.map((_, arc) => (isPlace(arcStart(arcs, arc)) || isPlace(arcs.ends[arc] - 1) ? 1 : 0))
}

/**
 * Runs of arcs to trace along the rings, where in them ends of arcs are that no place of change is at (there other arcs end still), and the
 * rings as pieces: halves that stay, and -1 minus the number of each line.
 */
const linesOf = (
  { halves, ringEnds }: CoverageTopology,
  redone: Uint8Array,
  noded: NodedStrands,
  places: PairIndex,
) => {
  const coords = new IntList(1024)
  const lineEnds = new IntList()
  const unchanged = new IntList()
  const pieces = new IntList(halves.length)
  const pieceEnds = new Uint32Array(ringEnds.length)
  const put = (at: number): void => {
    coords.push(noded.coords[2 * at])
    coords.push(noded.coords[2 * at + 1])
  }
  const putEnd = (at: number): void => {
    const isChanged = places.find(noded.coords[2 * at], noded.coords[2 * at + 1]) >= 0
    if (!isChanged) unchanged.push(coords.length / 2)
    put(at)
  }
  /** Without its last position, which is the first one of the next half. */
  const putHalf = (half: number): number => {
    const start = lineStart(noded.ends, half >> 1)
    const last = noded.ends[half >> 1] - 1
    putEnd(half & 1 ? last : start)
    if (half & 1) for (let at = last - 1; at > start; at--) put(at)
    else for (let at = start + 1; at < last; at++) put(at)
    return half & 1 ? start : last
  }
  for (let ring = 0; ring < ringEnds.length; ring++) {
    const start = lineStart(ringEnds, ring)
    const count = ringEnds[ring] - start
    // A run ends with what stays, so it is followed from there.
    let first = 0
    while (first < count && redone[halves[start + first] >> 1]) first++
    for (let step = 0; step < count; step++) {
      const half = halves[start + ((first + step) % count)]
      if (!redone[half >> 1]) {
        pieces.push(half)
        continue
      }
      let last = putHalf(half)
      for (; step + 1 < count; step++) {
        const next = halves[start + ((first + step + 1) % count)]
        if (!redone[next >> 1]) break
        last = putHalf(next)
      }
      putEnd(last)
      lineEnds.push(coords.length / 2)
      pieces.push(-lineEnds.length)
    }
    pieceEnds[ring] = pieces.length
  }
  return {
    lines: numberVertices(coords.view(), lineEnds.view()),
    unchanged: unchanged.view(),
    pieces: pieces.view(),
    pieceEnds,
  }
}
