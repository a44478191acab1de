/** Files written in one piece: aside, synced and renamed, so that a reader, or a kill at any moment, never sees half a file. */
import { open, rename, rm } from 'node:fs/promises'
import { PRIVATE_FILE } from './modes.ts'

export interface Aside {
  /** Where the bytes stand until they are complete: on the same file system, and nobody else's. What is there is replaced. */
  readonly aside: string
  /** Of the file from its first byte on; without it nobody else can read the file. */
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
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}
