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
    this.#write(
      record(
        LOCAL_FILE,
        [2, VERSION],
        [2, FLAGS],
        [2, DEFLATE],
        [2, 0],
        [2, NO_DATE],
        [4, 0],
        [4, 0],
        [4, 0],
        [2, name.length],
        [2, 0],
      ),
    )
    this.#write(name)
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
    this.#write(record(DESCRIPTOR, [4, crc], [4, packed], [4, size]))
    this.#entries.push({ name, at, crc, packed, size })
  }

  end(): void {
    const start = this.#at
    for (const { name, at, crc, packed, size } of this.#entries) {
      this.#write(
        record(
          CENTRAL_FILE,
          [2, VERSION],
          [2, VERSION],
          [2, FLAGS],
          [2, DEFLATE],
          [2, 0],
          [2, NO_DATE],
          [4, crc],
          [4, packed],
          [4, size],
          [2, name.length],
          [2, 0],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0],
          [4, at],
        ),
      )
      this.#write(name)
    }
    const count = this.#entries.length
    this.#write(
      record(END, [2, 0], [2, 0], [2, count], [2, count], [4, this.#at - start], [4, start], [2, 0]),
    )
  }

  #write(bytes: Uint8Array): void {
    this.#count(bytes.length)
    this.#output.write(bytes)
  }

  #count(bytes: number): void {
    this.#at += bytes
    if (this.#at > MAX_BYTES) throw new BeyondFormat('The archive exceeds 4 GB; choose gpkg or fgb.')
  }
}

/** A signature and numbers of two or four bytes. */
const record = (
  signature: number,
  ...fields: readonly (readonly [bytes: 2 | 4, value: number])[]
): Uint8Array => {
  const length = fields.reduce((sum, [bytes]) => sum + bytes, 4)
  const view = new DataView(new ArrayBuffer(length))
  view.setUint32(0, signature, true)
  let at = 4
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}
