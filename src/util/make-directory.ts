/**
 * Makes a directory and those above it, for this user alone. As `mkdir` with `recursive`, which Node repeats for ever where a file system lets nobody make
 * anything and says so by ENOENT, as /proc does: here that is an error.
 */
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PRIVATE_DIRECTORY } from './modes.ts'

export const makeDirectory = async (path: string): Promise<void> => {
  if (await isMade(path)) return
  await makeDirectory(dirname(path))
  if (!(await isMade(path)))
    throw new Error(`The directory ${path} cannot be made: nothing can be made in ${dirname(path)}.`)
}

/** False where the directory above it is missing. */
const isMade = async (path: string): Promise<boolean> => {
  try {
    await mkdir(path, PRIVATE_DIRECTORY)
    return true
  } catch (error) {
    if (await isDirectory(path)) return true
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return false
    throw new Error(`The directory ${path} cannot be made (${code}).`, { cause: error })
  }
}

const isDirectory = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
