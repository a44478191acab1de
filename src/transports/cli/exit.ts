/** How a command ends: the exit codes of the contract, and the errors that lead to them. */

export const EXIT = { ok: 0, failure: 1, usage: 2, interrupted: 130, terminated: 143 } as const

/** The command line itself is wrong: exit code 2, with a pointer to the help of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command was understood and could not be done: exit code 1. The message is a full sentence for the user. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

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
