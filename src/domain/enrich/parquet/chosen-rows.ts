/** Rewrites a column with some of its rows. */
import { zstdCompressSync } from 'node:zlib'
import type { SchemaTree } from 'hyparquet'
import { ByteWriter } from 'hyparquet-writer'
import { type ColumnChunk, chunkMeta, META } from './column-chunk.ts'
import { Encodings, writeColumn } from './hyparquet-internals.ts'
import { type Leaf, type LeafValue, physical } from './leaf.ts'
import { fieldOf, numberOf, type ThriftList, type ThriftStruct } from './thrift.ts'

const PAGE_BYTES = 1024 * 1024

/** Keeps the rows whose element of `isChosen` is 1. `meta` is the metadata of the whole column. */
export const chosenRows = (
  leaf: Leaf,
  isChosen: Uint8Array,
  path: readonly SchemaTree[],
  meta: ThriftStruct,
): ColumnChunk => {
  const writer = new ByteWriter()
  const { chunk } = writeColumn({
    writer,
    column: {
      columnName: path
        .slice(1)
        .map(({ element }) => element.name)
        .join('.'),
      element: physical(path[path.length - 1].element),
      schemaPath: path.map(({ element }) => element),
      codec: 'ZSTD',
      compressors: { ZSTD: (input) => zstdCompressSync(input) },
      stats: false,
      pageSize: PAGE_BYTES,
      columnIndex: false,
      offsetIndex: false,
    },
    pageData: chosen(leaf, isChosen),
  })
  const { meta_data: facts } = chunk
  if (facts === undefined) throw new Error('A column was written without its metadata.')
  return {
    bytes: writer.getBytes(),
    meta: chunkMeta({
      type: numberOf(meta, META.type),
      path: (fieldOf(meta, META.path) as ThriftList).values as readonly Uint8Array[],
      encodings: ['RLE' as const, ...facts.encodings].map((encoding) => Encodings.indexOf(encoding)),
      values: Number(facts.num_values),
      uncompressedBytes: Number(facts.total_uncompressed_size),
      compressedBytes: Number(facts.total_compressed_size),
      dataOffset: Number(facts.data_page_offset),
      dictionaryOffset:
        facts.dictionary_page_offset === undefined ? null : Number(facts.dictionary_page_offset),
    }),
  }
}

const chosen = (leaf: Leaf, isChosen: Uint8Array): Leaf => {
  const values: LeafValue[] = []
  const definitionLevels: number[] = []
  const repetitionLevels: number[] = []
  const hasLevels = leaf.definitionLevels.length > 0
  const isRepeated = leaf.repetitionLevels.length > 0
  let row = -1
  for (let slot = 0; slot < leaf.values.length; slot++) {
    if (!isRepeated || leaf.repetitionLevels[slot] === 0) row++
    if (isChosen[row] === 0) continue
    values.push(leaf.values[slot])
    if (hasLevels) definitionLevels.push(leaf.definitionLevels[slot])
    if (isRepeated) repetitionLevels.push(leaf.repetitionLevels[slot])
  }
  return { values, definitionLevels, repetitionLevels, maxDefinitionLevel: leaf.maxDefinitionLevel }
}
