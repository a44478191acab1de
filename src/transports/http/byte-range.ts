/** Parses byte ranges (RFC 9110 §14). */
import type { ByteRange } from '../../domain/files/ports.ts'

const RANGE = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i

/**
 * Returns the requested range of a file with `bytes` bytes. An absent or invalid field, or one with several ranges, is
 * ignored as §14.2 allows, and the whole file is sent. `beyond`: the range starts after the end.
 */
export const readRange = (field: string | undefined, bytes: number): ByteRange | 'whole' | 'beyond' => {
  const [, first, last] = RANGE.exec(field ?? '') ?? []
  if (first === undefined || (first === '' && last === '')) return 'whole'
  if (first === '') {
    const count = Math.min(Number(last), bytes)
    return count === 0 ? 'beyond' : { first: bytes - count, last: bytes - 1 }
  }
  if (last !== '' && Number(last) < Number(first)) return 'whole'
  if (Number(first) >= bytes) return 'beyond'
  return { first: Number(first), last: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) }
}
