/** Writes files atomically: to a temporary file, synced and renamed, so that neither a reader nor a crash ever sees half a file. */
import { open, rm } from 'node:fs/promises'
import { PRIVATE_FILE } from './file-modes.ts'
import { replaceFile } from './replace-file.ts'

export interface Aside {
  /** Path of the temporary file: on the same file system, and used by no other writer. An existing file is replaced. */
  readonly aside: string
  /** Mode of the file from its first byte; default: private. */
  readonly mode?: number
}

export const writeFileAtomic = async (
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  { aside, mode = PRIVATE_FILE }: Aside,
): Promise<void> => {
  try {
    await rm(aside, { force: true })
    const file = await open(aside, 'wx', mode)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await replaceFile(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}
