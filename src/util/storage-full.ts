/** Recognizes the errors by which disks, databases and buckets say that no space is left. */

/** No space is left, as reported by something that has no error code of its own for it. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
}

/**
 * Codes of errors: of the system, of PostgreSQL (`disk_full`, https://www.postgresql.org/docs/current/errcodes-appendix.html)
 * and of SQLite, which says `SQLITE_IOERR_SHMSIZE` if the index of its journal cannot grow.
 */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])
const SQLITE_CODES: Readonly<Record<number, string>> = { 13: 'SQLITE_FULL', 4874: 'SQLITE_IOERR_SHMSIZE' }

/** Returns the kind of error that says that no space is left, in the error or in its causes; null if none does. */
export const storageFullCause = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (CODES.has(code)) return String(code)
  if (error instanceof StorageFullError) return error.name
  return SQLITE_CODES[Number(errcode)] ?? storageFullCause(error.cause)
}

export const isStorageFull = (error: unknown): boolean => storageFullCause(error) !== null
