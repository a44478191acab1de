/** A grid of segments, inserted one by one, that finds earlier segments nearby. */
import type { Box } from '../arrangement/cells.ts'

export class SegmentGrid {
  private readonly coords: Int32Array
  private readonly box: Box
  private readonly columns: number
  private readonly rows: number
  private readonly width: number
  private readonly height: number
  /** Last entry of each cell; for each entry its segment, and the previous entry in the same cell. */
  private readonly heads: Int32Array
  private readonly segments: number[] = []
  private readonly earlier: number[] = []
  /** For each segment, the last one for which it was reported. */
  private readonly shownTo: number[] = []
  private readonly cells: number[] = []

  /**
   * Makes about one cell for each of the `expected` segments. Cells have the average width and height of a segment, so that
   * long thin fjords side by side do not share all their cells.
   */
  constructor(coords: Int32Array, box: Box, expected: number, meanWidth: number, meanHeight: number) {
    this.coords = coords
    this.box = box
    const across = box.right - box.left
    const up = box.top - box.bottom
    const ratio = (across / Math.max(1, meanWidth)) * (Math.max(1, meanHeight) / up)
    this.columns = Math.min(expected, Math.max(1, Math.round(Math.sqrt(expected * ratio))))
    this.rows = Math.max(1, Math.round(expected / this.columns))
    this.width = across / this.columns
    this.height = up / this.rows
    this.heads = new Int32Array(this.columns * this.rows).fill(-1)
  }

  /** Calls for each stored segment that shares a cell with the one between two positions, until the callback stops it. */
  someNear(segment: number, from: number, to: number, stops: (other: number) => boolean): boolean {
    this.findCells(from, to)
    for (const cell of this.cells) {
      for (let entry = this.heads[cell]; entry >= 0; entry = this.earlier[entry]) {
        const other = this.segments[entry]
        if (this.shownTo[other] === segment) continue
        this.shownTo[other] = segment
        if (stops(other)) return true
      }
    }
    return false
  }

  put(segment: number, from: number, to: number): void {
    this.findCells(from, to)
    for (const cell of this.cells) {
      this.segments.push(segment)
      this.earlier.push(this.heads[cell])
      this.heads[cell] = this.segments.length - 1
    }
  }

  /** Finds the cells that the segment passes, row by row, with a unit of tolerance for rounding. */
  private findCells(from: number, to: number): void {
    const { coords, box, columns, rows, width, height, cells } = this
    cells.length = 0
    const [low, high] = coords[2 * from + 1] < coords[2 * to + 1] ? [from, to] : [to, from]
    const x1 = coords[2 * low] - box.left
    const y1 = coords[2 * low + 1] - box.bottom
    const x2 = coords[2 * high] - box.left
    const y2 = coords[2 * high + 1] - box.bottom
    const slope = y2 > y1 ? (x2 - x1) / (y2 - y1) : 0
    const firstRow = Math.max(0, Math.floor((y1 - 1) / height))
    const lastRow = Math.min(rows - 1, Math.floor((y2 + 1) / height))
    for (let row = firstRow; row <= lastRow; row++) {
      const entering = y2 > y1 ? x1 + (Math.max(y1, row * height - 1) - y1) * slope : x1
      const leaving = y2 > y1 ? x1 + (Math.min(y2, (row + 1) * height + 1) - y1) * slope : x2
      const first = Math.max(0, Math.floor((Math.min(entering, leaving) - 1) / width))
      const last = Math.min(columns - 1, Math.floor((Math.max(entering, leaving) + 1) / width))
      for (let column = first; column <= last; column++) cells.push(row * columns + column)
    }
  }
}
