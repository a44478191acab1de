/** Decompresses the content of one blob: https://wiki.openstreetmap.org/wiki/PBF_Format#File_format */
import { inflateSync, zstdDecompressSync } from 'node:zlib'
import { MalformedBlock } from './problem.ts'
import { Wire } from './wire.ts'

/** The format says "The uncompressed length of a Blob must be less than 32 MiB"; larger ones are refused. */
export const MAX_BLOB_BYTES = 32 * 1024 * 1024

/** Field number of each encoding of the `Blob` message that this reader does not decode. */
const UNSUPPORTED: Readonly<Record<number, string>> = {
  4: 'lzma, which the format no longer allows',
  5: 'bzip2, which the format no longer allows',
  6: 'lz4',
}

type Decompress = (packed: Uint8Array, limits: { chunkSize: number; maxOutputLength: number }) => Uint8Array

export const unpackBlob = (blob: Uint8Array): Uint8Array => {
  const wire = new Wire(blob)
  let rawSize = -1
  let packed: Uint8Array | null = null
  let decompress: Decompress | null = null
  for (let field = wire.field(); field !== 0; field = wire.field()) {
    if (field === 1) {
      const raw = wire.bytesField()
      if (raw.length > MAX_BLOB_BYTES) throw tooLarge(raw.length)
      return raw
    }
    if (field === 2) rawSize = wire.varint()
    else if (field === 3 || field === 7) {
      packed = wire.bytesField()
      decompress = field === 3 ? inflateSync : zstdDecompressSync
    } else if (field in UNSUPPORTED) {
      throw new MalformedBlock(
        `The blob is compressed with ${UNSUPPORTED[field]}; zlib, zstd and no compression are supported. "osmium cat" can rewrite the file.`,
      )
    } else wire.skip()
  }
  if (packed === null || decompress === null) throw new MalformedBlock('The blob holds no data.')
  if (rawSize < 0) throw new MalformedBlock('The blob does not state its uncompressed size.')
  if (rawSize > MAX_BLOB_BYTES) throw tooLarge(rawSize)
  return decompressExactly(packed, rawSize, decompress)
}

const decompressExactly = (packed: Uint8Array, rawSize: number, decompress: Decompress): Uint8Array => {
  let raw: Uint8Array
  try {
    // A chunk size for the whole output saves zlib from growing and joining buffers; 64 is its minimum.
    raw = decompress(packed, { chunkSize: Math.max(64, rawSize), maxOutputLength: Math.max(1, rawSize) })
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    throw new MalformedBlock(`The compressed data is damaged (${cause}); ${rawSize} bytes were expected.`)
  }
  if (raw.length !== rawSize) {
    throw new MalformedBlock(`The blob states ${rawSize} uncompressed bytes and holds ${raw.length}.`)
  }
  return raw
}

const tooLarge = (bytes: number): MalformedBlock =>
  new MalformedBlock(`The blob states ${bytes} uncompressed bytes; the format allows ${MAX_BLOB_BYTES}.`)
