/** Exit codes, and the errors that lead to them. */

export const EXIT = { ok: 0, failure: 1, usage: 2, interrupted: 130, terminated: 143 } as const

/** Wrong usage: exit code 2, with a reference to the help of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The message of an error, then those of its causes. */
export const failureMessages = (error: unknown): readonly string[] =>
  error instanceof Error
    ? [
        systemMessage(error) ?? error.message,
        ...(error.cause === undefined ? [] : failureMessages(error.cause)),
      ]
    : [String(error)]

/** Messages for the file errors of the system. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be accessed by this user',
  EPERM: 'cannot be accessed by this user',
  ENOTDIR: 'is inside something that is not a directory',
  EISDIR: 'is a directory',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'cannot be written: the disk is full',
}

const systemMessage = ({ code, path }: NodeJS.ErrnoException): string | null =>
  code !== undefined && path !== undefined && code in SYSTEM_ERRORS ? `${path} ${SYSTEM_ERRORS[code]}.` : null

/** Rejects as soon as the user interrupts, without waiting for the work, which gets the same signal. */
export const interruptible = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  signal.throwIfAborted()
  const interrupted = Promise.withResolvers<never>()
  const onAbort = () => interrupted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, interrupted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
