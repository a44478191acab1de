/** Writes a file for the user atomically, or fails with a sentence that says why. */
import { access, constants, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { USERS_FILE } from '../../util/file-modes.ts'
import { unlessMissing } from '../../util/unless-missing.ts'
import { writeFileAtomic } from '../../util/write-file-atomic.ts'
import { cannotWrite } from './file-failure.ts'

/** Refuses a path that cannot be written, before work that would be lost. @throws CommandFailure */
export const requireWritable = async (path: string): Promise<void> => {
  try {
    const existing = await stat(path).catch(unlessMissing)
    if (existing?.isDirectory() === true) throw Object.assign(new Error(), { code: 'EISDIR' })
    if (existing === null || existing.isFile()) await access(dirname(await targetOf(path)), constants.W_OK)
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

/** `mode` applies from the first byte; by default the umask decides. @throws CommandFailure, or an error of `bytes` as it is */
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
    const target = await targetOf(path)
    // A pipe or a device, such as /dev/null, must stay what it is.
    if ((await stat(target).catch(unlessMissing))?.isFile() === false) await writeFile(target, content)
    else await writeFileAtomic(target, content, { aside: `${target}.${process.pid}.part`, mode })
  } catch (error) {
    if (isUnreadable) throw error
    throw cannotWrite(path, error)
  }
}

/** The file behind a link: a link stays a link. */
const targetOf = async (path: string): Promise<string> =>
  (await stat(path).catch(unlessMissing))?.isFile() === true ? realpath(path) : path
