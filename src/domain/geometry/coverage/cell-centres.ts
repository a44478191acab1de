/** The centres of grid cells through which snap rounding bends edges (`snap-arcs.ts`). */
import { PairIndex } from '../arrangement/pair-index.ts'
import { passes } from '../arrangement/snap-rounding.ts'
import { ENTRY, PointGrid } from './point-grid.ts'

/** The centre of the cell, which owns its lower border as in `passes`. */
export const toCell = (value: number, unit: number): number => Math.floor(value / unit + 0.5) * unit

/** Of the cells that have an end of a close edge in them. */
export class CellCentres {
  /** `[x, y, …]` */
  readonly places: Int32Array
  private readonly coords: Int32Array
  private readonly unit: number
  private readonly grid: PointGrid
  private readonly found: number[] = []

  /** `close` marks the edges, by the numbers of their first positions. */
  constructor(coords: Int32Array, close: Uint8Array, unit: number) {
    const cells = new PairIndex(1024)
    for (let at = 0; at < close.length; at++)
      if (close[at] || close[at - 1])
        cells.add(toCell(coords[2 * at], unit), toCell(coords[2 * at + 1], unit))
    this.coords = coords
    this.unit = unit
    this.places = cells.view()
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
    if (staysInTwoCells(coords, at, unit)) return found
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

/** Between two cells side by side, or within one, an edge passes no third. */
const staysInTwoCells = (coords: Int32Array, at: number, unit: number): boolean => {
  const across = Math.abs(toCell(coords[2 * at], unit) - toCell(coords[2 * at + 2], unit))
  const up = Math.abs(toCell(coords[2 * at + 1], unit) - toCell(coords[2 * at + 3], unit))
  return across + up <= unit
}
