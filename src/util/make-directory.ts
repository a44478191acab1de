/**
 * Creates a directory and its parents, private to this user. Node's recursive `mkdir` loops forever on file systems that answer ENOENT to
 * every creation, such as /proc; this function throws instead.
 */
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PRIVATE_DIRECTORY } from './file-modes.ts'

export const makeDirectory = async (path: string): Promise<void> => {
  if (await isMade(path)) return
  await makeDirectory(dirname(path))
  if (!(await isMade(path)))
    throw new Error(`Cannot create the directory ${path}: nothing can be created in ${dirname(path)}.`)
}

/** Returns false if the parent is missing. */
const isMade = async (path: string): Promise<boolean> => {
  try {
    await mkdir(path, PRIVATE_DIRECTORY)
    return true
  } catch (error) {
    if (await isDirectory(path)) return true
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return false
    throw new Error(`Cannot create the directory ${path} (${code}).`, { cause: error })
  }
}

const isDirectory = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
