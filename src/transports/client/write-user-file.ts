/** Writes a file for the user atomically, or fails with a sentence that says why. */
import { USERS_FILE } from '../../util/modes.ts'
import { writeFileAtomic } from '../../util/write-file-atomic.ts'
import { CommandFailure } from './failure.ts'

/** `mode` applies from the first byte; by default the umask decides. */
export const writeUserFile = async (
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  mode = USERS_FILE,
): Promise<void> => {
  try {
    await writeFileAtomic(path, bytes, { aside: `${path}.${process.pid}.part`, mode })
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(`Cannot write ${path}: ${(error as Error).message}.`)
  }
}
