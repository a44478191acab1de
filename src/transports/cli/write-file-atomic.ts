/** Files that commands write: whole, or not at all and the command says why. */
import { USERS_FILE } from '../../util/modes.ts'
import { writeFileAtomic as write } from '../../util/write-file-atomic.ts'
import { CommandFailure } from './exit.ts'

/** A file of the user's own, unless a narrower mode is given: nobody has ever been able to open what is written in any other. */
export const writeFileAtomic = async (
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  mode = USERS_FILE,
): Promise<void> => {
  try {
    await write(path, bytes, { aside: `${path}.${process.pid}.part`, mode })
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(`${path} cannot be written: ${(error as Error).message}.`)
  }
}
