/** Range requests for bytes (RFC 9110 §14). */
import type { ByteRange } from '../../domain/files/ports.ts'

const RANGE = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i

/**
 * The part of `bytes` bytes that is asked for. A field that is absent, not understood, or asks for several parts at once
 * is ignored, as §14.2 allows: the whole is sent. `beyond` is a range that begins after the end.
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
