/**
 * Ends connections whose clients take nothing of their answer: each holds bytes, and perhaps an open file. Looked at now and then,
 * so that it costs no call anything. What a socket has been given is seen to move piece by piece only, so a large piece is given the
 * time that a slow line takes for it.
 */
import type { Socket } from 'node:net'

export interface SlowClientLimits {
  /** How often it is looked for clients past the limits. */
  readonly checkMs: number
  /** Without any movement, whatever is left to take. */
  readonly stuckMs: number
  /** A client that takes what is left slower than this is not waited for. */
  readonly leastBytesPerSecond: number
}

export class SlowReaders {
  readonly #patience: SlowClientLimits
  readonly #watched = new Map<Socket, { pending: number; written: number; stillMs: number }>()
  readonly #timer: NodeJS.Timeout

  constructor(patience: SlowClientLimits) {
    this.#patience = patience
    this.#timer = setInterval(() => this.#look(), patience.checkMs)
    this.#timer.unref()
  }

  watch(socket: Socket): void {
    this.#watched.set(socket, { pending: 0, written: 0, stillMs: 0 })
    socket.once('close', () => this.#watched.delete(socket))
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const { checkMs, stuckMs, leastBytesPerSecond } = this.#patience
    for (const [socket, seen] of this.#watched) {
      const { writableLength: pending, bytesWritten: written } = socket
      const moved = pending === 0 || pending !== seen.pending || written !== seen.written
      seen.stillMs = moved ? 0 : seen.stillMs + checkMs
      seen.pending = pending
      seen.written = written
      if (seen.stillMs > stuckMs + (pending / leastBytesPerSecond) * 1000) socket.destroy()
    }
  }
}
