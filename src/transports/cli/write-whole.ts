/** Files that commands write: whole, or not at all and the command says why. */
import { writeWhole as write } from '../../util/write-whole.ts'
import { CommandFailure } from './exit.ts'

/** With a mode, nobody has ever been able to open what is written in any other. */
export const writeWhole = async (
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  mode?: number,
): Promise<void> => {
  try {
    await write(path, bytes, { aside: `${path}.${process.pid}.part`, mode })
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(`${path} cannot be written: ${(error as Error).message}.`)
  }
}
