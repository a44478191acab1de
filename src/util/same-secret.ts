/** Compares secrets in constant time. */
import { timingSafeEqual } from 'node:crypto'

export const sameSecret = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.byteLength === right.byteLength && timingSafeEqual(left, right)
}
