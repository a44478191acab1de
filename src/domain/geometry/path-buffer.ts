/**
 * Stores paths one after the other in reusable buffers: kernels that make many small paths would otherwise spend their time
 * on arrays.
 */
import { grown } from './grown.ts'

export class PathBuffer {
  /** `[x, y, …]`; elements from `length` on are unused. */
  coords: Int32Array = new Int32Array(1_024)
  length = 0
  /** Index of the position after each path's last one, as in `Rings`. */
  ends: Int32Array = new Int32Array(64)
  count = 0

  clear(): void {
    this.length = 0
    this.count = 0
  }

  /** Makes room for this many numbers. */
  reserve(numbers: number): void {
    if (this.length + numbers > this.coords.length)
      this.coords = grown(this.coords, 2 * (this.length + numbers))
  }

  /** Returns the index of the first number of a path. */
  startOf(path: number): number {
    return path === 0 ? 0 : 2 * this.ends[path - 1]
  }

  /** Returns the index after the last number of a path. */
  endOf(path: number): number {
    return 2 * this.ends[path]
  }

  /** Ends a path: the numbers written since the last one, up to `length`. */
  endPath(length: number): void {
    if (this.count === this.ends.length) this.ends = grown(this.ends, 2 * this.count)
    this.length = length
    this.ends[this.count++] = length / 2
  }

  /** Copies a path from element `start` up to `end`. */
  add(coords: ArrayLike<number>, start: number, end: number): void {
    this.reserve(end - start)
    const into = this.coords
    let length = this.length
    for (let i = start; i < end; i++) into[length++] = coords[i]
    this.endPath(length)
  }
}
