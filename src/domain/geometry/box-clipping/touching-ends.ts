/**
 * Tests whether the rounded end of a stretch, or the rest of its edge, meets another edge: then rounding decides what is
 * inside.
 */
import { turn } from '../orientation.ts'
import type { PathBuffer } from '../path-buffer.ts'
import type { TileBox } from '../tiles.ts'

export class StretchEnds {
  /** `[ax, ay, bx, by]` of each end, from the inner position to the one on a side of the box. */
  private ends = new Int32Array(256)
  /** `[west, south, east, north]` of each end. */
  private boxes = new Int32Array(256)
  /** Side of each end, as a bit in the order of a box. */
  private sides = new Uint8Array(64)
  private count = 0
  /** Part of the box that no end reaches into, where nearly all edges are. Empty if ends pass the whole box. */
  private west = 0
  private south = 0
  private east = 0
  private north = 0

  /** Reads the ends of all stretches in a box. */
  read(stretches: PathBuffer, box: TileBox): void {
    ;[this.west, this.south, this.east, this.north] = box
    this.count = 0
    if (this.sides.length < 2 * stretches.count) {
      this.ends = new Int32Array(16 * stretches.count)
      this.boxes = new Int32Array(16 * stretches.count)
      this.sides = new Uint8Array(4 * stretches.count)
    }
    const { coords } = stretches
    for (let stretch = 0; stretch < stretches.count; stretch++) {
      const first = stretches.startOf(stretch)
      const last = stretches.endOf(stretch) - 2
      if (last > first + 2) this.add(coords, first + 2, first, box)
      this.add(coords, last - 2, last, box)
    }
  }

  /**
   * True if an end meets an edge of the path, `[x, y, …]` from element `start` up to `end`; a ring has an edge back to its
   * start.
   */
  touch(coords: Int32Array, start: number, end: number, isRing: boolean): boolean {
    const { west, south, east, north } = this
    let cx = coords[isRing ? end - 2 : start]
    let cy = coords[isRing ? end - 1 : start + 1]
    let wasBeneath = cx > west && cx < east && cy > south && cy < north
    for (let at = isRing ? start : start + 2; at < end; at += 2) {
      const dx = coords[at]
      const dy = coords[at + 1]
      const isBeneath = dx > west && dx < east && dy > south && dy < north
      if (!(isBeneath && wasBeneath) && this.touchEdge(cx, cy, dx, dy)) return true
      cx = dx
      cy = dy
      wasBeneath = isBeneath
    }
    return false
  }

  /** True if an end may reach into the box that begins at an element. */
  reachInto(boxes: Int32Array, at: number): boolean {
    return !(
      boxes[at] > this.west &&
      boxes[at + 1] > this.south &&
      boxes[at + 2] < this.east &&
      boxes[at + 3] < this.north
    )
  }

  private add(coords: Int32Array, inner: number, outer: number, box: TileBox): void {
    const ax = coords[inner]
    const ay = coords[inner + 1]
    const bx = coords[outer]
    const by = coords[outer + 1]
    const side = bx === box[0] ? WEST : bx === box[2] ? EAST : by === box[1] ? SOUTH : NORTH
    if (side === WEST) this.west = Math.max(this.west, ax)
    else if (side === EAST) this.east = Math.min(this.east, ax)
    else if (side === SOUTH) this.south = Math.max(this.south, ay)
    else this.north = Math.min(this.north, ay)
    this.sides[this.count] = side
    const at = 4 * this.count++
    this.ends[at] = ax
    this.ends[at + 1] = ay
    this.ends[at + 2] = bx
    this.ends[at + 3] = by
    this.boxes[at] = Math.min(ax, bx)
    this.boxes[at + 1] = Math.min(ay, by)
    this.boxes[at + 2] = Math.max(ax, bx)
    this.boxes[at + 3] = Math.max(ay, by)
  }

  private touchEdge(cx: number, cy: number, dx: number, dy: number): boolean {
    const west = Math.min(cx, dx)
    const east = Math.max(cx, dx)
    const south = Math.min(cy, dy)
    const north = Math.max(cy, dy)
    const reached =
      (west > this.west ? 0 : WEST) |
      (south > this.south ? 0 : SOUTH) |
      (east < this.east ? 0 : EAST) |
      (north < this.north ? 0 : NORTH)
    const { ends, boxes, sides, count } = this
    for (let end = 0; end < count; end++) {
      if ((sides[end] & reached) === 0) continue
      const at = 4 * end
      if (boxes[at] > east || boxes[at + 2] < west || boxes[at + 1] > north || boxes[at + 3] < south) continue
      if (meets(ends[at], ends[at + 1], ends[at + 2], ends[at + 3], cx, cy, dx, dy)) return true
    }
    return false
  }
}

/** Bits of the sides, in the order of a box. */
const WEST = 1 << 0
const SOUTH = 1 << 1
const EAST = 1 << 2
const NORTH = 1 << 3

/** True if an end meets another edge elsewhere than at its inner position, (ax, ay). It does not meet itself. */
const meets = (
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean => {
  if (
    (cx === ax && cy === ay && dx === bx && dy === by) ||
    (dx === ax && dy === ay && cx === bx && cy === by)
  )
    return false
  if (cx === ax && cy === ay) return continues(ax, ay, bx, by, dx, dy)
  if (dx === ax && dy === ay) return continues(ax, ay, bx, by, cx, cy)
  const sideC = turn(ax, ay, bx, by, cx, cy)
  const sideD = turn(ax, ay, bx, by, dx, dy)
  if ((sideC > 0 && sideD > 0) || (sideC < 0 && sideD < 0)) return false
  const sideA = turn(cx, cy, dx, dy, ax, ay)
  const sideB = turn(cx, cy, dx, dy, bx, by)
  return !((sideA > 0 && sideB > 0) || (sideA < 0 && sideB < 0))
}

/** True if the edge from a to c has the direction of the end from a to b. */
const continues = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean =>
  turn(ax, ay, bx, by, cx, cy) === 0 && (cx - ax) * (bx - ax) + (cy - ay) * (by - ay) > 0
