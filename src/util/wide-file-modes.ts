/** Finds and restricts files in a private directory that other users can access. */
import { chmod, lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from './file-modes.ts'
import { unlessMissing } from './unless-missing.ts'

export interface WideEntry {
  readonly path: string
  /** The actual mode, and the required one. */
  readonly mode: number
  readonly wanted: number
}

const RIGHTS = 0o777

/** Checks the directory and everything in it. Does not follow links, because their targets belong elsewhere. */
export async function* wideEntries(directory: string): AsyncGenerator<WideEntry> {
  const top = await realpath(directory).catch(unlessMissing)
  if (top !== null) yield* wideAt(top)
}

async function* wideAt(path: string): AsyncGenerator<WideEntry> {
  // A file such as a journal may disappear meanwhile.
  const found = await lstat(path).catch(unlessMissing)
  if (found === null || !(found.isFile() || found.isDirectory())) return
  const wanted = found.isDirectory() ? PRIVATE_DIRECTORY : PRIVATE_FILE
  const mode = found.mode & RIGHTS
  if ((mode & ~PRIVATE_DIRECTORY) !== 0) yield { path, mode, wanted }
  if (!found.isDirectory()) return
  const names = (await readdir(path).catch(unlessMissing)) ?? []
  for (const name of names) yield* wideAt(join(path, name))
}

export const narrow = async ({ path, wanted }: WideEntry): Promise<void> => {
  await chmod(path, wanted).catch(unlessMissing)
}
