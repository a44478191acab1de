/**
 * Writes the commands of an SVG path one by one, in relative coordinates on a grid. Omits steps that stay on their grid
 * point.
 */
import type { ByteWriter } from './byte-writer.ts'
import { MAX_NUMBER_BYTES, MAX_TOUCHED_BYTES, putScaled } from './fixed-point.ts'

const LETTER = { move: 'M'.charCodeAt(0), line: 'l'.charCodeAt(0), close: 'z'.charCodeAt(0) }
const SPACE = 0x20

/** Bytes that one call may need: two numbers, two separators and a command letter, for a move and for a line. */
const STEP_BYTES = 4 * (MAX_NUMBER_BYTES + 1) + 2 + MAX_TOUCHED_BYTES

export class SvgPathWriter {
  readonly #writer: ByteWriter
  readonly #decimals: number
  #column = 0
  #row = 0
  /** False until a line leaves the start point: a move that draws nothing is omitted. */
  #drawing = false

  constructor(writer: ByteWriter, decimals: number) {
    this.#writer = writer
    this.#decimals = decimals
  }

  moveTo(column: number, row: number): void {
    this.#column = column
    this.#row = row
    this.#drawing = false
  }

  lineTo(column: number, row: number): void {
    const right = column - this.#column
    const down = row - this.#row
    if (right === 0 && down === 0) return
    this.#writer.reserve(STEP_BYTES)
    if (!this.#drawing) {
      this.#letter(LETTER.move)
      this.#pair(this.#column, this.#row)
      this.#letter(LETTER.line)
      this.#pair(right, down)
      this.#drawing = true
    } else {
      if (right >= 0) this.#letter(SPACE)
      this.#pair(right, down)
    }
    this.#column = column
    this.#row = row
  }

  close(): void {
    if (!this.#drawing) return
    this.#writer.reserve(1)
    this.#letter(LETTER.close)
    this.#drawing = false
  }

  /** A minus sign is its own separator. */
  #pair(x: number, y: number): void {
    const { view } = this.#writer
    let at = putScaled(view, this.#writer.at, x, this.#decimals)
    if (y >= 0) view.setUint8(at++, SPACE)
    this.#writer.at = putScaled(view, at, y, this.#decimals)
  }

  #letter(code: number): void {
    this.#writer.bytes[this.#writer.at++] = code
  }
}
