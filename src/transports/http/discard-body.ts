/** Discards the body of a request that was answered before the body was read. */
import type { IncomingMessage } from 'node:http'

/**
 * Reads the rest of the body at 6.4 MB/s at most. The client can then finish sending and read the answer (RFC 9112 §9.6),
 * but a client that sends bodies only to have them rejected cannot occupy the server more than that.
 */
export const discardBody = (request: IncomingMessage): void => {
  let bytes = 0
  request.on('data', (piece: Uint8Array) => {
    bytes += piece.byteLength
    if (bytes < BYTES_A_PAUSE) return
    bytes = 0
    request.pause()
    setTimeout(() => request.resume(), PAUSE_MS).unref()
  })
  // An aborted body needs no answer, but without a listener its error would end the process.
  request.on('error', () => {})
  request.resume()
}

const BYTES_A_PAUSE = 64 * 1024
const PAUSE_MS = 10
