/** Encodes a column of texts with few distinct values, as a dictionary and indexes. */
import { zstdCompressSync } from 'node:zlib'
import { type ColumnChunk, chunkMeta } from './column-chunk.ts'
import { bitWidthOf, hybrid } from './hybrid.ts'
import { I32, STRUCT, type ThriftStruct, writeThrift } from './thrift.ts'

const BYTE_ARRAY = 6
const [PLAIN, RLE, RLE_DICTIONARY] = [0, 3, 8]
const [DATA_PAGE, DICTIONARY_PAGE] = [0, 2]
const PAGE_ROWS = 128 * 1024

/** `placeOfAnswer`: index of each answer's value in the dictionary, -1 for null. */
export const textChunk = (
  name: string,
  rowAnswers: Int32Array,
  placeOfAnswer: Int32Array,
  dictionary: readonly Uint8Array[],
): ColumnChunk => {
  const pages: Uint8Array[] = []
  let uncompressedBytes = 0
  const addPage = (type: number, content: Uint8Array, header: readonly [id: number, ThriftStruct]): void => {
    const compressed = zstdCompressSync(content)
    const head = writeThrift([
      [1, I32, type],
      [2, I32, content.length],
      [3, I32, compressed.length],
      [header[0], STRUCT, header[1]],
    ])
    pages.push(head, compressed)
    uncompressedBytes += head.length + content.length
  }
  const hasValues = dictionary.length > 0
  if (hasValues)
    addPage(DICTIONARY_PAGE, plainTexts(dictionary), [
      7,
      [
        [1, I32, dictionary.length],
        [2, I32, PLAIN],
      ],
    ])
  const dataOffset = totalLength(pages)
  const encoding = hasValues ? RLE_DICTIONARY : PLAIN
  for (let start = 0; start < rowAnswers.length; start += PAGE_ROWS) {
    const rows = rowAnswers.subarray(start, start + PAGE_ROWS)
    addPage(DATA_PAGE, dataPage(rows, placeOfAnswer, dictionary.length), [
      5,
      [
        [1, I32, rows.length],
        [2, I32, encoding],
        [3, I32, RLE],
        [4, I32, RLE],
      ],
    ])
  }
  return {
    bytes: Buffer.concat(pages),
    meta: chunkMeta({
      type: BYTE_ARRAY,
      path: [Buffer.from(name)],
      encodings: [PLAIN, RLE, RLE_DICTIONARY],
      values: rowAnswers.length,
      uncompressedBytes,
      compressedBytes: totalLength(pages),
      dataOffset,
      dictionaryOffset: hasValues ? 0 : null,
    }),
  }
}

/** Encodes which rows have a value, after their length in bytes, and the indexes of the values, after their bit width. */
const dataPage = (rowAnswers: Int32Array, placeOfAnswer: Int32Array, values: number): Uint8Array => {
  const levels = new Int32Array(rowAnswers.length)
  const present = new Int32Array(values === 0 ? 0 : rowAnswers.length)
  let count = 0
  for (let row = 0; row < present.length; row++) {
    const place = placeOfAnswer[rowAnswers[row]]
    if (place === -1) continue
    levels[row] = 1
    present[count++] = place
  }
  const levelBytes = hybrid(levels, 1)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(levelBytes.length)
  if (values === 0) return Buffer.concat([length, levelBytes])
  const bitWidth = bitWidthOf(values - 1)
  return Buffer.concat([
    length,
    levelBytes,
    Uint8Array.of(bitWidth),
    hybrid(present.subarray(0, count), bitWidth),
  ])
}

const plainTexts = (texts: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(
    texts.flatMap((text) => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(text.length)
      return [length, text]
    }),
  )

const totalLength = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0)
