/** Writes a file for the user atomically, or fails with a sentence that says why. */
import { USERS_FILE } from '../../util/modes.ts'
import { writeFileAtomic } from '../../util/write-file-atomic.ts'
import { CommandFailure } from './failure.ts'

/** A file of the user's own, unless a narrower mode is given: nobody has ever been able to open what is written in any other. */
export const writeUserFile = async (
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  mode = USERS_FILE,
): Promise<void> => {
  try {
    await writeFileAtomic(path, bytes, { aside: `${path}.${process.pid}.part`, mode })
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(`${path} cannot be written: ${(error as Error).message}.`)
  }
}
