/** A file that is written from front to back, in large pieces. Synchronous: for threads of their own. */
import { closeSync, openSync } from 'node:fs'
import { PRIVATE_FILE } from './modes.ts'
import { writeFully } from './scratch.ts'

const BUFFER_BYTES = 256 * 1024

export class SinkFile {
  readonly #path: string
  readonly #handle: number
  readonly #onBytes: (bytes: Uint8Array) => void
  readonly #buffer = new Uint8Array(BUFFER_BYTES)
  #buffered = 0
  #written = 0

  /** @param onBytes sees all bytes in order */
  constructor(path: string, onBytes: (bytes: Uint8Array) => void) {
    this.#path = path
    this.#handle = openSync(path, 'wx', PRIVATE_FILE)
    this.#onBytes = onBytes
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

  close(): { readonly path: string; readonly size: number } {
    this.#flush()
    closeSync(this.#handle)
    return { path: this.#path, size: this.#written }
  }

  #flush(): void {
    this.#put(this.#buffer.subarray(0, this.#buffered))
    this.#buffered = 0
  }

  #put(bytes: Uint8Array): void {
    this.#onBytes(bytes)
    writeFully(this.#handle, bytes, this.#written)
    this.#written += bytes.length
  }
}
