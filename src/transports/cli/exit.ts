/** How a command ends: the exit codes of the contract, and the errors that lead to them. */

export const EXIT = { ok: 0, failure: 1, usage: 2, interrupted: 130, terminated: 143 } as const

/** The command line itself is wrong: exit code 2, with a pointer to the help of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What happened, then what caused it. */
export const failureMessages = (error: unknown): readonly string[] =>
  error instanceof Error
    ? [
        systemMessage(error) ?? error.message,
        ...(error.cause === undefined ? [] : failureMessages(error.cause)),
      ]
    : [String(error)]

/** What the system says of a file, in words. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be used by this user',
  EPERM: 'may not be used by this user',
  ENOTDIR: 'lies below something that is not a directory',
  EISDIR: 'is a directory',
  EROFS: 'is on a disk that cannot be written',
  ENOSPC: 'cannot be written: the disk is full',
}

const systemMessage = ({ code, path }: NodeJS.ErrnoException): string | null =>
  code !== undefined && path !== undefined && code in SYSTEM_ERRORS ? `${path} ${SYSTEM_ERRORS[code]}.` : null

/** Rejects as soon as the user interrupts, whatever the work does; the work hears of it through the same signal. */
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
