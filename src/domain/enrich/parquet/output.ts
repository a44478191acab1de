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

export const parquetOutput = (footer: Footer, addedNames: readonly string[]) => {
  const groups: ThriftStruct[] = []
  let allRows = 0
  let at = 0

  const begin = (): Uint8Array => {
    at = MAGIC.length
    return MAGIC
  }

  function* group({ index, rows, own, added }: WrittenGroup): Generator<FilePiece> {
    const group = structsOf(footer.thrift, FILE.groups)[index]
    const start = at
    const columns: ThriftStruct[] = []
    let bytes = 0
    const add = (meta: ThriftStruct, length: number, chunk: ThriftStruct): void => {
      columns.push(
        edited(
          chunk,
          [
            [COLUMN.start, I64, at],
            [COLUMN.meta, STRUCT, movedChunk(meta, at)],
          ],
          // They point to parts of the other file that are not copied.
          [COLUMN.offsetIndex, COLUMN.offsetIndexBytes, COLUMN.columnIndex, COLUMN.columnIndexBytes],
        ),
      )
      bytes += numberOf(meta, UNCOMPRESSED_BYTES)
      at += length
    }
    for (const [place, original] of groupColumns(footer, index).entries()) {
      const { meta } = own?.[place] ?? original
      const piece = own?.[place].bytes ?? { start: original.start, length: original.length }
      add(meta, piece.length, original.chunk)
      yield piece
    }
    for (const { bytes, meta } of added) {
      add(meta, bytes.length, [])
      yield bytes
    }
    groups.push(
      edited(
        group,
        [
          [GROUP.columns, LIST, structList(columns)],
          [GROUP.bytes, I64, bytes],
          [GROUP.rows, I64, rows],
          [GROUP.start, I64, start],
          [GROUP.compressedBytes, I64, at - start],
        ],
        [GROUP.ordinal],
      ),
    )
    allRows += rows
  }

  const end = (): Uint8Array => {
    const { thrift } = footer
    const [root, ...elements] = structsOf(thrift, FILE.schema)
    const children = numberOf(root, ELEMENT.children) + addedNames.length
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
          ...addedNames.map(textElement),
        ]),
      ],
      [FILE.rows, I64, allRows],
      [FILE.groups, LIST, structList(groups)],
    ]
    if (keyValues.length > 0) fields.push([FILE.keyValues, LIST, structList(keyValues)])
    if (orders.length > 0)
      fields.push([FILE.orders, LIST, structList([...orders, ...addedNames.map(() => TYPE_ORDER)])])
    const written = writeThrift(edited(thrift, fields, [FILE.keyValues]))
    const length = Buffer.alloc(4)
    length.writeUInt32LE(written.length)
    return Buffer.concat([written, length, MAGIC])
  }

  return { begin, group, end }
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
