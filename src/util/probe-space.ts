/** Finds out whether a directory has space by writing there, because quotas and reserved blocks are not in any number. */
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE } from './file-modes.ts'

/** A few calls need less; below this, no larger write succeeds either. */
const PROBE = new Uint8Array(256 * 1024)

/** Always the same name, so that a killed process leaves at most one file, which the next probe replaces. */
const NAME = 'space.probe'

/** @throws the system's error if the bytes cannot be written */
export const probeSpace = async (directory: string): Promise<void> => {
  const path = join(directory, NAME)
  try {
    const file = await open(path, 'w', PRIVATE_FILE)
    try {
      await file.writeFile(PROBE)
    } finally {
      await file.close()
    }
  } finally {
    await rm(path, { force: true })
  }
}

/** Returns the bytes that are free for this user on the disk of an existing directory. */
export const freeBytes = async (directory: string): Promise<number> => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
