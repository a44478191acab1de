/** The vertices that are left, in a grid: tells whether any lies in a triangle. Coarsened as their number falls. */
import { boxOf } from '../arrangement/cells.ts'
import { turn } from '../orientation.ts'

/** Marks a vertex that does not count any more. */
export const GONE = 1

/** Vertices in a cell on average. */
const PER_CELL = 2

export class LivePoints {
  private readonly coords: Int32Array
  private readonly gone: Uint8Array
  private points: Int32Array
  private starts = new Int32Array(1)
  private items = new Int32Array(0)
  /** `[x, y, …]` in the order of the items, so that a cell is read in one place. */
  private places = new Int32Array(0)
  private columns = 1
  private rows = 1
  private width = 1
  private height = 1
  private left = 0
  private bottom = 0

  /** `points` are positions of `coords`; those marked `GONE` in `gone` do not count, and a rebuild forgets all that are marked. */
  constructor(coords: Int32Array, points: Int32Array, gone: Uint8Array) {
    this.coords = coords
    this.gone = gone
    this.points = points
    this.rebuild()
  }

  rebuild(): void {
    const { coords, gone } = this
    this.points = this.points.filter((point) => gone[point] === 0)
    const { points } = this
    if (points.length === 0) return
    const used = new Int32Array(2 * points.length)
    for (let i = 0; i < points.length; i++) {
      used[2 * i] = coords[2 * points[i]]
      used[2 * i + 1] = coords[2 * points[i] + 1]
    }
    const box = boxOf(used)
    this.left = box.left
    this.bottom = box.bottom
    const across = Math.max(1, box.right - box.left)
    const up = Math.max(1, box.top - box.bottom)
    const side = Math.max(1, Math.sqrt((across * up * PER_CELL) / points.length))
    this.columns = Math.min(points.length, Math.max(1, Math.ceil(across / side)))
    this.rows = Math.min(points.length, Math.max(1, Math.ceil(up / side)))
    this.width = across / this.columns
    this.height = up / this.rows
    this.starts = new Int32Array(this.columns * this.rows + 1)
    this.items = new Int32Array(points.length)
    this.places = new Int32Array(2 * points.length)
    const cells = new Int32Array(points.length)
    for (let i = 0; i < cells.length; i++) {
      cells[i] = this.row(used[2 * i + 1]) * this.columns + this.column(used[2 * i])
      this.starts[cells[i] + 1]++
    }
    for (let cell = 1; cell < this.starts.length; cell++) this.starts[cell] += this.starts[cell - 1]
    const next = this.starts.slice()
    for (let i = 0; i < cells.length; i++) {
      const at = next[cells[i]]++
      this.items[at] = points[i]
      this.places[2 * at] = used[2 * i]
      this.places[2 * at + 1] = used[2 * i + 1]
    }
  }

  /** Whether the closed triangle of three positions contains a vertex that is at none of its corners. */
  someInTriangle(a: number, v: number, b: number): boolean {
    const { coords, gone, starts, items, places, columns } = this
    const ax = coords[2 * a]
    const ay = coords[2 * a + 1]
    const vx = coords[2 * v]
    const vy = coords[2 * v + 1]
    const bx = coords[2 * b]
    const by = coords[2 * b + 1]
    const west = Math.min(ax, vx, bx)
    const east = Math.max(ax, vx, bx)
    const south = Math.min(ay, vy, by)
    const north = Math.max(ay, vy, by)
    const first = this.column(west)
    const last = this.column(east)
    for (let row = this.row(south), top = this.row(north); row <= top; row++)
      for (let at = starts[row * columns + first], end = starts[row * columns + last + 1]; at < end; at++) {
        const x = places[2 * at]
        const y = places[2 * at + 1]
        if (x < west || x > east || y < south || y > north || gone[items[at]] === GONE) continue
        if ((x === ax && y === ay) || (x === vx && y === vy) || (x === bx && y === by)) continue
        const one = turn(ax, ay, vx, vy, x, y)
        const two = turn(vx, vy, bx, by, x, y)
        const three = turn(bx, by, ax, ay, x, y)
        if ((one >= 0 && two >= 0 && three >= 0) || (one <= 0 && two <= 0 && three <= 0)) return true
      }
    return false
  }

  private column(x: number): number {
    return clamped((x - this.left) / this.width, this.columns)
  }

  private row(y: number): number {
    return clamped((y - this.bottom) / this.height, this.rows)
  }
}

/** The cell of a line of cells. */
const clamped = (cell: number, count: number): number =>
  cell <= 0 ? 0 : cell >= count ? count - 1 : Math.floor(cell)
