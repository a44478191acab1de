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
  readonly at: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

export class ZipWriter {
  readonly #output: Pick<Output, 'write' | 'copyIn'>
  readonly #entries: ZipEntry[] = []
  #at = 0

  constructor(output: Pick<Output, 'write' | 'copyIn'>) {
    this.#output = output
  }

  /** Compresses the pieces one after the other, before a body that was compressed as it arrived. */
  file(fileName: string, pieces: Iterable<Uint8Array>, body?: DeflatedBody): void {
    const name = encode(fileName)
    const at = this.#at
    this.#write(long(LOCAL_FILE), PACKING, long(0, 0, 0), short(name.length, 0), name)
    const start = this.#at
    let crc = 0
    let size = 0
    for (const piece of pieces) {
      crc = crc32(piece, crc)
      size += piece.length
      this.#write(deflatedPart(piece))
    }
    if (body !== undefined) {
      const packed = body.finish()
      this.#count(packed.size)
      this.#output.copyIn(packed)
      crc = crcOfBoth(crc, body.crc, body.size)
      size += body.size
    }
    this.#write(deflateRawSync(new Uint8Array(0)))
    const packed = this.#at - start
    this.#write(long(DESCRIPTOR, crc, packed, size))
    this.#entries.push({ name, at, crc, packed, size })
  }

  end(): void {
    const start = this.#at
    for (const { name, at, crc, packed, size } of this.#entries) {
      this.#write(long(CENTRAL_FILE), short(VERSION), PACKING, long(crc, packed, size))
      this.#write(short(name.length, 0, 0, 0, 0), long(0, at), name)
    }
    const count = this.#entries.length
    this.#write(long(END), short(0, 0, count, count), long(this.#at - start, start), short(0))
  }

  #write(...pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) {
      this.#count(piece.length)
      this.#output.write(piece)
    }
  }

  #count(bytes: number): void {
    this.#at += bytes
    if (this.#at > MAX_BYTES) throw new BeyondFormat('The archive exceeds 4 GB; choose gpkg or fgb.')
  }
}
