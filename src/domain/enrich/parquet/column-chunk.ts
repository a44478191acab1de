/** A column chunk of a row group: its bytes and its metadata. */
import { BINARY, edited, fieldOf, I32, I64, LIST, numberOf, type ThriftStruct } from './thrift.ts'

export interface ColumnChunk {
  readonly bytes: Uint8Array
  /** `ColumnMetaData`, with offsets relative to the start of the bytes. */
  readonly meta: ThriftStruct
}

/** Fields of `ColumnMetaData` (parquet.thrift). */
export const META = {
  type: 1,
  encodings: 2,
  path: 3,
  codec: 4,
  values: 5,
  uncompressedBytes: 6,
  compressedBytes: 7,
  dataOffset: 9,
  indexOffset: 10,
  dictionaryOffset: 11,
  bloomOffset: 14,
  bloomBytes: 15,
} as const

const ZSTD = 6

export interface ChunkFacts {
  readonly type: number
  readonly path: readonly Uint8Array[]
  readonly encodings: readonly number[]
  readonly values: number
  readonly uncompressedBytes: number
  readonly compressedBytes: number
  readonly dataOffset: number
  readonly dictionaryOffset: number | null
}

export const chunkMeta = (facts: ChunkFacts): ThriftStruct => [
  [META.type, I32, facts.type],
  [META.encodings, LIST, { type: I32, values: facts.encodings }],
  [META.path, LIST, { type: BINARY, values: facts.path }],
  [META.codec, I32, ZSTD],
  [META.values, I64, facts.values],
  [META.uncompressedBytes, I64, facts.uncompressedBytes],
  [META.compressedBytes, I64, facts.compressedBytes],
  [META.dataOffset, I64, facts.dataOffset],
  ...(facts.dictionaryOffset === null ? [] : [[META.dictionaryOffset, I64, facts.dictionaryOffset] as const]),
]

/** Returns the place of a column in its file, and its metadata with offsets relative to its start. */
export const placed = (
  meta: ThriftStruct,
): { readonly start: number; readonly length: number; readonly meta: ThriftStruct } => {
  // Some writers set an impossible offset, 0, for a missing page.
  const absent = OFFSETS.filter((id) => id !== META.dataOffset && numberOf(meta, id) === 0)
  const start = Math.min(...OFFSETS.filter((id) => !absent.includes(id)).map((id) => numberOf(meta, id)))
  return {
    start,
    length: numberOf(meta, META.compressedBytes),
    meta: movedChunk(edited(meta, [], [...absent, META.bloomOffset, META.bloomBytes]), -start),
  }
}

/** Adds a number of bytes to all offsets. */
export const movedChunk = (meta: ThriftStruct, bytes: number): ThriftStruct =>
  edited(
    meta,
    OFFSETS.flatMap((id) => {
      const offset = fieldOf(meta, id)
      return offset === undefined ? [] : [[id, I64, Number(offset) + bytes] as const]
    }),
  )

const OFFSETS = [META.dataOffset, META.indexOffset, META.dictionaryOffset]
