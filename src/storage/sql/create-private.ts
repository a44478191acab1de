import { closeSync, existsSync, openSync } from 'node:fs'
import { PRIVATE_FILE } from '../../util/file-modes.ts'

/**
 * Creates the file, empty and private, if it is missing. An existing one is not opened: closing it would drop all locks that connections of
 * this process hold on it (https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
 */
export const createPrivate = (path: string): void => {
  if (!existsSync(path)) closeSync(openSync(path, 'a', PRIVATE_FILE))
}
