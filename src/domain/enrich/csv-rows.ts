/** The rows of a block of CSV, read from its bytes. */
import { degreesIn } from './csv-degrees.ts'
import { CR, LF, linesIn, QUOTE } from './csv-records.ts'
import { type PointRows, positionFault } from './points-reader.ts'

/** Plain data, so that it can be sent to a thread. */
export interface CsvLayout {
  readonly format: 'csv'
  readonly delimiter: number
  readonly columns: number
  readonly lonColumn: number
  readonly latColumn: number
  /** Line breaks as the header has them. */
  readonly newline: string
}

/** The rows of a block; empty lines are left out. */
export class CsvRows implements PointRows {
  readonly lons: Float64Array
  readonly lats: Float64Array
  readonly faults = new Map<number, string>()
  readonly count: number
  /** Line breaks in the block. */
  readonly lines: number
  readonly #bytes: Uint8Array
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  readonly #lineOf: Int32Array

  constructor(bytes: Uint8Array, layout: CsvLayout) {
    // The last row may end without a line break.
    const most = linesIn(bytes) + 1
    this.#bytes = bytes
    this.#starts = new Int32Array(most)
    this.#ends = new Int32Array(most)
    this.#lineOf = new Int32Array(most)
    const lons = new Float64Array(most)
    const lats = new Float64Array(most)
    let row = 0
    let line = 0
    for (let start = 0; start < bytes.length; ) {
      this.#lineOf[row] = line
      let column = 0
      let fieldStart = start
      let lon = Number.NaN
      let lat = Number.NaN
      let at = start
      for (; ; at++) {
        const byte = at < bytes.length ? bytes[at] : LF
        if (byte === QUOTE && at === fieldStart) {
          for (at++; at < bytes.length && !(bytes[at] === QUOTE && bytes[at + 1] !== QUOTE); at++) {
            if (bytes[at] === LF) line++
            if (bytes[at] === QUOTE) at++
          }
          continue
        }
        if (byte !== layout.delimiter && byte !== LF) continue
        if (column === layout.lonColumn) lon = degreesIn(bytes, fieldStart, at)
        else if (column === layout.latColumn) lat = degreesIn(bytes, fieldStart, at)
        column++
        fieldStart = at + 1
        if (byte === LF) break
      }
      line++
      const end = at > start && bytes[at - 1] === CR ? at - 1 : at
      if (end > start) {
        this.#starts[row] = start
        this.#ends[row] = end
        const fault =
          column === layout.columns
            ? positionFault(lon, lat)
            : `It has ${column} columns instead of ${layout.columns}.`
        lons[row] = lon
        lats[row] = lat
        if (fault !== null) this.faults.set(row, fault)
        row++
      }
      start = at + 1
    }
    this.count = row
    this.lines = line
    this.lons = lons.subarray(0, row)
    this.lats = lats.subarray(0, row)
  }

  /** Without its line break. */
  row(index: number): Uint8Array {
    return this.#bytes.subarray(this.#starts[index], this.#ends[index])
  }

  /** The line on which the row begins, from 0. */
  lineOf(index: number): number {
    return this.#lineOf[index]
  }

  joined(additions: readonly (Uint8Array | null)[]): Uint8Array<ArrayBuffer> {
    let length = 0
    for (let row = 0; row < this.count; row++) {
      const addition = additions[row]
      if (addition !== null) length += this.#ends[row] - this.#starts[row] + addition.length
    }
    const bytes = this.#bytes
    const joined = new Uint8Array(length)
    let at = 0
    for (let row = 0; row < this.count; row++) {
      const addition = additions[row]
      if (addition === null) continue
      // For rows this short, a loop takes less time than a view.
      for (let from = this.#starts[row]; from < this.#ends[row]; from++) joined[at++] = bytes[from]
      joined.set(addition, at)
      at += addition.length
    }
    return joined
  }
}
