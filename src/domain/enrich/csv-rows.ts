/** Reads the rows of a block of CSV from its bytes. */
import { isUtf8 } from 'node:buffer'
import { type DecimalMark, degreesIn, positionIn } from './csv-degrees.ts'
import { CR, LF, QUOTE } from './csv-records.ts'
import { NOT_UTF8, type PointRows, positionFault, roomFor } from './points-reader.ts'
import type { PositionPlaces } from './position-columns.ts'

const SPACE = 32

/** Plain data, so that it can be sent to a thread. */
export interface CsvLayout extends PositionPlaces {
  readonly format: 'csv'
  readonly delimiter: number
  readonly columns: number
  readonly decimal: DecimalMark
  /** Line break of the header. */
  readonly newline: string
}

/** Reads the rows of one block after the other; skips empty lines. */
export class CsvRows implements PointRows {
  readonly faults = new Map<number, string>()
  count = 0
  /** Line breaks in the block. */
  lines = 0
  readonly #layout: CsvLayout
  #bytes: Uint8Array = new Uint8Array()
  #isUtf8 = true
  #lons = new Float64Array(1024)
  #lats = new Float64Array(1024)
  #starts = new Int32Array(1024)
  #ends = new Int32Array(1024)
  #lineOf = new Int32Array(1024)

  constructor(layout: CsvLayout) {
    this.#layout = layout
  }

  get lons(): Float64Array {
    return this.#lons.subarray(0, this.count)
  }

  get lats(): Float64Array {
    return this.#lats.subarray(0, this.count)
  }

  read(bytes: Uint8Array): this {
    this.#bytes = bytes
    this.#isUtf8 = isUtf8(bytes)
    this.faults.clear()
    this.count = 0
    this.lines = 0
    for (let start = 0; start < bytes.length; ) start = this.#readRow(start)
    return this
  }

  /** Returns the start of the next row. */
  #readRow(start: number): number {
    const bytes = this.#bytes
    const { length } = bytes
    const { delimiter, lonColumn, latColumn, latLonColumn, decimal, columns } = this.#layout
    const line = this.lines
    let column = 0
    let lon = Number.NaN
    let lat = Number.NaN
    let at = start
    for (let isEnd = false; !isEnd; at++, column++) {
      const fieldStart = at
      if (at < length && bytes[at] === QUOTE) at = this.#quotedEnd(at)
      while (at < length && bytes[at] !== delimiter && bytes[at] !== LF) at++
      if (column === lonColumn) lon = degreesIn(bytes, fieldStart, at, decimal)
      else if (column === latColumn) lat = degreesIn(bytes, fieldStart, at, decimal)
      else if (column === latLonColumn) [lat, lon] = positionIn(bytes, fieldStart, at, decimal)
      // The last row may end without a line break.
      isEnd = at >= length || bytes[at] === LF
    }
    this.lines++
    const lineBreak = at - 1
    const end = lineBreak > start && bytes[lineBreak - 1] === CR ? lineBreak - 1 : lineBreak
    if (end === start) return at
    const row = this.count++
    if (row === this.#starts.length) this.#grow()
    this.#lineOf[row] = line
    this.#starts[row] = start
    this.#ends[row] = end
    this.#lons[row] = lon
    this.#lats[row] = lat
    const fault =
      column === columns
        ? positionFault(lon, lat)
        : `It has ${column} ${column === 1 ? 'column' : 'columns'} instead of ${columns}.`
    if (fault !== null) this.faults.set(row, this.#isEmpty(start, end) ? 'The row is empty.' : fault)
    else if (!this.#isUtf8 && !isUtf8(bytes.subarray(start, end))) this.faults.set(row, NOT_UTF8)
    return at
  }

  /** Returns whether no field has more than spaces. */
  #isEmpty(start: number, end: number): boolean {
    const { delimiter } = this.#layout
    return this.#bytes
      .subarray(start, end)
      .every((byte) => byte === delimiter || byte === QUOTE || byte <= SPACE)
  }

  /** Returns the position after the quotation mark that closes the one at `opening`. */
  #quotedEnd(opening: number): number {
    const bytes = this.#bytes
    let at = opening + 1
    for (; at < bytes.length && !(bytes[at] === QUOTE && bytes[at + 1] !== QUOTE); at++) {
      if (bytes[at] === LF) this.lines++
      if (bytes[at] === QUOTE) at++
    }
    return Math.min(at + 1, bytes.length)
  }

  #grow(): void {
    const length = 2 * this.#starts.length
    this.#lons = new Float64Array(this.#lons.buffer.transfer(8 * length))
    this.#lats = new Float64Array(this.#lats.buffer.transfer(8 * length))
    this.#starts = new Int32Array(this.#starts.buffer.transfer(4 * length))
    this.#ends = new Int32Array(this.#ends.buffer.transfer(4 * length))
    this.#lineOf = new Int32Array(this.#lineOf.buffer.transfer(4 * length))
  }

  /** Returns the row without its line break. */
  row(index: number): Uint8Array {
    return this.#bytes.subarray(this.#starts[index], this.#ends[index])
  }

  /** Returns the line on which the row begins, from 0. */
  lineOf(index: number): number {
    return this.#lineOf[index]
  }

  joined(answers: Int32Array, additions: readonly Uint8Array[], room: ArrayBuffer): Uint8Array<ArrayBuffer> {
    const starts = this.#starts
    const ends = this.#ends
    let length = 0
    for (let row = 0; row < this.count; row++)
      if (answers[row] !== -1) length += ends[row] - starts[row] + additions[answers[row]].length
    const bytes = this.#bytes
    const joined = roomFor(length, room)
    let at = 0
    for (let row = 0; row < this.count; row++) {
      if (answers[row] === -1) continue
      // For such short rows, a loop is faster than a view.
      for (let from = starts[row]; from < ends[row]; from++) joined[at++] = bytes[from]
      const addition = additions[answers[row]]
      joined.set(addition, at)
      at += addition.length
    }
    return joined
  }
}
