/** Backups of all that a service stores. The adapter is `storage/backup/`. */

/** Rows by table, by database: `{ "metes.db": { "account": 3 } }`. */
export type RowCounts = Readonly<Record<string, Readonly<Record<string, number>>>>

export interface BackupProgress {
  readonly phase: 'writing' | 'reading' | 'checking' | 'loading'
  /** The file at work: `catalog.db`. */
  readonly file: string
  readonly bytesDone: number
  /** An estimate while a backup is written; zero if unknown. */
  readonly bytesTotal: number
}

export interface BackupSummary {
  /** Where it is, without credentials. */
  readonly place: string
  /** RFC 3339 UTC: the moment that it shows. */
  readonly createdAt: string
  readonly bytes: number
  readonly files: number
  readonly rows: RowCounts
  readonly hasSecretKey: boolean
  /** True if exported files are in a bucket, which the backup leaves out. */
  readonly leavesOutBucket: boolean
}

export interface RestoreSummary extends BackupSummary {
  readonly secretKey: RestoredKey
}

/** The secret key that the service would start with. */
export interface RestoredKey {
  /** `fits` also if nothing that was restored was made with a key. A server starts only with one that fits. */
  readonly state: 'fits' | 'missing' | 'differs'
  /** `METES_SECRET_KEY`, or the path of the file. */
  readonly place: string
}

export interface BackupOptions {
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface ListedBackup {
  readonly name: string
  readonly isComplete: boolean
}

export interface Backups {
  /** Writes a backup of this moment to a folder or a bucket that holds none. */
  readonly write: (
    to: string,
    options: BackupOptions & { readonly withSecretKey?: boolean },
  ) => Promise<BackupSummary>
  /** Restores it to a scratch folder or database, opens it there and counts its rows. */
  readonly verify: (from: string, options: BackupOptions) => Promise<BackupSummary>
  /** Puts it in place of what is stored. Changes nothing unless it succeeds. `force`: replaces data that are there. */
  readonly restore: (
    from: string,
    options: BackupOptions & { readonly force: boolean },
  ) => Promise<RestoreSummary>
  /** Names of the scheduled backups in a folder or a bucket, oldest first; incomplete ones, too. */
  readonly list: (parent: string) => Promise<readonly ListedBackup[]>
  readonly remove: (parent: string, name: string) => Promise<void>
}

/** A backup cannot be written, read or restored. The message says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
