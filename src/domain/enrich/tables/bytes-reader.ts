/** Reads a file from start to end, any number of bytes at a time. */
import { closeSync, openSync, readSync } from 'node:fs'

export interface BytesReader {
  /** Returns the next bytes, valid until the next call; null if fewer are left. */
  readonly take: (count: number) => Buffer | null
  readonly close: () => void
}

const PIECE_BYTES = 1024 * 1024

export const openReader = (path: string): BytesReader => {
  const file = openSync(path, 'r')
  let bytes = Buffer.alloc(0)
  let at = 0
  const take = (count: number): Buffer | null => {
    if (bytes.length - at < count) {
      const more = Buffer.alloc(Math.max(PIECE_BYTES, count))
      const kept = bytes.copy(more, 0, at)
      const read = readSync(file, more, kept, more.length - kept, null)
      bytes = more.subarray(0, kept + read)
      at = 0
      if (bytes.length < count) return null
    }
    at += count
    return bytes.subarray(at - count, at)
  }
  return { take, close: () => closeSync(file) }
}
