/** A server's answer that cannot be trusted; it never counts as "absent". */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
  /** True if the query ran out of time or memory at the server: another server, or a later attempt, may succeed. */
  readonly isExhausted: boolean

  constructor(message: string, isExhausted = false) {
    super(message)
    this.isExhausted = isExhausted
  }
}
