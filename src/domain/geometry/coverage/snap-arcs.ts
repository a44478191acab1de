/**
 * Rounds arcs that do not cross to a grid: snap rounding (Hobby, "Practical segment intersection with finite precision output", 1999).
 * Each edge is bent through every cell that it passes and that has a vertex in it, so no edge changes sides of a vertex: what is thinner
 * than a cell collapses onto one line, the same for both sides, and nothing overlaps.
 */
import { boxOf } from '../arrangement/cells.ts'
import { IntList } from '../arrangement/int-list.ts'
import { node } from '../arrangement/noding.ts'
import { PairIndex } from '../arrangement/pair-index.ts'
import { passes } from '../arrangement/snap-rounding.ts'
import { type Arcs, arcStart } from './arcs.ts'

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
      for (const centre of centres.along(at)) push(snapped, start, centres.x[centre], centres.y[centre])
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

/** Centres of the cells that have a vertex in them, in buckets. */
class Centres {
  readonly x: Int32Array
  readonly y: Int32Array
  private readonly coords: Int32Array
  private readonly unit: number
  private readonly left: number
  private readonly bottom: number
  private readonly columns: number
  private readonly rows: number
  private readonly width: number
  private readonly height: number
  private readonly starts: Int32Array
  private readonly items: Int32Array
  private readonly found: number[] = []

  constructor(coords: Int32Array, unit: number) {
    const cells = new PairIndex(coords.length / 4)
    const centres = new IntList(coords.length)
    for (let i = 0; i < coords.length; i += 2) {
      const [x, y] = [toCell(coords[i], unit), toCell(coords[i + 1], unit)]
      const known = cells.size
      if (cells.add(x, y) < known) continue
      centres.push(x)
      centres.push(y)
    }
    const count = cells.size
    this.coords = coords
    this.unit = unit
    this.x = new Int32Array(count)
    this.y = new Int32Array(count)
    for (let i = 0; i < count; i++) {
      this.x[i] = centres.at(2 * i)
      this.y[i] = centres.at(2 * i + 1)
    }
    const box = count === 0 ? { left: 0, bottom: 0, right: 0, top: 0 } : boxOf(centres.view())
    const across = box.right - box.left + unit
    const up = box.top - box.bottom + unit
    const side = Math.max(unit, Math.sqrt((across * up) / Math.max(1, count)))
    this.left = box.left - unit / 2
    this.bottom = box.bottom - unit / 2
    this.columns = Math.max(1, Math.min(count, Math.ceil(across / side)))
    this.rows = Math.max(1, Math.min(count, Math.ceil(up / side)))
    this.width = across / this.columns
    this.height = up / this.rows
    this.starts = new Int32Array(this.columns * this.rows + 1)
    const bucketOf = (i: number): number => this.row(this.y[i]) * this.columns + this.column(this.x[i])
    for (let i = 0; i < count; i++) this.starts[bucketOf(i) + 1]++
    for (let i = 1; i < this.starts.length; i++) this.starts[i] += this.starts[i - 1]
    const next = this.starts.slice()
    this.items = new Int32Array(count)
    for (let i = 0; i < count; i++) this.items[next[bucketOf(i)]++] = i
  }

  /** Those that the edge from a position to the next one passes between the cells of both, in its order; valid until the next call. */
  along(at: number): readonly number[] {
    const { coords, unit, found, x, y, starts, items, columns } = this
    const ax = coords[2 * at]
    const ay = coords[2 * at + 1]
    const bx = coords[2 * at + 2]
    const by = coords[2 * at + 3]
    found.length = 0
    const [firstX, firstY, lastX, lastY] = [
      toCell(ax, unit),
      toCell(ay, unit),
      toCell(bx, unit),
      toCell(by, unit),
    ]
    const [low, high] = ay < by ? [0, 2] : [2, 0]
    const [x1, y1] = [coords[2 * at + low], coords[2 * at + low + 1]]
    const [x2, y2] = [coords[2 * at + high], coords[2 * at + high + 1]]
    const slope = y2 > y1 ? (x2 - x1) / (y2 - y1) : 0
    for (let row = this.row(y1 - unit), top = this.row(y2 + unit); row <= top; row++) {
      const floor = this.bottom + row * this.height - unit
      const entering = y2 > y1 ? x1 + (Math.max(y1, floor) - y1) * slope : x1
      const leaving = y2 > y1 ? x1 + (Math.min(y2, floor + this.height + 2 * unit) - y1) * slope : x2
      const first = this.column(Math.min(entering, leaving) - unit)
      const last = this.column(Math.max(entering, leaving) + unit)
      for (let i = starts[row * columns + first], end = starts[row * columns + last + 1]; i < end; i++) {
        const centre = items[i]
        if (!meets(ax, bx, x[centre], unit) || !meets(ay, by, y[centre], unit)) continue
        if ((x[centre] === firstX && y[centre] === firstY) || (x[centre] === lastX && y[centre] === lastY))
          continue
        if (passes(coords, at, x[centre], y[centre], unit / 2)) found.push(centre)
      }
    }
    if (found.length < 2) return found
    const along = (centre: number): number => (x[centre] - ax) * (bx - ax) + (y[centre] - ay) * (by - ay)
    return found.sort((a, b) => along(a) - along(b) || a - b)
  }

  private column(x: number): number {
    return Math.max(0, Math.min(this.columns - 1, Math.floor((x - this.left) / this.width)))
  }

  private row(y: number): number {
    return Math.max(0, Math.min(this.rows - 1, Math.floor((y - this.bottom) / this.height)))
  }
}

const meets = (a: number, b: number, centre: number, unit: number): boolean =>
  centre - unit / 2 <= Math.max(a, b) && centre + unit / 2 >= Math.min(a, b)
