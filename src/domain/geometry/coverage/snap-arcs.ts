/**
 * Rounds arcs that do not cross to a grid: snap rounding (Hobby, "Practical segment intersection with finite precision output", 1999).
 * Each edge is bent through every cell that it passes and that has a vertex in it, so no edge changes sides of a vertex: what is thinner
 * than a cell collapses onto one line, the same for both sides, and nothing overlaps.
 */
import { IntList } from '../arrangement/int-list.ts'
import { node } from '../arrangement/noding.ts'
import { PairIndex } from '../arrangement/pair-index.ts'
import { passes } from '../arrangement/snap-rounding.ts'
import { type Arcs, arcStart } from './arcs.ts'
import { ENTRY, PointGrid } from './point-grid.ts'

/** The arcs on the grid of `unit`; those that shrink to a point have no positions. */
export const snapArcs = (arcs: Arcs, unit: number): Arcs => {
  if (unit === 1) return arcs
  const { coords, ends } = arcs
  const centres = new Centres(coords, unit)
  const snapped = new IntList(coords.length)
  const snappedEnds = new Uint32Array(ends.length)
  for (let arc = 0; arc < ends.length; arc++) {
    const start = snapped.length
    for (let at = arcStart(arcs, arc); at < ends[arc]; at++) {
      push(snapped, start, toCell(coords[2 * at], unit), toCell(coords[2 * at + 1], unit))
      if (at + 1 === ends[arc]) break
      if (staysInTwoCells(coords, at, unit)) continue
      for (const centre of centres.along(at))
        push(snapped, start, centres.places[2 * centre], centres.places[2 * centre + 1])
    }
    if (snapped.length === start + 2) snapped.length = start
    snappedEnds[arc] = snapped.length / 2
  }
  return restored({ coords: snapped.view(), ends: snappedEnds, isRing: arcs.isRing }, unit)
}

/** The centre of the cell, which owns its lower border as in `passes`. */
const toCell = (value: number, unit: number): number => Math.floor(value / unit + 0.5) * unit

/** Between two cells side by side, or within one, an edge passes no third. */
const staysInTwoCells = (coords: Int32Array, at: number, unit: number): boolean => {
  const across = Math.abs(toCell(coords[2 * at], unit) - toCell(coords[2 * at + 2], unit))
  const up = Math.abs(toCell(coords[2 * at + 1], unit) - toCell(coords[2 * at + 3], unit))
  return across + up <= unit
}

const push = (list: IntList, start: number, x: number, y: number): void => {
  const { length } = list
  if (length > start && list.at(length - 2) === x && list.at(length - 1) === y) return
  list.push(x)
  list.push(y)
}

/** A vertex may be so near an edge that it counts as on it: there the edge gets a vertex, too. */
const restored = (arcs: Arcs, unit: number): Arcs => {
  const kept = Uint32Array.from(arcs.ends.keys()).filter((arc) => arcs.ends[arc] > arcStart(arcs, arc))
  const strands = {
    coords: arcs.coords.slice(),
    ends: Int32Array.from(kept, (arc) => arcs.ends[arc]),
    weights: new Int16Array(2 * kept.length),
  }
  const noded = node(strands, unit)
  const ends = new Uint32Array(arcs.ends.length)
  kept.forEach((arc, strand) => {
    ends[arc] = noded.ends[strand]
  })
  for (let arc = 1; arc < ends.length; arc++) ends[arc] = Math.max(ends[arc], ends[arc - 1])
  return { coords: noded.coords, ends, isRing: arcs.isRing }
}

/** Centres of the cells that have a vertex in them. */
class Centres {
  /** `[x, y, …]` */
  readonly places: Int32Array
  private readonly coords: Int32Array
  private readonly unit: number
  private readonly grid: PointGrid
  private readonly found: number[] = []

  constructor(coords: Int32Array, unit: number) {
    const cells = new PairIndex(coords.length / 2)
    const places = new Int32Array(coords.length)
    for (let i = 0; i < coords.length; i += 2) {
      const [x, y] = [toCell(coords[i], unit), toCell(coords[i + 1], unit)]
      const known = cells.size
      if (cells.add(x, y) < known) continue
      places[2 * known] = x
      places[2 * known + 1] = y
    }
    this.coords = coords
    this.unit = unit
    this.places = places.subarray(0, 2 * cells.size)
    this.grid = new PointGrid(this.places)
  }

  /** Those that the edge from a position to the next one passes between the cells of both, in its order; valid until the next call. */
  along(at: number): readonly number[] {
    const { coords, unit, found, grid, places } = this
    const ax = coords[2 * at]
    const ay = coords[2 * at + 1]
    const bx = coords[2 * at + 2]
    const by = coords[2 * at + 3]
    found.length = 0
    const [low, high] = ay < by ? [0, 2] : [2, 0]
    const [x1, y1] = [coords[2 * at + low], coords[2 * at + low + 1]]
    const [x2, y2] = [coords[2 * at + high], coords[2 * at + high + 1]]
    const slope = y2 > y1 ? (x2 - x1) / (y2 - y1) : 0
    const first = grid.rowAt(y1 - unit)
    const last = grid.rowAt(y2 + unit)
    for (let row = first; row <= last; row++) {
      // A row alone holds all of the edge.
      const floor = first === last ? y1 : grid.bottomOf(row) - unit
      const ceiling = first === last ? y2 : grid.bottomOf(row + 1) + unit
      const entering = y2 > y1 ? x1 + (Math.max(y1, floor) - y1) * slope : x1
      const leaving = y2 > y1 ? x1 + (Math.min(y2, ceiling) - y1) * slope : x2
      const west = Math.min(entering, leaving) - unit
      const east = Math.max(entering, leaving) + unit
      const length = grid.findInRow(row, west, y1 - unit, east, y2 + unit)
      for (let i = 0; i < length; i += 2) this.addPassed(at, grid.ranges[i], grid.ranges[i + 1])
    }
    if (found.length < 2) return found
    const along = (centre: number): number =>
      (places[2 * centre] - ax) * (bx - ax) + (places[2 * centre + 1] - ay) * (by - ay)
    return found.sort((a, b) => along(a) - along(b) || a - b)
  }

  /** Adds those of a range of the grid's entries that the edge passes between the cells of its ends. */
  private addPassed(at: number, start: number, end: number): void {
    const { coords, unit, found } = this
    const { entries } = this.grid
    const half = unit / 2
    const ax = coords[2 * at]
    const ay = coords[2 * at + 1]
    const bx = coords[2 * at + 2]
    const by = coords[2 * at + 3]
    const west = Math.min(ax, bx) - half
    const south = Math.min(ay, by) - half
    const east = Math.max(ax, bx) + half
    const north = Math.max(ay, by) + half
    for (let i = start; i < end; i += ENTRY) {
      const x = entries[i]
      const y = entries[i + 1]
      if (x < west || x > east || y < south || y > north) continue
      if (x === toCell(ax, unit) && y === toCell(ay, unit)) continue
      if (x === toCell(bx, unit) && y === toCell(by, unit)) continue
      if (passes(coords, at, x, y, half)) found.push(entries[i + 2])
    }
  }
}
