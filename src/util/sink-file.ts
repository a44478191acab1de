/** A file that is written from front to back, in large pieces, and hashed meanwhile. Synchronous, for threads of its own. */
import { createHash } from 'node:crypto'
import { chmodSync, closeSync, openSync, renameSync } from 'node:fs'
import { PRIVATE_FILE } from './file-modes.ts'
import { filePieces, type ScratchFile, writeFully } from './scratch-files.ts'

const BUFFER_BYTES = 256 * 1024

export interface WrittenFile {
  readonly path: string
  readonly size: number
  /** In lower-case hexadecimal. */
  readonly sha256: string
}

export class SinkFile {
  readonly #path: string
  #handle: number
  readonly #hash = createHash('sha256')
  readonly #buffer = new Uint8Array(BUFFER_BYTES)
  #buffered = 0
  #written = 0

  constructor(path: string) {
    this.#path = path
    this.#handle = openSync(path, 'wx', PRIVATE_FILE)
  }

  write(bytes: Uint8Array): void {
    if (this.#buffered + bytes.length > BUFFER_BYTES) this.#flush()
    if (bytes.length > BUFFER_BYTES) {
      this.#put(bytes)
      return
    }
    this.#buffer.set(bytes, this.#buffered)
    this.#buffered += bytes.length
  }

  /** Writes the content of a finished file; if it is the first content, the file is moved instead of copied. */
  moveIn(path: string): void {
    this.#flush()
    if (this.#written > 0) {
      for (const piece of filePieces(path)) this.#put(piece)
      return
    }
    chmodSync(path, PRIVATE_FILE)
    // Windows replaces no open file.
    closeSync(this.#handle)
    renameSync(path, this.#path)
    this.#handle = openSync(this.#path, 'r+')
    for (const piece of filePieces(this.#path)) this.#count(piece)
  }

  copyIn(file: ScratchFile): void {
    for (const piece of file.pieces()) this.write(piece)
  }

  close(): WrittenFile {
    this.#flush()
    closeSync(this.#handle)
    return { path: this.#path, size: this.#written, sha256: this.#hash.digest('hex') }
  }

  #flush(): void {
    this.#put(this.#buffer.subarray(0, this.#buffered))
    this.#buffered = 0
  }

  #put(bytes: Uint8Array): void {
    writeFully(this.#handle, bytes, this.#written)
    this.#count(bytes)
  }

  #count(bytes: Uint8Array): void {
    this.#hash.update(bytes)
    this.#written += bytes.length
  }
}
