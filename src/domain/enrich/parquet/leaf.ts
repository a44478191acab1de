/** Reads the values of a column of a row group, with their levels (Melnik et al. 2010, Dremel). */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Compressors, DecodedArray, SchemaTree } from 'hyparquet'
import {
  decompressPage,
  getMaxDefinitionLevel,
  parquetHeader,
  readDataPage,
  readDataPageV2,
  readPlain,
} from './hyparquet-internals.ts'

export type LeafValue = number | bigint | boolean | Uint8Array | null

export interface Leaf {
  /** One value for each level, null if it is missing. */
  readonly values: LeafValue[]
  /** Empty if all values are defined, or nothing is repeated. */
  readonly definitionLevels: number[]
  readonly repetitionLevels: number[]
  readonly maxDefinitionLevel: number
}

/** By the name of the codec; hyparquet includes Snappy. */
export const DECOMPRESSORS: Compressors = {
  GZIP: (input, maxOutputLength) => gunzipSync(input, { maxOutputLength }),
  BROTLI: (input, maxOutputLength) => brotliDecompressSync(input, { maxOutputLength }),
  ZSTD: (input, maxOutputLength) => zstdDecompressSync(input, { maxOutputLength }),
}

export const CODECS: readonly string[] = ['UNCOMPRESSED', 'SNAPPY', ...Object.keys(DECOMPRESSORS)]

/** A column: its bytes, their compression, and the path from the root of the schema. */
export interface LeafBytes {
  readonly bytes: Uint8Array
  readonly codec: string
  readonly path: readonly SchemaTree[]
}

/** Reads all pages of a column as one, limited in decompressed bytes. */
export const readLeaf = (column: LeafBytes, maxBytes: number): Leaf => {
  const leaf: Leaf = {
    values: [],
    definitionLevels: [],
    repetitionLevels: [],
    maxDefinitionLevel: getMaxDefinitionLevel([...column.path]),
  }
  for (const page of leafPages(column, maxBytes)) {
    for (const value of page.values) leaf.values.push(value)
    for (const level of page.definitionLevels) leaf.definitionLevels.push(level)
    for (const level of page.repetitionLevels) leaf.repetitionLevels.push(level)
  }
  return leaf
}

/** Yields the pages of a column. `maxBytes` limits their total memory, decompressed. */
export function* leafPages({ bytes, codec, path }: LeafBytes, maxBytes: number): Generator<Leaf> {
  const element = physical(path[path.length - 1].element)
  const schemaPath = [...path]
  const decoder = {
    pathInSchema: path.slice(1).map(({ element }) => element.name),
    element,
    type: element.type,
    schemaPath,
    codec,
    compressors: DECOMPRESSORS,
  } as unknown as Parameters<typeof readDataPage>[2]
  const maxDefinitionLevel = getMaxDefinitionLevel(schemaPath)
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 }
  let dictionary: DecodedArray = []
  let leftBytes = maxBytes
  while (reader.offset < bytes.length) {
    const header = parquetHeader(reader)
    const start = reader.offset
    reader.offset += header.compressed_page_size
    const page = bytes.subarray(start, reader.offset)
    const dataHeader = header.data_page_header ?? header.data_page_header_v2
    const values = (header.dictionary_page_header ?? dataHeader)?.num_values ?? 0
    leftBytes -= header.uncompressed_page_size + VALUE_BYTES * values
    if (leftBytes < 0) throw new RangeError(`its pages take more than ${maxBytes} bytes of memory.`)
    if (header.dictionary_page_header !== undefined) {
      const plain = decompressPage(page, header.uncompressed_page_size, decoder.codec, DECOMPRESSORS)
      const plainReader = { view: new DataView(plain.buffer, plain.byteOffset, plain.byteLength), offset: 0 }
      dictionary = readPlain(plainReader, decoder.type, values, element.type_length)
      continue
    }
    if (dataHeader === undefined) continue
    const read =
      header.data_page_header === undefined
        ? readDataPageV2(page, header, decoder)
        : readDataPage(
            decompressPage(page, header.uncompressed_page_size, decoder.codec, DECOMPRESSORS),
            header.data_page_header,
            decoder,
          )
    yield leafPage(
      read,
      dataHeader.encoding.endsWith('_DICTIONARY') ? dictionary : null,
      values,
      maxDefinitionLevel,
    )
  }
}

/** Memory for a value in a list and its levels. */
const VALUE_BYTES = 16

const leafPage = (
  page: ReturnType<typeof readDataPage>,
  dictionary: DecodedArray | null,
  count: number,
  maxDefinitionLevel: number,
): Leaf => {
  const leaf: Leaf = { values: [], definitionLevels: [], repetitionLevels: [], maxDefinitionLevel }
  // The levels are omitted if all values are present.
  const levels = page.definitionLevels ?? []
  let at = 0
  for (let slot = 0; slot < count; slot++) {
    const level = levels.length === 0 ? maxDefinitionLevel : levels[slot]
    if (maxDefinitionLevel > 0) leaf.definitionLevels.push(level)
    if (page.repetitionLevels.length > 0) leaf.repetitionLevels.push(page.repetitionLevels[slot])
    if (level < maxDefinitionLevel) leaf.values.push(null)
    else {
      const value = page.dataPage[at++]
      leaf.values.push(dictionary === null ? value : dictionary[value])
    }
  }
  return leaf
}

/** Returns the storage type without its meaning, so that values stay as stored: an INT96 time stays twelve bytes. */
export const physical = ({ type, type_length, name }: SchemaTree['element']): SchemaTree['element'] =>
  type === 'INT96'
    ? { type: 'FIXED_LEN_BYTE_ARRAY', type_length: INT96_BYTES, name }
    : { type, type_length, name }

const INT96_BYTES = 12
