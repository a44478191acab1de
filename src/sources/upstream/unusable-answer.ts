/** How a request to a map server fails: because of the question, as far as anybody can tell, or because of the server. */
import { HttpFailed } from './fetch-bounded.ts'

/** A server's answer that cannot be trusted; it never counts as "absent". */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
  /** What the server lacked to answer: another server, or a later attempt, may have enough. Null if the answer is wrong. */
  readonly lack: 'time' | 'memory' | null

  constructor(message: string, lack: UnusableAnswer['lack'] = null, options?: ErrorOptions) {
    super(message, options)
    this.lack = lack
  }
}

/** The server cannot be asked now, or asks to wait; another one, or a later attempt, may answer. */
export class ServerFailed extends Error {
  override readonly name = 'ServerFailed'
}

/** The server cannot be connected to, and has never answered this process: waiting for it is of no use. */
export class ServerAbsent extends ServerFailed {}

/** An answer that was damaged on its way may be whole the second time; one that took too long or is too large will not be. */
export const isWorthRepeating = ({ cause }: UnusableAnswer): boolean =>
  !(cause instanceof HttpFailed) || cause.fault === 'unreachable'
