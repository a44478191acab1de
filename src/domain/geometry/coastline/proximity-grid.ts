/** Tests whether positions are near any of many lines, with a grid of the cells that lines pass. */
import { POLE } from '../map-rim.ts'

export class ProximityGrid {
  private readonly reach: number
  /** Exceeds the number of cells from pole to pole. */
  private readonly row: number
  private readonly cells = new Set<number>()

  /** Positions up to `reach` units away are near; those more than twice as far are not. */
  constructor(reach: number) {
    this.reach = reach
    this.row = 2 * Math.ceil(POLE / reach) + 4
  }

  addEdge(x1: number, y1: number, x2: number, y2: number): void {
    this.someAlong(x1, y1, x2, y2, (x, y) => {
      this.cells.add(this.cellOf(x, y))
      return false
    })
  }

  addLine(line: Int32Array): void {
    for (let i = 2; i < line.length; i += 2) this.addEdge(line[i - 2], line[i - 1], line[i], line[i + 1])
  }

  isNear(x: number, y: number): boolean {
    // The first test nearly always decides.
    if (this.cells.has(this.cellOf(x, y))) return true
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        if (this.cells.has(this.cellOf(x + dx * this.reach, y + dy * this.reach))) return true
    return false
  }

  isEdgeNear(x1: number, y1: number, x2: number, y2: number): boolean {
    return !this.someAlong(x1, y1, x2, y2, (x, y) => !this.isNear(x, y))
  }

  isLineNear(line: Int32Array): boolean {
    for (let i = 2; i < line.length; i += 2)
      if (!this.isEdgeNear(line[i - 2], line[i - 1], line[i], line[i + 1])) return false
    return true
  }

  /** Visits both ends, and enough positions between them that each is within `reach` of the next. */
  private someAlong(
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    is: (x: number, y: number) => boolean,
  ): boolean {
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) / this.reach))
    for (let step = 0; step <= steps; step++)
      if (is(x1 + ((x2 - x1) * step) / steps, y1 + ((y2 - y1) * step) / steps)) return true
    return false
  }

  private cellOf(x: number, y: number): number {
    return Math.floor(x / this.reach) * this.row + Math.floor(y / this.reach)
  }
}
