/** The database does not answer, or not in time: the same call can succeed when it does. */
export class DatabaseUnavailableError extends Error {
  override readonly name: string = 'DatabaseUnavailableError'
}

/** Also if it is the cause of another error. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof Error && (error instanceof DatabaseUnavailableError || isDatabaseUnavailable(error.cause))
