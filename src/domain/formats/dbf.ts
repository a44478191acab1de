/**
 * Writes the attributes of a Shapefile: a dBASE III table in UTF-8. Fields have one width in all records, so the values wait
 * in a temporary file until the maximum width of each is known. A text has at most 254 bytes; a longer one is cut between
 * characters.
 */
import type { ScratchFile } from '../../util/scratch-files.ts'
import type { Column } from './attribute-columns.ts'
import type { Row } from './attribute-row.ts'
import { ByteWriter, encode } from './byte-writer.ts'
import { shortColumnName } from './shapefile-column-names.ts'
import { BeyondFormat } from './writer.ts'

const MAX_TEXT_BYTES = 254
const MAX_BYTES = 2 ** 31 - 1
const HEAD_BYTES = 32
const FIELD_BYTES = 32
const REAL_DECIMALS = 6
const FIRST_OF_JANUARY_1970 = [70, 1, 1]
const SPACE = 0x20
const PIECE_BYTES = 256 * 1024

export class DbfTable {
  count = 0
  readonly #waiting: ScratchFile
  readonly #columns: readonly Column[]
  readonly #widths: number[]
  /** The values of one record, each after its length. */
  readonly #record = new ByteWriter(1024)

  constructor(waiting: ScratchFile, columns: readonly Column[]) {
    this.#waiting = waiting
    this.#columns = columns
    this.#widths = columns.map(() => 1)
  }

  add(row: Row): void {
    const record = this.#record
    record.at = 0
    for (const [index, { type }] of this.#columns.entries()) {
      const place = record.at
      record.reserve(1)
      record.at++
      if (row.isKnown(index)) putField(record, row, index, type)
      record.at = cutAtCharacter(record.bytes, place + 1, record.at)
      const width = record.at - place - 1
      record.bytes[place] = width
      if (width > this.#widths[index]) this.#widths[index] = width
    }
    this.#waiting.append(record.bytes.subarray(0, record.at))
    this.count++
  }

  *pieces(): Generator<Uint8Array> {
    const recordBytes = 1 + this.#widths.reduce((sum, width) => sum + width, 0)
    if (recordBytes * this.count > MAX_BYTES)
      throw new BeyondFormat('The attributes exceed the 2 GB of a Shapefile; choose gpkg or fgb.')
    yield this.#head(recordBytes)
    const perPiece = Math.max(1, Math.floor(PIECE_BYTES / recordBytes))
    const values = valuesOf(this.#waiting)
    for (let first = 0; first < this.count; first += perPiece) {
      const records = Math.min(perPiece, this.count - first)
      const piece = new Uint8Array(records * recordBytes).fill(SPACE)
      for (let record = 0; record < records; record++) this.#put(piece, record * recordBytes + 1, values)
      yield piece
    }
    yield Uint8Array.of(0x1a)
  }

  /** Texts are aligned left in their field, numbers right. */
  #put(piece: Uint8Array, start: number, values: Iterator<Uint8Array>): void {
    let at = start
    for (const [index, width] of this.#widths.entries()) {
      const value: Uint8Array = values.next().value
      piece.set(value, this.#columns[index].type === 'text' ? at : at + width - value.length)
      at += width
    }
  }

  #head(recordBytes: number): Uint8Array {
    const bytes = HEAD_BYTES + FIELD_BYTES * this.#columns.length + 1
    const head = new Uint8Array(bytes)
    const view = new DataView(head.buffer)
    head.set([3, ...FIRST_OF_JANUARY_1970])
    view.setUint32(4, this.count, true)
    view.setUint16(8, bytes, true)
    view.setUint16(10, recordBytes, true)
    for (const [index, { name, type }] of this.#columns.entries()) {
      const at = HEAD_BYTES + FIELD_BYTES * index
      head.set(encode(shortColumnName(name)), at)
      head[at + 11] = (type === 'text' ? 'C' : 'N').charCodeAt(0)
      head[at + 16] = this.#widths[index]
      head[at + 17] = type === 'real' ? REAL_DECIMALS : 0
    }
    head[bytes - 1] = 0x0d
    return head
  }
}

/** Yields the values in the order in which they were added. */
function* valuesOf(waiting: ScratchFile): Generator<Uint8Array> {
  let piece = new Uint8Array(0)
  let at = 0
  let read = 0
  const need = (count: number): void => {
    if (at + count <= piece.length) return
    const rest = piece.length - at
    piece = waiting.read(read - rest, Math.min(rest + PIECE_BYTES, waiting.size - (read - rest)))
    read = read - rest + piece.length
    at = 0
  }
  for (;;) {
    need(1)
    const length = piece[at++]
    need(length)
    at += length
    yield piece.subarray(at - length, at)
  }
}

const putField = (record: ByteWriter, row: Row, column: number, type: Column['type']): void => {
  if (type === 'text') row.copyText(column, record)
  else if (type === 'integer') record.text(String(Math.round(row.number(column))))
  else record.text(row.number(column).toFixed(REAL_DECIMALS))
}

/** Returns the end of a text at the maximum length, but not within a UTF-8 character. */
const cutAtCharacter = (bytes: Uint8Array, start: number, end: number): number => {
  if (end - start <= MAX_TEXT_BYTES) return end
  let at = start + MAX_TEXT_BYTES
  while ((bytes[at] & 0xc0) === 0x80) at--
  return at
}
