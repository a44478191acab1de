import { grown } from '../grown.ts'

/** A growing list of 32-bit integers. */
export class IntList {
  length = 0
  private data: Int32Array

  constructor(capacity = 16) {
    this.data = new Int32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.data.length) this.data = grown(this.data, 2 * this.length)
    this.data[this.length++] = value
  }

  pop(): number {
    return this.data[--this.length]
  }

  at(index: number): number {
    return this.data[index]
  }

  set(index: number, value: number): void {
    this.data[index] = value
  }

  /** Returns a view of the list's current content. */
  view(): Int32Array {
    return this.data.subarray(0, this.length)
  }
}
