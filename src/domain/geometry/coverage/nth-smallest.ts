/** Finds a value by its place in the order, without sorting: the bits of positive floating-point numbers are in the order of the numbers. */

const HALF_BITS = 16
const HALF = 2 ** HALF_BITS

/** The value with `n` smaller or equal ones before it; none may be negative, and infinite ones come last. */
export const nthSmallest = (values: Float32Array, n: number): number => {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const counts = new Uint32Array(HALF)
  for (let i = 0; i < bits.length; i++) counts[bits[i] >>> HALF_BITS]++
  const high = bucketOf(counts, n)
  let before = 0
  for (let i = 0; i < high; i++) before += counts[i]
  counts.fill(0)
  for (let i = 0; i < bits.length; i++) if (bits[i] >>> HALF_BITS === high) counts[bits[i] & (HALF - 1)]++
  const found = Uint32Array.of(high * HALF + bucketOf(counts, n - before))
  return new Float32Array(found.buffer)[0]
}

const bucketOf = (counts: Uint32Array, n: number): number => {
  let place = 0
  for (let before = counts[0]; before <= n; before += counts[place]) place++
  return place
}
