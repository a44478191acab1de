/** The vertices that are left: tells whether any lies in a triangle. */
import { turn } from '../orientation.ts'
import { ENTRY, PointGrid } from './point-grid.ts'

/** Marks a vertex that does not count any more. */
export const GONE = 1

export class LivePoints {
  private readonly coords: Int32Array
  private readonly gone: Uint8Array
  private readonly grid: PointGrid

  /** All positions of `coords` count, except those that are marked `GONE` in `gone`. */
  constructor(coords: Int32Array, gone: Uint8Array) {
    this.coords = coords
    this.gone = gone
    this.grid = new PointGrid(coords)
  }

  /** Whether the closed triangle of three positions contains a vertex that is at none of its corners. */
  someInTriangle(a: number, v: number, b: number): boolean {
    const { coords, grid } = this
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
    for (let row = grid.rowAt(south), top = grid.rowAt(north); row <= top; row++) {
      const length = grid.findInRow(row, west, south, east, north)
      for (let i = 0; i < length; i += 2)
        if (this.someOf(grid.ranges[i], grid.ranges[i + 1], ax, ay, vx, vy, bx, by)) return true
    }
    return false
  }

  /** The same for a range of the grid's entries. */
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
    const { gone } = this
    const { entries } = this.grid
    for (let at = start; at < end; at += ENTRY) {
      const x = entries[at]
      const y = entries[at + 1]
      if ((x < ax && x < vx && x < bx) || (x > ax && x > vx && x > bx)) continue
      if ((y < ay && y < vy && y < by) || (y > ay && y > vy && y > by)) continue
      if ((x === ax && y === ay) || (x === vx && y === vy) || (x === bx && y === by)) continue
      if (gone[entries[at + 2]] === GONE) continue
      const one = turn(ax, ay, vx, vy, x, y)
      const two = turn(vx, vy, bx, by, x, y)
      const three = turn(bx, by, ax, ay, x, y)
      if ((one >= 0 && two >= 0 && three >= 0) || (one <= 0 && two <= 0 && three <= 0)) return true
    }
    return false
  }
}
