/** Exit codes, and the errors that lead to them. */
import { pathFault } from '../client/file-failure.ts'

export const EXIT = { ok: 0, failure: 1, usage: 2, interrupted: 130, terminated: 143 } as const

/** Wrong usage: exit code 2, with a reference to the help of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The message of an error, then those of its causes that it does not quote. */
export const failureMessages = (error: unknown): readonly string[] => {
  if (!(error instanceof Error)) return [String(error)]
  const message = pathFault(error) ?? error.message
  const causes = error.cause === undefined ? [] : failureMessages(error.cause)
  return [message, ...causes.filter((cause) => !message.includes(cause))]
}

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
