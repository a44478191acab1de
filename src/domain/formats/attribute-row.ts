/**
 * Attributes of features as rows of bytes, for table formats: a thread receives many in one buffer, and writers copy texts
 * without decoding them.
 *
 * A text is the number of its bytes (32 bits) and UTF-8; a number is a double. Before either comes a byte that is 0 if the
 * value is unknown.
 */

import type { CellValue, Column } from './attribute-columns.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { FeatureHead } from './feature-head.ts'

const LENGTH_BYTES = 4
const NUMBER_BYTES = 8
const UNKNOWN = -1

/** Appends a row. */
export const packRow = (writer: ByteWriter, columns: readonly Column[], head: FeatureHead): void => {
  for (const { of, type } of columns) {
    const value = of(head)
    writer.reserve(1 + NUMBER_BYTES)
    writer.bytes[writer.at++] = value === null ? 0 : 1
    if (value === null) continue
    if (type === 'text') putText(writer, String(value))
    else {
      writer.view.setFloat64(writer.at, Number(value), true)
      writer.at += NUMBER_BYTES
    }
  }
}

const putText = (writer: ByteWriter, text: string): void => {
  const at = writer.at
  writer.at += LENGTH_BYTES
  writer.text(text)
  writer.view.setUint32(at, writer.at - at - LENGTH_BYTES, true)
}

/** Reads packed rows one at a time; its members describe the last row read. */
export class Row {
  readonly #columns: readonly Column[]
  readonly #vertices: number
  /** Start of each value in `#bytes`. */
  readonly #starts: Int32Array
  /** End of each text. */
  readonly #ends: Int32Array
  #bytes: Buffer<ArrayBuffer> = Buffer.alloc(0)
  #view = new DataView(new ArrayBuffer(0))
  #start = 0
  #end = 0

  constructor(columns: readonly Column[]) {
    this.#columns = columns
    this.#vertices = columns.findIndex(({ name }) => name === 'vertices')
    this.#starts = new Int32Array(columns.length)
    this.#ends = new Int32Array(columns.length)
  }

  /** Moves to the row that begins at `start`, and returns its end. */
  read(bytes: Uint8Array<ArrayBuffer>, start: number): number {
    if (bytes.buffer !== this.#bytes.buffer || bytes.byteOffset !== this.#bytes.byteOffset) {
      this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }
    let at = start
    for (let column = 0; column < this.#columns.length; column++) {
      if (bytes[at++] === 0) this.#starts[column] = UNKNOWN
      else if (this.#columns[column].type === 'text') {
        this.#starts[column] = at + LENGTH_BYTES
        at += LENGTH_BYTES + this.#view.getUint32(at, true)
        this.#ends[column] = at
      } else {
        this.#starts[column] = at
        at += NUMBER_BYTES
      }
    }
    this.#start = start
    this.#end = at
    return at
  }

  /** The row as it was packed, without a copy. */
  get packed(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#end)
  }

  /** Overwrites the number of positions in the packed row. */
  setVertices(count: number): void {
    this.#view.setFloat64(this.#starts[this.#vertices], count, true)
  }

  isKnown(column: number): boolean {
    return this.#starts[column] !== UNKNOWN
  }

  /** Returns a known value in a column of numbers. */
  number(column: number): number {
    return this.#view.getFloat64(this.#starts[column], true)
  }

  /** Appends the UTF-8 of a known value in a column of texts. */
  copyText(column: number, writer: ByteWriter): void {
    writer.copy(this.#bytes, this.#starts[column], this.#ends[column])
  }

  cell(column: number): CellValue {
    if (!this.isKnown(column)) return null
    return this.#columns[column].type === 'text'
      ? this.#bytes.toString('utf8', this.#starts[column], this.#ends[column])
      : this.number(column)
  }

  cells(): readonly CellValue[] {
    return this.#columns.map((_, index) => this.cell(index))
  }
}
