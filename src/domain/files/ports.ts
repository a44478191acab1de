/**
 * Port to a file store for exports: files are written once, atomically, and never change. Adapters live in `storage/files/`
 * and are checked by `test/contract/file-store.ts`.
 */
import type { Coding } from '../../util/compression.ts'
import type { FileKey } from './stored-file-name.ts'

export interface FileFacts {
  readonly mediaType: string
  /** Content coding of the bytes (RFC 9110 §8.4); null if they are not compressed. */
  readonly encoding: Coding | null
  /** Content-Disposition header as sent (RFC 6266): ASCII. */
  readonly disposition: string
}

export interface FileHead extends FileFacts {
  readonly bytes: number
}

/** Positions of the first and the last byte, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** A finished file on this machine, too large for memory. */
export interface LocalFile {
  readonly path: string
  readonly byteLength: number
}

export type FileContent = Uint8Array | LocalFile

export interface FileStore {
  /**
   * Stores the content under the key. It is durable when the promise resolves; until then no reader sees any part of it. The
   * key identifies the content, so an existing file stays as it is.
   */
  put(key: FileKey, content: FileContent, facts: FileFacts): Promise<void>
  head(key: FileKey): Promise<FileHead | null>
  /** Returns the file, or a range of it, in chunks; null if there is no such file. */
  read(key: FileKey, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  /** Removes expired files, see `stored-file-name.ts`, and what killed processes left. Never touches other files. */
  removeExpired(nowMs: number): Promise<void>
  /** Rejects, with the reason, if the store cannot be used. */
  check(): Promise<void>
}

/** The storage failed. The message has the storage, the file and the reason, never a credential. The cause says if it is full. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
}
