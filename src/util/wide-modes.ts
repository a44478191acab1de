/** Finds what other users of the machine may read or change below a directory that is one user's alone, and takes it from them. */
import { chmod, lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from './modes.ts'

export interface WideEntry {
  readonly path: string
  /** As it is, and as it should be. */
  readonly mode: number
  readonly wanted: number
}

const RIGHTS = 0o777

/** The directory itself, and all below it. Links are not followed: what they lead to is somebody else's. */
export async function* wideEntries(directory: string): AsyncGenerator<WideEntry> {
  const top = await realpath(directory).catch(unlessMissing)
  if (top !== null) yield* wideAt(top)
}

async function* wideAt(path: string): AsyncGenerator<WideEntry> {
  // A journal may go between listing and looking.
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

const unlessMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}
