/** Sorts boxes along a Z-curve (Morton 1966) through their centres, so that consecutive boxes lie near each other. */
import { extentOf } from '../extent.ts'

/** Bits of a digit, and bits of a place on the curve along each axis. */
const DIGIT_BITS = 10
const AXIS_BITS = 15
const DIGITS = 2 ** DIGIT_BITS
const SIDE = 2 ** AXIS_BITS - 1

/** For so few boxes, a comparison sort is faster than counting the digits. */
const FEW = 64

/** Returns the order of boxes, `[west, south, east, north, …]`. */
export const zOrder = (boxes: Int32Array): Int32Array => {
  const count = boxes.length / 4
  const [west, south, east, north] = extentOf(boxes)
  const [across, up] = [SIDE / Math.max(1, east - west), SIDE / Math.max(1, north - south)]
  const codes = new Int32Array(count)
  let order = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    const x = (boxes[4 * i] + boxes[4 * i + 2]) / 2 - west
    const y = (boxes[4 * i + 1] + boxes[4 * i + 3]) / 2 - south
    codes[i] = spreadBits(x * across) | (spreadBits(y * up) << 1)
    order[i] = i
  }
  if (count <= FEW) return order.sort((one, other) => codes[one] - codes[other] || one - other)
  for (let shift = 0; shift < 2 * AXIS_BITS; shift += DIGIT_BITS) order = sortedByDigit(codes, order, shift)
  return order
}

/** Inserts a zero before each bit of a number. */
const spreadBits = (value: number): number => {
  let bits = value | 0
  bits = (bits | (bits << 8)) & 0x00ff00ff
  bits = (bits | (bits << 4)) & 0x0f0f0f0f
  bits = (bits | (bits << 2)) & 0x33333333
  return (bits | (bits << 1)) & 0x55555555
}

/** One pass of a radix sort. */
const sortedByDigit = (codes: Int32Array, order: Int32Array, shift: number): Int32Array<ArrayBuffer> => {
  const ends = new Int32Array(DIGITS)
  for (let i = 0; i < codes.length; i++) ends[(codes[i] >> shift) & (DIGITS - 1)]++
  for (let digit = 1; digit < DIGITS; digit++) ends[digit] += ends[digit - 1]
  const sorted = new Int32Array(order.length)
  for (let i = order.length - 1; i >= 0; i--)
    sorted[--ends[(codes[order[i]] >> shift) & (DIGITS - 1)]] = order[i]
  return sorted
}
