/**
 * Closes connections whose clients do not read their answer, because each takes memory and perhaps an open file. A timer
 * checks all connections, so that calls pay nothing. Progress is visible only by chunk, so a large chunk gets the time that
 * a slow line needs.
 */
import type { Socket } from 'node:net'

export interface SlowClientLimits {
  /** Interval between checks. */
  readonly checkMs: number
  /** Time allowed without any progress. */
  readonly stuckMs: number
  /** Minimum read rate for the pending bytes. */
  readonly leastBytesPerSecond: number
}

export const SLOW_CLIENT_LIMITS: SlowClientLimits = {
  checkMs: 2_000,
  stuckMs: 30_000,
  leastBytesPerSecond: 32 * 1024,
}

export class SlowReaders {
  readonly #limits: SlowClientLimits
  readonly #watched = new Map<Socket, { pending: number; written: number; stillMs: number }>()
  readonly #timer: NodeJS.Timeout

  constructor(limits: SlowClientLimits) {
    this.#limits = limits
    this.#timer = setInterval(() => this.#look(), limits.checkMs)
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
    const { checkMs, stuckMs, leastBytesPerSecond } = this.#limits
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
