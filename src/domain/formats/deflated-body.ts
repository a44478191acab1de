/**
 * Compresses bytes as they arrive, so that a thread works instead of waiting for more. The compressed bytes wait in a
 * temporary file.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { ScratchFile } from '../../util/scratch-files.ts'

/** Coordinates compress little further: the standard level takes twice the time for files smaller by a twentieth. */
const FAST = { level: 3, chunkSize: 256 * 1024 }
const PART_BYTES = 1024 * 1024

/** Flushed to a whole byte without an end, so that concatenated parts are one stream (RFC 1951). */
export const deflatedPart = (bytes: Uint8Array): Uint8Array =>
  deflateRawSync(bytes, { ...FAST, finishFlush: constants.Z_SYNC_FLUSH })

export class DeflatedBody {
  /** Size of the bytes before compression. */
  size = 0
  crc = 0
  readonly #packed: ScratchFile
  readonly #part = new Uint8Array(PART_BYTES)
  #partBytes = 0

  constructor(packed: ScratchFile) {
    this.#packed = packed
  }

  append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const taken = Math.min(bytes.length - at, PART_BYTES - this.#partBytes)
      this.#part.set(bytes.subarray(at, at + taken), this.#partBytes)
      this.#partBytes += taken
      at += taken
      if (this.#partBytes === PART_BYTES) this.#pack()
    }
    this.size += bytes.length
  }

  /** Returns the file with all compressed bytes. */
  finish(): ScratchFile {
    if (this.#partBytes > 0) this.#pack()
    return this.#packed
  }

  #pack(): void {
    const part = this.#part.subarray(0, this.#partBytes)
    this.crc = crc32(part, this.crc)
    this.#packed.append(deflatedPart(part))
    this.#partBytes = 0
  }
}
