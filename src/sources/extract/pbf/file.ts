/**
 * A PBF file as a table of its blobs. Only the blob headers are read (some bytes each), so that passes can read
 * the blobs they need, in any order and by several workers: 24 bytes of table for each blob, 30 MB for a planet file.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { decodeHeader, type PbfHeader } from './header.ts'
import { MAX_BLOB_BYTES, unpackBlob } from './inflate.ts'
import { MalformedBlock, PbfProblem } from './problem.ts'
import { Wire } from './wire.ts'

export interface PbfFile {
  readonly path: string
  readonly fileBytes: number
  readonly header: PbfHeader
  /** Data blobs only, in the order of the file. */
  readonly blobCount: number
  /** Offset of the `Blob` message. */
  readonly offsets: Float64Array
  /** Bytes of the `Blob` message. */
  readonly sizes: Uint32Array
}

/** The format's own limit for a `BlobHeader`. */
export const MAX_HEADER_BYTES = 64 * 1024
/** Enough for the length and header that all common writers produce; longer ones take a second read. */
const FIRST_READ_BYTES = 96
/** Blob headers read before yielding to the event loop, so that progress can be shown. */
const HEADERS_A_TURN = 2048

export const openPbf = async (path: string): Promise<PbfFile> => {
  const descriptor = openSync(path, 'r')
  try {
    return await readTable(path, descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Reads and decompresses one blob. Its errors name the blob's position in the file. */
export const readBlob = (path: string, descriptor: number, offset: number, size: number): Uint8Array => {
  const bytes = new Uint8Array(size)
  const got = readFully(descriptor, bytes, offset)
  if (got < size) {
    const reason = `The file ends after ${got} of the ${size} bytes of this blob.`
    throw new PbfProblem({ path, offset, reason })
  }
  return located(path, offset, () => unpackBlob(bytes))
}

/** Runs a decoder on the data at `offset` and adds the position to its errors. */
export const located = <T>(path: string, offset: number, decode: () => T): T => {
  try {
    return decode()
  } catch (error) {
    if (error instanceof MalformedBlock) throw new PbfProblem({ path, offset, reason: error.message })
    throw error
  }
}

const readTable = async (path: string, descriptor: number): Promise<PbfFile> => {
  const stat = fstatSync(descriptor)
  if (!stat.isFile()) throw new PbfProblem({ path, offset: 0, reason: 'It is not a regular file.' })
  const fileBytes = stat.size
  if (fileBytes === 0) throw new PbfProblem({ path, offset: 0, reason: 'The file is empty.' })
  const offsets: number[] = []
  const sizes: number[] = []
  let header: PbfHeader | null = null
  let headersRead = 0
  for (let at = 0; at < fileBytes; ) {
    const blob = readBlobHeader(path, descriptor, at, fileBytes)
    if (header === null) {
      if (blob.type !== 'OSMHeader') {
        const reason = `The first blob has the type "${blob.type}" instead of "OSMHeader".`
        throw new PbfProblem({ path, offset: at, reason })
      }
      const content = readBlob(path, descriptor, blob.offset, blob.size)
      header = located(path, blob.offset, () => decodeHeader(content))
    } else if (blob.type === 'OSMData') {
      offsets.push(blob.offset)
      sizes.push(blob.size)
    }
    at = blob.offset + blob.size
    if (++headersRead % HEADERS_A_TURN === 0) await setImmediate()
  }
  if (header === null) throw new Error('A non-empty file has a first blob.')
  return {
    path,
    fileBytes,
    header,
    blobCount: offsets.length,
    offsets: Float64Array.from(offsets),
    sizes: Uint32Array.from(sizes),
  }
}

const readBlobHeader = (path: string, descriptor: number, at: number, fileBytes: number) => {
  const fail = (reason: string): never => {
    throw new PbfProblem({ path, offset: at, reason })
  }
  let bytes = new Uint8Array(Math.min(FIRST_READ_BYTES, fileBytes - at))
  readFully(descriptor, bytes, at)
  if (bytes.length < 4) fail(`The file ends ${bytes.length} bytes into the length of a blob header.`)
  const length = new DataView(bytes.buffer).getUint32(0)
  if (length === 0 || length > MAX_HEADER_BYTES) {
    const what = at === 0 ? `The file is not OpenStreetMap PBF${looksLike(bytes)}` : 'The file is damaged'
    fail(`${what}: its blob header claims ${length} bytes; the format allows 1 to ${MAX_HEADER_BYTES}.`)
  }
  if (at + 4 + length > fileBytes) fail(`The file ends inside a blob header of ${length} bytes.`)
  if (4 + length > bytes.length) {
    bytes = new Uint8Array(4 + length)
    readFully(descriptor, bytes, at)
  }
  const { type, size } = located(path, at, () => decodeBlobHeader(bytes.subarray(4, 4 + length)))
  const offset = at + 4 + length
  if (offset + size > fileBytes) {
    fail(`The file is cut off: the blob needs ${offset + size - fileBytes} bytes more than the file has.`)
  }
  return { type, offset, size }
}

const decodeBlobHeader = (bytes: Uint8Array): { type: string; size: number } => {
  const wire = new Wire(bytes)
  let type = ''
  let size = -1
  for (let field = wire.field(); field !== 0; field = wire.field()) {
    if (field === 1) type = wire.text()
    else if (field === 3) size = wire.varint()
    else wire.skip()
  }
  if (type === '' || size < 0) throw new MalformedBlock('The blob header lacks its type or its size.')
  // The limit is on uncompressed data; compression adds far less than a tenth to incompressible data.
  if (size > MAX_BLOB_BYTES * 1.1) {
    throw new MalformedBlock(`The blob header announces ${size} bytes; the format allows ${MAX_BLOB_BYTES}.`)
  }
  return { type, size }
}

/** Recognises other formats that people pass instead of a PBF file, by their first bytes. */
const OTHER_FORMATS: readonly { readonly start: readonly number[]; readonly name: string }[] = [
  { start: [0x3c], name: 'XML' },
  { start: [0x1f, 0x8b], name: 'gzip' },
  { start: [0x42, 0x5a, 0x68], name: 'bzip2' },
  { start: [0x50, 0x4b], name: 'zip' },
  { start: [0x7b], name: 'JSON' },
  { start: [0xff, 0xe0], name: 'o5m' },
]

/** Returns a clause in brackets, or nothing for a format that is not known. */
export const looksLike = (bytes: Uint8Array): string => {
  const format = OTHER_FORMATS.find(({ start }) => start.every((byte, index) => bytes[index] === byte))
  return format === undefined ? '' : ` (it looks like ${format.name})`
}

const readFully = (descriptor: number, into: Uint8Array, position: number): number => {
  let got = 0
  while (got < into.length) {
    const read = readSync(descriptor, into, got, into.length - got, position + got)
    if (read === 0) break
    got += read
  }
  return got
}
