/** Files written in one piece: beside the target and renamed, so that a reader, or a kill at any moment, never sees half a file. */
import { open, rename, rm } from 'node:fs/promises'
import { CommandFailure } from './exit.ts'

/** With a mode, nobody has ever been able to open what is written in any other. */
export const writeWhole = async (
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  mode?: number,
): Promise<void> => {
  const partial = `${path}.${process.pid}.part`
  try {
    if (mode !== undefined) await rm(partial, { force: true })
    const file = await open(partial, mode === undefined ? 'w' : 'wx', mode)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(`${path} cannot be written: ${(error as Error).message}.`)
  }
}
