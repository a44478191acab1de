/**
 * Rounds arcs that do not cross to a grid: snap rounding (Hobby, "Practical segment intersection with finite precision output", 1999).
 * Each edge is bent through every cell that it passes and that has a vertex in it, so no edge changes sides of a vertex: what is thinner
 * than a cell collapses onto one line, the same for both sides, and nothing overlaps.
 */
import { ON_EDGE } from '../arrangement/contacts.ts'
import { IntList } from '../arrangement/int-list.ts'
import { node } from '../arrangement/noding.ts'
import { type Arcs, arcStart, type CoverageTopology } from './arcs.ts'
import { CellCentres, toCell } from './cell-centres.ts'
import { closeEdges } from './close-edges.ts'

/** Vertices move and edges bend by up to half of a cell's diagonal: what is farther apart than this many cells cannot meet by that. */
const REACH = 1.5

export interface SnappedArcs extends Arcs {
  /** 1 for each arc with an edge that was close to another one: they may meet now. */
  readonly mayMeet: Uint8Array
}

/**
 * The arcs on the grid of `unit`; those that shrink to a point have no positions. The arcs do not cross. They are those of `topology`,
 * possibly with fewer vertices: what it has as the areas had it is known not to touch.
 */
export const snapArcs = (
  arcs: Arcs,
  unit: number,
  topology: Pick<CoverageTopology, 'arcs' | 'isMended'> | null = null,
): SnappedArcs => {
  const moving = unit > 1 ? movingEdges(arcs, unit, topology) : null
  if (!moving?.includes(1)) return { ...arcs, mayMeet: new Uint8Array(arcs.ends.length) }
  return restored(bent(arcs, closeEdges(arcs, moving, Math.ceil(REACH * unit)), unit), unit)
}

/**
 * Marks each edge, by the number of its first position, that has an end off the grid, or is new and so long that it can pass a vertex on the
 * grid nearer than `ON_EDGE`; all where nothing is known.
 */
const movingEdges = (
  arcs: Arcs,
  unit: number,
  topology: Pick<CoverageTopology, 'arcs' | 'isMended'> | null,
): Uint8Array => {
  const { coords, ends } = arcs
  const moving = new Uint8Array(coords.length / 2)
  for (let arc = 0; arc < ends.length; arc++) {
    const start = arcStart(arcs, arc)
    if (topology === null || topology.isMended[arc]) {
      if (start < ends[arc]) moving.fill(1, start, ends[arc] - 1)
      continue
    }
    for (let at = start; at < ends[arc]; at++) {
      if (coords[2 * at] % unit === 0 && coords[2 * at + 1] % unit === 0) continue
      if (at > start) moving[at - 1] = 1
      if (at < ends[arc] - 1) moving[at] = 1
    }
    if (ends[arc] - start === topology.arcs.ends[arc] - arcStart(topology.arcs, arc)) continue
    for (let at = start; at < ends[arc] - 1; at++) if (isLong(coords, at, unit)) moving[at] = 1
  }
  return moving
}

/** Positions on the grid that are not on an edge are at least the square of its unit, divided by the length of the edge, away. */
const isLong = (coords: Int32Array, edge: number, unit: number): boolean =>
  Math.hypot(coords[2 * edge + 2] - coords[2 * edge], coords[2 * edge + 3] - coords[2 * edge + 1]) *
    ON_EDGE >=
  unit ** 2

/** Arcs on the grid, and marks of their close edges by the numbers of the first positions. */
interface MarkedArcs {
  readonly arcs: SnappedArcs
  readonly close: Int32Array
}

/** Only close edges can pass a cell with a vertex in it. */
const bent = ({ coords, ends, isRing }: Arcs, close: Uint8Array, unit: number): MarkedArcs => {
  const centres = new CellCentres(coords, close, unit)
  const written = new IntList(coords.length)
  const marks = new IntList(close.length)
  const writtenEnds = new Uint32Array(ends.length)
  const mayMeet = new Uint8Array(ends.length)
  const put = (start: number, x: number, y: number, mark: number): void => {
    const { length } = written
    if (length > start) {
      if (written.at(length - 2) === x && written.at(length - 1) === y) return
      marks.set(marks.length - 1, mark)
    }
    written.push(x)
    written.push(y)
    marks.push(0)
  }
  for (let arc = 0, at = 0; arc < ends.length; arc++) {
    const start = written.length
    for (let mark = 0; at < ends[arc]; mark = close[at++]) {
      if (mark) mayMeet[arc] = 1
      if (mark)
        for (const centre of centres.along(at - 1))
          put(start, centres.places[2 * centre], centres.places[2 * centre + 1], mark)
      put(start, toCell(coords[2 * at], unit), toCell(coords[2 * at + 1], unit), mark)
    }
    if (written.length === start + 2) {
      written.length = start
      marks.length = start / 2
    }
    writtenEnds[arc] = marks.length
  }
  return { arcs: { coords: written.view(), ends: writtenEnds, isRing, mayMeet }, close: marks.view() }
}

/** A vertex may be so near a close edge that it counts as on it: there the edge gets a vertex, too. */
const restored = ({ arcs, close }: MarkedArcs, unit: number): SnappedArcs => {
  const { coords } = arcs
  const runs = runsOf(close)
  const strands = { ...partsOf(coords, runs), weights: new Int16Array(runs.length) }
  const noded = node(strands, unit)
  const added = noded.coords.length - strands.coords.length
  if (added === 0) return arcs
  const joined = new Int32Array(coords.length + added)
  const ends = new Uint32Array(arcs.ends.length)
  let length = 0
  const append = (source: Int32Array, start: number, end: number): void => {
    joined.set(source.subarray(2 * start, 2 * end), length)
    length += 2 * (end - start)
  }
  for (let arc = 0, run = 0, taken = 0; arc < ends.length; arc++) {
    for (; runs[2 * run + 1] <= arcs.ends[arc]; run++) {
      append(coords, taken, runs[2 * run])
      append(noded.coords, run === 0 ? 0 : noded.ends[run - 1], noded.ends[run])
      taken = runs[2 * run + 1]
    }
    append(coords, taken, arcs.ends[arc])
    taken = arcs.ends[arc]
    ends[arc] = length / 2
  }
  return { ...arcs, coords: joined, ends }
}

/** Where runs of marked edges start, and the positions after their last ones: `[start, end, …]`. */
const runsOf = (marks: Int32Array): Int32Array => {
  const runs = new IntList()
  for (let at = 0; at < marks.length; at++) {
    if (!marks[at]) continue
    runs.push(at)
    while (marks[at]) at++
    runs.push(at + 1)
  }
  return runs.view()
}

const partsOf = (coords: Int32Array, runs: Int32Array): { coords: Int32Array; ends: Int32Array } => {
  const parts = new IntList(1024)
  const ends = new Int32Array(runs.length / 2)
  for (let run = 0; run < ends.length; run++) {
    for (let i = 2 * runs[2 * run]; i < 2 * runs[2 * run + 1]; i++) parts.push(coords[i])
    ends[run] = parts.length / 2
  }
  return { coords: parts.view(), ends }
}
