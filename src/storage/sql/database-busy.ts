import { DatabaseUnavailableError } from '../../util/database-unavailable.ts'

/** Another process or connection has held the write lock for too long. */
export class DatabaseBusyError extends DatabaseUnavailableError {
  override readonly name = 'DatabaseBusyError'
  constructor(waitedMs: number, cause: unknown) {
    super(
      `Another process has been writing to the database for more than ${waitedMs} ms. Try again when it has finished.`,
      {
        cause,
      },
    )
  }
}
