export interface RenderedFile {
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes, in lower-case hexadecimal. */
  readonly sha256: string
}
