/**
 * Positions in a grid of two levels. They crowd along coasts and leave oceans empty, so cells of one size would be too large for most of
 * them: each coarse cell is divided by its own number of positions.
 */

import { extentOf } from '../extent.ts'
import { grown } from '../grown.ts'

/** Positions in a coarse cell on average, and fine cells for each position. */
const PER_COARSE_CELL = 8
const FINE_CELLS_PER_POSITION = 2

/** Numbers of an entry: x, y and the number of the position. */
export const ENTRY = 3

export class PointGrid {
  /** `[x, y, number, …]` in the order of the cells, so that a cell is read in one place. */
  readonly entries: Int32Array
  /** Where the entries that were found last start and end: `[start, end, …]`. */
  ranges = new Int32Array(64)
  private readonly columns: number
  private readonly rows: number
  private readonly left: number
  private readonly bottom: number
  /** Coarse cells in a unit of length, across and up. */
  private readonly across: number
  private readonly up: number
  /** For each coarse cell the number of its fine cells along a side, and that of the first of them. */
  private readonly coarse: Int32Array
  /** For each fine cell (row by row in its coarse cell), where its entries start; one more at the end. */
  private readonly starts: Int32Array

  constructor(coords: Int32Array) {
    const count = coords.length / 2
    const [west, south, east, north] = count === 0 ? [0, 0, 0, 0] : extentOf(coords)
    const width = Math.max(1, east - west)
    const height = Math.max(1, north - south)
    const side = Math.max(1, Math.sqrt((width * height * PER_COARSE_CELL) / Math.max(1, count)))
    this.left = west
    this.bottom = south
    this.columns = Math.max(1, Math.min(count, Math.ceil(width / side)))
    this.rows = Math.max(1, Math.min(count, Math.ceil(height / side)))
    this.across = this.columns / width
    this.up = this.rows / height
    this.coarse = new Int32Array(2 * this.columns * this.rows)
    const cells = new Int32Array(count)
    const fineCells = this.fillCells(coords, cells)
    this.starts = endsOf(cells, fineCells)
    this.entries = new Int32Array(ENTRY * count)
    for (let i = count - 1; i >= 0; i--) {
      const at = ENTRY * --this.starts[cells[i]]
      this.entries[at] = coords[2 * i]
      this.entries[at + 1] = coords[2 * i + 1]
      this.entries[at + 2] = i
    }
  }

  /** The coarse row at a height; the nearest one outside of the grid. */
  rowAt(y: number): number {
    return clamped((y - this.bottom) * this.up, this.rows)
  }

  /** The height at which a coarse row begins. */
  bottomOf(row: number): number {
    return this.bottom + row / this.up
  }

  /**
   * Finds the entries of a coarse row in a box, among others near it; sets `ranges`, and returns the number of its elements. Each entry
   * is in one row.
   */
  findInRow(row: number, west: number, south: number, east: number, north: number): number {
    const { coarse, starts, columns } = this
    const left = (west - this.left) * this.across
    const right = (east - this.left) * this.across
    const low = (south - this.bottom) * this.up - row
    const high = (north - this.bottom) * this.up - row
    const lastColumn = clamped(right, columns)
    let length = 0
    for (let column = clamped(left, columns); column <= lastColumn; column++) {
      const cell = 2 * (row * columns + column)
      const side = coarse[cell]
      if (side === 0) continue
      const first = clamped((left - column) * side, side)
      const last = clamped((right - column) * side, side)
      const top = clamped(high * side, side)
      for (let fine = clamped(low * side, side); fine <= top; fine++) {
        const at = coarse[cell + 1] + fine * side
        const start = starts[at + first]
        const end = starts[at + last + 1]
        if (start === end) continue
        if (length === this.ranges.length) this.ranges = grown(this.ranges, 2 * length)
        this.ranges[length++] = ENTRY * start
        this.ranges[length++] = ENTRY * end
      }
    }
    return length
  }

  /** Divides each coarse cell by the number of its positions, and fills in the fine cell of each position. Returns their number. */
  private fillCells(coords: Int32Array, cells: Int32Array): number {
    const { columns, rows, left, bottom, across, up, coarse } = this
    for (let i = 0; i < cells.length; i++) {
      const column = clamped((coords[2 * i] - left) * across, columns)
      const row = clamped((coords[2 * i + 1] - bottom) * up, rows)
      cells[i] = 2 * (row * columns + column)
      coarse[cells[i]]++
    }
    let fineCells = 0
    for (let cell = 0; cell < coarse.length; cell += 2) {
      const side = Math.ceil(Math.sqrt(FINE_CELLS_PER_POSITION * coarse[cell]))
      coarse[cell] = side
      coarse[cell + 1] = fineCells
      fineCells += side * side
    }
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]
      const side = coarse[cell]
      const row = Math.floor(cell / (2 * columns))
      const column = cell / 2 - row * columns
      const fineColumn = clamped(((coords[2 * i] - left) * across - column) * side, side)
      const fineRow = clamped(((coords[2 * i + 1] - bottom) * up - row) * side, side)
      cells[i] = coarse[cell + 1] + fineRow * side + fineColumn
    }
    return fineCells
  }
}

/** Where the entries of each cell end, and one end more: the end of a cell becomes its start as its entries are put in. */
const endsOf = (cells: Int32Array, count: number): Int32Array => {
  const ends = new Int32Array(count + 1)
  for (let i = 0; i < cells.length; i++) ends[cells[i]]++
  for (let cell = 0; cell < count; cell++) ends[cell + 1] += ends[cell]
  return ends
}

/** The cell of a line of cells. */
const clamped = (cell: number, count: number): number =>
  cell <= 0 ? 0 : cell >= count ? count - 1 : Math.floor(cell)
