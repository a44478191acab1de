/**
 * Vertices in a grid of two levels: tells whether any lies in a triangle. They crowd along coasts and leave oceans empty, so cells of one
 * size would be too large for most of them: each coarse cell is divided by its own number of vertices.
 */
import { extentOf } from '../extent.ts'
import { turn } from '../orientation.ts'

/** Marks a vertex that does not count any more. */
export const GONE = 1

/** Vertices in a coarse cell on average, and fine cells for each vertex. */
const PER_COARSE_CELL = 8
const FINE_CELLS_PER_VERTEX = 2

export class LivePoints {
  private readonly coords: Int32Array
  private readonly gone: Uint8Array
  private readonly columns: number
  private readonly rows: number
  private readonly left: number
  private readonly bottom: number
  /** Coarse cells in a unit of length, across and up. */
  private readonly across: number
  private readonly up: number
  /** For each coarse cell its fine cells along a side, and the number of the first of them; one number more at the end. */
  private readonly sides: Int32Array
  private readonly firsts: Int32Array
  /** For each fine cell (row by row in its coarse cell), where its vertices start; one more at the end. */
  private readonly starts: Int32Array
  private readonly items: Int32Array
  /** `[x, y, …]` in the order of the items, so that a cell is read in one place. */
  private readonly places: Int32Array

  /** All positions of `coords` count, except those that are marked `GONE` in `gone`. */
  constructor(coords: Int32Array, gone: Uint8Array) {
    const count = coords.length / 2
    const [west, south, east, north] = count === 0 ? [0, 0, 0, 0] : extentOf(coords)
    const width = Math.max(1, east - west)
    const height = Math.max(1, north - south)
    const side = Math.max(1, Math.sqrt((width * height * PER_COARSE_CELL) / Math.max(1, count)))
    this.coords = coords
    this.gone = gone
    this.left = west
    this.bottom = south
    this.columns = Math.max(1, Math.min(count, Math.ceil(width / side)))
    this.rows = Math.max(1, Math.min(count, Math.ceil(height / side)))
    this.across = this.columns / width
    this.up = this.rows / height
    this.sides = new Int32Array(this.columns * this.rows)
    this.firsts = new Int32Array(this.sides.length + 1)
    const cells = this.cellsOfAll()
    this.starts = endsOf(cells, this.firsts[this.sides.length])
    this.items = new Int32Array(count)
    this.places = new Int32Array(coords.length)
    for (let i = count - 1; i >= 0; i--) {
      const at = --this.starts[cells[i]]
      this.items[at] = i
      this.places[2 * at] = coords[2 * i]
      this.places[2 * at + 1] = coords[2 * i + 1]
    }
  }

  /** Whether the closed triangle of three positions contains a vertex that is at none of its corners. */
  someInTriangle(a: number, v: number, b: number): boolean {
    const { coords, sides, firsts, starts, columns } = this
    const ax = coords[2 * a]
    const ay = coords[2 * a + 1]
    const vx = coords[2 * v]
    const vy = coords[2 * v + 1]
    const bx = coords[2 * b]
    const by = coords[2 * b + 1]
    const west = (Math.min(ax, vx, bx) - this.left) * this.across
    const east = (Math.max(ax, vx, bx) - this.left) * this.across
    const south = (Math.min(ay, vy, by) - this.bottom) * this.up
    const north = (Math.max(ay, vy, by) - this.bottom) * this.up
    const lastColumn = clamped(east, columns)
    const lastRow = clamped(north, this.rows)
    for (let row = clamped(south, this.rows); row <= lastRow; row++)
      for (let column = clamped(west, columns); column <= lastColumn; column++) {
        const cell = row * columns + column
        const side = sides[cell]
        if (side === 0) continue
        const first = clamped((west - column) * side, side)
        const last = clamped((east - column) * side, side)
        const top = clamped((north - row) * side, side)
        for (let fine = clamped((south - row) * side, side); fine <= top; fine++) {
          const at = firsts[cell] + fine * side
          if (this.someOf(starts[at + first], starts[at + last + 1], ax, ay, vx, vy, bx, by)) return true
        }
      }
    return false
  }

  /** The same for the vertices of some cells. */
  private someOf(
    start: number,
    end: number,
    ax: number,
    ay: number,
    vx: number,
    vy: number,
    bx: number,
    by: number,
  ): boolean {
    const { gone, items, places } = this
    for (let at = start; at < end; at++) {
      const x = places[2 * at]
      const y = places[2 * at + 1]
      if ((x < ax && x < vx && x < bx) || (x > ax && x > vx && x > bx)) continue
      if ((y < ay && y < vy && y < by) || (y > ay && y > vy && y > by)) continue
      if ((x === ax && y === ay) || (x === vx && y === vy) || (x === bx && y === by)) continue
      if (gone[items[at]] === GONE) continue
      const one = turn(ax, ay, vx, vy, x, y)
      const two = turn(vx, vy, bx, by, x, y)
      const three = turn(bx, by, ax, ay, x, y)
      if ((one >= 0 && two >= 0 && three >= 0) || (one <= 0 && two <= 0 && three <= 0)) return true
    }
    return false
  }

  /** Divides each coarse cell by the number of its vertices, and returns the fine cell of each vertex. */
  private cellsOfAll(): Int32Array {
    const { coords, columns, rows, left, bottom, across, up, sides, firsts } = this
    const cells = new Int32Array(coords.length / 2)
    for (let i = 0; i < cells.length; i++) {
      const column = clamped((coords[2 * i] - left) * across, columns)
      const row = clamped((coords[2 * i + 1] - bottom) * up, rows)
      cells[i] = row * columns + column
      sides[cells[i]]++
    }
    for (let cell = 0; cell < sides.length; cell++) {
      sides[cell] = Math.ceil(Math.sqrt(FINE_CELLS_PER_VERTEX * sides[cell]))
      firsts[cell + 1] = firsts[cell] + sides[cell] * sides[cell]
    }
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]
      const side = sides[cell]
      const row = Math.floor(cell / columns)
      const column = cell - row * columns
      const fineColumn = clamped(((coords[2 * i] - left) * across - column) * side, side)
      const fineRow = clamped(((coords[2 * i + 1] - bottom) * up - row) * side, side)
      cells[i] = firsts[cell] + fineRow * side + fineColumn
    }
    return cells
  }
}

/** Where the vertices of each cell end, and one end more: the end of a cell becomes its start as its vertices are put in. */
const endsOf = (cells: Int32Array, count: number): Int32Array => {
  const ends = new Int32Array(count + 1)
  for (let i = 0; i < cells.length; i++) ends[cells[i]]++
  for (let cell = 0; cell < count; cell++) ends[cell + 1] += ends[cell]
  return ends
}

/** The cell of a line of cells. */
const clamped = (cell: number, count: number): number =>
  cell <= 0 ? 0 : cell >= count ? count - 1 : Math.floor(cell)
