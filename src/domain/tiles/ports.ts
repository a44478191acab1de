/** What the tiles need from outside. The adapter is `storage/files/block-files.ts`. */

/** Files of blocks that take long to make, so that the next process need not make them again. They can be lost at any time. */
export interface BlockFiles {
  /** In memory that threads share. Null when there is none, or it cannot be read. */
  readonly read: (name: string) => Promise<Uint8Array | null>
  /** Replaces the one of that name. A file that cannot be written is only logged. */
  readonly write: (name: string, bytes: Uint8Array) => Promise<void>
}
