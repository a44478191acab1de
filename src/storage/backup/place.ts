/** Port to where a backup lies: a folder or a bucket. */
import type { ListedBackup } from '../../platform/backup/ports.ts'
import type { BackupFile } from './manifest.ts'

export interface BackupPlace {
  /** Folder or address, without credentials. */
  readonly name: string
  /** Prepares it for writing. Rejects if it holds anything, or has no room. */
  readonly create: (needs: NeededBytes) => Promise<void>
  /** Path at which the next file is to be made, on this machine. */
  readonly draft: (path: string) => Promise<string>
  /** Stores the file that was made there durably. Returns its size and checksum as stored. */
  readonly store: (path: string, options: StoreOptions) => Promise<BackupFile>
  /** Stores the manifest, which makes the backup complete. */
  readonly complete: (manifest: string) => Promise<void>
  /** Deletes what was stored since `create`. */
  readonly discard: () => Promise<void>
  /** Null if there is none. */
  readonly manifest: () => Promise<string | null>
  /** Yields the content of a file. Rejects if it is missing. */
  readonly read: (file: BackupFile) => AsyncIterable<Uint8Array>
  /** Names of the folders of scheduled backups in it, in order, and whether each has a manifest. */
  readonly children: () => Promise<readonly ListedBackup[]>
  /** Manifests of the backups in its other folders, by their names; without those that cannot be read. */
  readonly otherManifests: () => Promise<ReadonlyMap<string, string>>
  /** Deletes a backup, its manifest first: half of it never passes for a backup. */
  readonly remove: () => Promise<void>
  /** Deletes temporary files. */
  readonly close: () => void
}

/** Estimates. */
export interface NeededBytes {
  readonly total: number
  readonly largestFile: number
}

export interface StoreOptions {
  readonly onBytes: (count: number) => void
  readonly signal: AbortSignal | undefined
}
