/** Writes a file for the user atomically, or fails with a sentence that says why. */
import { USERS_FILE } from '../../util/modes.ts'
import { writeFileAtomic } from '../../util/write-file-atomic.ts'
import { cannotWrite } from './file-failure.ts'

/**
 * `mode` applies from the first byte; by default the umask decides. @throws CommandFailure, or an error of `bytes` unchanged
 */
export const writeUserFile = async (
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  mode = USERS_FILE,
): Promise<void> => {
  let isUnreadable = false
  async function* read(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* pieces
    } catch (error) {
      isUnreadable = true
      throw error
    }
  }
  try {
    const content = bytes instanceof Uint8Array ? bytes : read(bytes)
    await writeFileAtomic(path, content, { aside: `${path}.${process.pid}.part`, mode })
  } catch (error) {
    if (isUnreadable) throw error
    throw cannotWrite(path, error)
  }
}
