/**
 * Sorts points along a Z-curve (Morton 1966) through small squares of the map. Points of a larger square are then
 * consecutive, and consecutive points use the same parts of an index, which are still in the processor's cache (`node
 * bench/enrich.ts`).
 */
import { columnAt, rowAt, type Square } from './map-squares.ts'

export interface SortedPoints {
  /** Original place of each point. */
  readonly places: Int32Array
  readonly lons: Float64Array
  readonly lats: Float64Array
  /** Number of each point's small square along the curve. */
  readonly codes: Int32Array
}

/** Points from `from` up to `to`, all in the square. */
export interface PointSpan {
  readonly square: Square
  readonly from: number
  readonly to: number
}

/** Level of the small squares, which are 0.18 degrees wide. */
const LEVEL = 8
/** More than the columns and rows of small squares need. */
const BITS = 12
const MASK = 2 ** BITS - 1

/** `places`: indexes of the points to sort. Coordinates are in units. */
export const sortedPoints = (places: Int32Array, lons: Float64Array, lats: Float64Array): SortedPoints => {
  const codes = new Int32Array(places.length)
  for (let at = 0; at < places.length; at++)
    codes[at] = SPREAD[columnAt(lons[places[at]], LEVEL)] | (SPREAD[rowAt(lats[places[at]], LEVEL)] << 1)
  const byLow = orderBy(codes, identityOrder(codes.length), 0)
  const order = orderBy(codes, byLow, BITS)
  const sorted = {
    places: new Int32Array(codes.length),
    lons: new Float64Array(codes.length),
    lats: new Float64Array(codes.length),
    codes: new Int32Array(codes.length),
  }
  for (let at = 0; at < order.length; at++) {
    const place = places[order[at]]
    sorted.places[at] = place
    sorted.lons[at] = lons[place]
    sorted.lats[at] = lats[place]
    sorted.codes[at] = codes[order[at]]
  }
  return sorted
}

/** Returns the squares of the level that contain points. */
export const spansOf = (
  { lons, lats, codes }: SortedPoints,
  from: number,
  to: number,
  level: number,
): readonly PointSpan[] => {
  const shift = 2 * (LEVEL - level)
  const spans: PointSpan[] = []
  for (let start = from; start < to; ) {
    let end = start + 1
    while (end < to && codes[end] >> shift === codes[start] >> shift) end++
    const square = { level, column: columnAt(lons[start], level), row: rowAt(lats[start], level) }
    spans.push({ square, from: start, to: end })
    start = end
  }
  return spans
}

const identityOrder = (length: number): Int32Array => {
  const order = new Int32Array(length)
  for (let at = 0; at < length; at++) order[at] = at
  return order
}

/** One pass of a radix sort. */
const orderBy = (codes: Int32Array, order: Int32Array, shift: number): Int32Array => {
  const ends = new Int32Array(MASK + 1)
  for (let at = 0; at < codes.length; at++) ends[(codes[at] >> shift) & MASK]++
  for (let digit = 1; digit <= MASK; digit++) ends[digit] += ends[digit - 1]
  const ordered = new Int32Array(order.length)
  for (let at = order.length - 1; at >= 0; at--)
    ordered[--ends[(codes[order[at]] >> shift) & MASK]] = order[at]
  return ordered
}

/** Each number with a zero bit inserted after every bit. */
const SPREAD = Int32Array.from({ length: MASK + 1 }, (_, number) => {
  let spread = 0
  for (let bit = 0; bit < BITS; bit++) spread |= ((number >> bit) & 1) << (2 * bit)
  return spread
})
