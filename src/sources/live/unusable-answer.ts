/** Answers of a server that cannot be trusted. */
import { LiveMapFailed } from '../../domain/live/ports.ts'

/** An answer that cannot be trusted; it never counts as "absent". */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
  /** The query ran out of time or memory at the server: another server, or a later moment, may do better. */
  readonly isExhausted: boolean

  constructor(message: string, isExhausted = false) {
    super(message)
    this.isExhausted = isExhausted
  }
}

/** An answer that cannot be put together is the server's failure, never an absent boundary. */
export const trusted = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UnusableAnswer)) throw error
    throw new LiveMapFailed('broken', error.message, 60, { cause: error })
  }
}
