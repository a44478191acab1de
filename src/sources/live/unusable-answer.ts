/** An answer of a server that cannot be trusted; it never counts as "absent". */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
  /** The query ran out of time or memory at the server: another server, or a later moment, may do better. */
  readonly isExhausted: boolean

  constructor(message: string, isExhausted = false) {
    super(message)
    this.isExhausted = isExhausted
  }
}
