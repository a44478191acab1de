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
 * possibly with fewer vertices: what it has as the areas had it is known not to touch. O(n log n) in the positions and in the cells that
 * edges pass and that have a vertex.
 */
export const snapArcs = (
  arcs: Arcs,
  unit: number,
  topology: Pick<CoverageTopology, 'arcs' | 'isMended'> | null = null,
): SnappedArcs => {
  const moving = unit > 1 ? movingEdges(arcs, unit, topology) : null
  if (!moving?.includes(1)) return { ...arcs, mayMeet: new Uint8Array(arcs.ends.length) }
  return restored(bent(arcs, moving, closeEdges(arcs, moving, Math.ceil(REACH * unit)), unit), unit)
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
      if (isOnGrid(coords[2 * at], unit) && isOnGrid(coords[2 * at + 1], unit)) continue
      if (at > start) moving[at - 1] = 1
      if (at < ends[arc] - 1) moving[at] = 1
    }
    if (ends[arc] - start === topology.arcs.ends[arc] - arcStart(topology.arcs, arc)) continue
    for (let at = start; at < ends[arc] - 1; at++) if (isLongEdge(coords, at, unit)) moving[at] = 1
  }
  return moving
}

/** Faster than a remainder, which is not an integer for all of them: -0. */
const isOnGrid = (value: number, unit: number): boolean => ((value / unit) | 0) * unit === value

/** Positions on the grid that are not on an edge are at least the square of its unit, divided by the length of the edge, away. */
const isLongEdge = (coords: Int32Array, edge: number, unit: number): boolean =>
  Math.hypot(coords[2 * edge + 2] - coords[2 * edge], coords[2 * edge + 3] - coords[2 * edge + 1]) *
    ON_EDGE >=
  unit ** 2

/** Arcs on the grid, and the runs of their close edges: where each starts and the position after its last one, `[start, end, …]`. */
interface BentArcs {
  readonly arcs: SnappedArcs
  readonly runs: Int32Array
}

/** Only close edges can pass a cell with a vertex in it. */
const bent = (arcs: Arcs, moving: Uint8Array, close: Uint8Array, unit: number): BentArcs => {
  const { coords, ends } = arcs
  const centres = new CellCentres(coords, close, unit)
  const written = new IntList(coords.length)
  const writtenEnds = new Uint32Array(ends.length)
  const mayMeet = new Uint8Array(ends.length)
  const runs = new IntList()
  const put = (start: number, x: number, y: number, isClose: number): void => {
    const { length } = written
    if (length > start && written.at(length - 2) === x && written.at(length - 1) === y) return
    if (length > start && isClose) addEdge(runs, length / 2 - 1)
    written.push(x)
    written.push(y)
  }
  for (let arc = 0; arc < ends.length; arc++) {
    const first = arcStart(arcs, arc)
    if (!hasMark(moving, first, ends[arc]) && !hasMark(close, first, ends[arc])) {
      for (let i = 2 * first; i < 2 * ends[arc]; i++) written.push(coords[i])
      writtenEnds[arc] = written.length / 2
      continue
    }
    const start = written.length
    for (let at = first, isClose = 0; at < ends[arc]; isClose = close[at++]) {
      if (isClose) mayMeet[arc] = 1
      if (isClose)
        for (const centre of centres.along(at - 1))
          put(start, centres.places[2 * centre], centres.places[2 * centre + 1], isClose)
      put(start, toCell(coords[2 * at], unit), toCell(coords[2 * at + 1], unit), isClose)
    }
    if (written.length === start + 2) written.length = start
    writtenEnds[arc] = written.length / 2
  }
  return { arcs: { ...arcs, coords: written.view(), ends: writtenEnds, mayMeet }, runs: runs.view() }
}

const hasMark = (marks: Uint8Array, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) if (marks[at]) return true
  return false
}

/** Continues the last run with the edge at a position, or begins another one. */
const addEdge = (runs: IntList, at: number): void => {
  if (runs.length > 0 && runs.at(runs.length - 1) === at + 1) runs.set(runs.length - 1, at + 2)
  else {
    runs.push(at)
    runs.push(at + 2)
  }
}

/** A vertex may be so near a close edge that it counts as on it: there the edge gets a vertex, too. */
const restored = ({ arcs, runs }: BentArcs, unit: number): SnappedArcs => {
  const { coords } = arcs
  const strands = { ...linesOfRuns(coords, runs), weights: new Int16Array(runs.length) }
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

const linesOfRuns = (coords: Int32Array, runs: Int32Array): { coords: Int32Array; ends: Int32Array } => {
  const parts = new IntList(1024)
  const ends = new Int32Array(runs.length / 2)
  for (let run = 0; run < ends.length; run++) {
    for (let i = 2 * runs[2 * run]; i < 2 * runs[2 * run + 1]; i++) parts.push(coords[i])
    ends[run] = parts.length / 2
  }
  return { coords: parts.view(), ends }
}
