/**
 * Writes a Parquet file with the columns of another file and new ones. Columns without rejected rows are copied as bytes, so
 * that their types, encodings and compression do not change; the footer is copied with the new offsets.
 */
import { type ColumnChunk, movedChunk, placed } from './column-chunk.ts'
import type { Footer } from './footer.ts'
import {
  BINARY,
  edited,
  fieldOf,
  I32,
  I64,
  LIST,
  numberOf,
  STRUCT,
  structList,
  structsOf,
  type ThriftField,
  type ThriftStruct,
  writeThrift,
} from './thrift.ts'

/** Bytes to write, or their place in the other file. */
export type FilePiece = Uint8Array | { readonly start: number; readonly length: number }

export interface WrittenGroup {
  /** Index of the row group in the other file. */
  readonly index: number
  readonly rows: number
  /** Rewritten columns; null if all rows stay. */
  readonly own: readonly ColumnChunk[] | null
  readonly added: readonly ColumnChunk[]
}

/** Fields of `FileMetaData`, `RowGroup` and `ColumnChunk` (parquet.thrift). */
const FILE = { schema: 2, rows: 3, groups: 4, keyValues: 5, orders: 7 }
const GROUP = { columns: 1, bytes: 2, rows: 3, start: 5, compressedBytes: 6, ordinal: 7 }
const COLUMN = { start: 2, meta: 3, offsetIndex: 4, offsetIndexBytes: 5, columnIndex: 6, columnIndexBytes: 7 }
const UNCOMPRESSED_BYTES = 6
const MAGIC = Buffer.from('PAR1')
/** A copy of the schema in Arrow's own form; dropped, because it would lack the new columns. */
const ARROW_SCHEMA = 'ARROW:schema'

export class ParquetOutput {
  readonly #footer: Footer
  /** Names of the added columns: texts, null if empty. */
  readonly #addedNames: readonly string[]
  readonly #groups: ThriftStruct[] = []
  #rows = 0
  #at = 0

  constructor(footer: Footer, addedNames: readonly string[]) {
    this.#footer = footer
    this.#addedNames = addedNames
  }

  begin(): Uint8Array {
    this.#at = MAGIC.length
    return MAGIC
  }

  *group({ index, rows, own, added }: WrittenGroup): Generator<FilePiece> {
    const group = structsOf(this.#footer.thrift, FILE.groups)[index]
    const start = this.#at
    const columns: ThriftStruct[] = []
    let bytes = 0
    const add = (meta: ThriftStruct, length: number, chunk: ThriftStruct): void => {
      columns.push(
        edited(
          chunk,
          [
            [COLUMN.start, I64, this.#at],
            [COLUMN.meta, STRUCT, movedChunk(meta, this.#at)],
          ],
          // They point to parts of the other file that are not copied.
          [COLUMN.offsetIndex, COLUMN.offsetIndexBytes, COLUMN.columnIndex, COLUMN.columnIndexBytes],
        ),
      )
      bytes += numberOf(meta, UNCOMPRESSED_BYTES)
      this.#at += length
    }
    for (const [place, original] of groupColumns(this.#footer, index).entries()) {
      const { meta } = own?.[place] ?? original
      const piece = own?.[place].bytes ?? { start: original.start, length: original.length }
      add(meta, piece.length, original.chunk)
      yield piece
    }
    for (const { bytes, meta } of added) {
      add(meta, bytes.length, [])
      yield bytes
    }
    this.#groups.push(
      edited(
        group,
        [
          [GROUP.columns, LIST, structList(columns)],
          [GROUP.bytes, I64, bytes],
          [GROUP.rows, I64, rows],
          [GROUP.start, I64, start],
          [GROUP.compressedBytes, I64, this.#at - start],
        ],
        [GROUP.ordinal],
      ),
    )
    this.#rows += rows
  }

  end(): Uint8Array {
    const { thrift } = this.#footer
    const [root, ...elements] = structsOf(thrift, FILE.schema)
    const children = numberOf(root, ELEMENT.children) + this.#addedNames.length
    const keyValues = structsOf(thrift, FILE.keyValues).filter(
      (each) => Buffer.from(fieldOf(each, 1) as Uint8Array).toString() !== ARROW_SCHEMA,
    )
    const orders = structsOf(thrift, FILE.orders)
    const fields: ThriftField[] = [
      [
        FILE.schema,
        LIST,
        structList([
          edited(root, [[ELEMENT.children, I32, children]]),
          ...elements,
          ...this.#addedNames.map(textElement),
        ]),
      ],
      [FILE.rows, I64, this.#rows],
      [FILE.groups, LIST, structList(this.#groups)],
    ]
    if (keyValues.length > 0) fields.push([FILE.keyValues, LIST, structList(keyValues)])
    if (orders.length > 0)
      fields.push([FILE.orders, LIST, structList([...orders, ...this.#addedNames.map(() => TYPE_ORDER)])])
    const footer = writeThrift(edited(thrift, fields, [FILE.keyValues]))
    const length = Buffer.alloc(4)
    length.writeUInt32LE(footer.length)
    return Buffer.concat([footer, length, MAGIC])
  }
}

/**
 * Returns the columns of a row group: their places in the file, and their metadata with offsets relative to their starts.
 */
export const groupColumns = ({ thrift }: Footer, group: number) =>
  structsOf(structsOf(thrift, FILE.groups)[group], GROUP.columns).map((chunk) => ({
    chunk,
    ...placed(fieldOf(chunk, COLUMN.meta) as ThriftStruct),
  }))

/** Fields of `SchemaElement`. */
const ELEMENT = { type: 1, repetition: 3, name: 4, children: 5, convertedType: 6, logicalType: 10 }
const [BYTE_ARRAY, OPTIONAL, UTF8] = [6, 1, 0]
/** Members of the union of logical types. */
const STRING: ThriftStruct = [[1, STRUCT, []]]
const TYPE_ORDER: ThriftStruct = [[1, STRUCT, []]]

const textElement = (name: string): ThriftStruct => [
  [ELEMENT.type, I32, BYTE_ARRAY],
  [ELEMENT.repetition, I32, OPTIONAL],
  [ELEMENT.name, BINARY, Buffer.from(name)],
  [ELEMENT.convertedType, I32, UTF8],
  [ELEMENT.logicalType, STRUCT, STRING],
]
