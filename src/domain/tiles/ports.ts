/** Ports of the tiles. The adapter of `BlockFiles` is `storage/files/block-files.ts`; imports call `TilePreparer`. */
import type { PreparedBlocks } from '../catalog/import-report.ts'

/** Files of blocks that take long to make, so that the next process need not make them again. They can be lost at any time. */
export interface BlockFiles {
  /** In memory that threads share. Null when there is none, or it cannot be read. */
  readonly read: (name: string) => Promise<Uint8Array | null>
  /** Replaces the one of that name. A file that cannot be written is only logged. */
  readonly write: (name: string, bytes: Uint8Array) => Promise<void>
}

export interface TilePreparer {
  /** Prepares the blocks around boundaries that changed, given by their encoded rings. Resolves early when the signal is aborted. */
  readonly prepare: (
    changed: Iterable<Uint8Array>,
    options: {
      readonly onProgress: (blocksDone: number, blocks: number) => void
      readonly signal: AbortSignal | undefined
    },
  ) => Promise<PreparedBlocks>
}
