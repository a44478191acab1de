/**
 * What exports need of a place for files: written once, whole or not at all, never changed. Adapters live in
 * `storage/files/` and are checked by `test/contract/file-store.ts`.
 */
import type { Coding } from '../../util/compression.ts'
import type { FileKey } from './key.ts'

export interface FileFacts {
  readonly mediaType: string
  /** Content coding of the bytes (RFC 9110 §8.4); null when they are stored as they are. */
  readonly encoding: Coding | null
  /** Content-Disposition as it is sent (RFC 6266): ASCII. */
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

export interface FileStore {
  /**
   * Keeps the bytes under the key. When it returns they are durable; before that no reader sees anything of them.
   * The key names the content, so a file that is already there stays as it is.
   */
  put(key: FileKey, bytes: Uint8Array, facts: FileFacts): Promise<void>
  head(key: FileKey): Promise<FileHead | null>
  /** The file, or the part of it, in pieces; null when there is no such file. The range lies within the file. */
  read(key: FileKey, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  /** Removes the files whose time is over; see `key.ts`. Others are never touched. */
  removeExpired(nowMs: number): Promise<void>
  /** Fails, with the reason, when the store cannot be used. */
  check(): Promise<void>
}

/** The storage did not do what was asked. The message names the storage, the file and the reason, never a credential. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
}
