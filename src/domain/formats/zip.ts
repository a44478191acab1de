/**
 * Writes a zip archive (PKWARE APPNOTE 6.3) in one pass: sizes and checksums follow each file (§4.3.9). All dates are
 * constant, so the same files give the same bytes.
 */
import { crc32, deflateRawSync } from 'node:zlib'
import { encode } from './byte-writer.ts'
import { crcOfBoth } from './crc-of-both.ts'
import { type DeflatedBody, deflatedPart } from './deflated-body.ts'
import { BeyondFormat, type Output } from './writer.ts'

const LOCAL_FILE = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL_FILE = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Sizes follow the file (bit 3), and names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1 January 1980. */
const NO_DATE = 0x21
/** Larger archives need zip64, which common readers of Shapefiles lack. */
const MAX_BYTES = 2 ** 32 - 1

/** Numbers of two bytes, the lowest first. */
const short = (...numbers: readonly number[]): Uint8Array =>
  Uint8Array.from(numbers.flatMap((number) => [number, number >>> 8]))
/** Numbers of four bytes, the lowest first. */
const long = (...numbers: readonly number[]): Uint8Array =>
  Uint8Array.from(numbers.flatMap((number) => [number, number >>> 8, number >>> 16, number >>> 24]))

/** How a file is packed, and when it was written. */
const PACKING = short(VERSION, FLAGS, DEFLATE, 0, NO_DATE)

interface ZipEntry {
  readonly name: Uint8Array
  readonly start: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

export const zipWriter = (output: Pick<Output, 'write' | 'copyIn'>) => {
  const entries: ZipEntry[] = []
  let at = 0

  /** Compresses the pieces one after the other, before a body that was compressed as it arrived. */
  const file = (fileName: string, pieces: Iterable<Uint8Array>, body?: DeflatedBody): void => {
    const name = encode(fileName)
    const start = at
    write(long(LOCAL_FILE), PACKING, long(0, 0, 0), short(name.length, 0), name)
    const contentAt = at
    let crc = 0
    let size = 0
    for (const piece of pieces) {
      crc = crc32(piece, crc)
      size += piece.length
      write(deflatedPart(piece))
    }
    if (body !== undefined) {
      const packed = body.finish()
      count(packed.size)
      output.copyIn(packed)
      crc = crcOfBoth(crc, body.crc, body.size)
      size += body.size
    }
    write(deflateRawSync(new Uint8Array(0)))
    const packed = at - contentAt
    write(long(DESCRIPTOR, crc, packed, size))
    entries.push({ name, start, crc, packed, size })
  }

  const end = (): void => {
    const start = at
    for (const { name, start: entryStart, crc, packed, size } of entries) {
      write(long(CENTRAL_FILE), short(VERSION), PACKING, long(crc, packed, size))
      write(short(name.length, 0, 0, 0, 0), long(0, entryStart), name)
    }
    const files = entries.length
    write(long(END), short(0, 0, files, files), long(at - start, start), short(0))
  }

  const write = (...pieces: readonly Uint8Array[]): void => {
    for (const piece of pieces) {
      count(piece.length)
      output.write(piece)
    }
  }

  const count = (bytes: number): void => {
    at += bytes
    if (at > MAX_BYTES) throw new BeyondFormat('The archive exceeds 4 GB; choose gpkg or fgb.')
  }

  return { file, end }
}
