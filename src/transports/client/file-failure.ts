/** Converts system errors, which have codes, to sentences that say why a file cannot be read or written. */
import { CommandFailure } from './command-failure.ts'

/** Clauses by code, to follow a path. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be accessed by this user',
  EPERM: 'cannot be accessed by this user',
  // Windows says so of files that another program has open.
  EBUSY: 'is in use by another program',
  ENOTDIR: 'is inside something that is not a directory',
  EISDIR: 'is a directory',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'cannot be written: the disk is full',
}

/** Returns a sentence with the path for a system error; null for other errors. */
export const pathFault = ({ code, path }: NodeJS.ErrnoException): string | null =>
  code !== undefined && path !== undefined && code in FAULTS ? `${path} ${FAULTS[code]}.` : null

const WRITING: Readonly<Record<string, string>> = {
  ENOENT: 'its directory does not exist',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is used up',
}

/** @param what path or name of the output */
export const cannotWrite = (what: string, error: unknown): CommandFailure => {
  const { code = '', message } = error as NodeJS.ErrnoException
  const reason = WRITING[code] ?? (code in FAULTS ? `it ${FAULTS[code]}` : message)
  return new CommandFailure(`Cannot write ${what}: ${reason}.`)
}
