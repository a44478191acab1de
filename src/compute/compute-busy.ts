export type BusyReason = 'queue_full' | 'took_too_long' | 'out_of_memory'

const REASONS: Readonly<Record<BusyReason, string>> = {
  queue_full: 'Too many tasks are waiting for a thread.',
  took_too_long: 'The task took too long.',
  out_of_memory: 'The task took too much memory.',
}

/** The task was not done: the queue is full, or it took too much time or memory. */
export class ComputeBusy extends Error {
  override readonly name = 'ComputeBusy'
  readonly reason: BusyReason
  readonly retryAfterSeconds: number
  /** The limit that the task exceeded: seconds, or megabytes of heap. */
  readonly max: number | null

  constructor(reason: BusyReason, retryAfterSeconds: number, max: number | null = null) {
    super(REASONS[reason])
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
    this.max = max
  }
}
