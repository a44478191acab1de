/** Writes the output files of commands atomically and reports failures. */
import { USERS_FILE } from '../../util/modes.ts'
import { writeFileAtomic as write } from '../../util/write-file-atomic.ts'
import { CommandFailure } from './exit.ts'

/** `mode` applies from the first byte; by default the umask decides. */
export const writeFileAtomic = async (
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  mode = USERS_FILE,
): Promise<void> => {
  try {
    await write(path, bytes, { aside: `${path}.${process.pid}.part`, mode })
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(`Cannot write ${path}: ${(error as Error).message}.`)
  }
}
