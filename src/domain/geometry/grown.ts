/** Returns a longer copy of the numbers, padded with zeros. */
export const grown = (numbers: Int32Array, length: number): Int32Array<ArrayBuffer> => {
  const longer = new Int32Array(length)
  longer.set(numbers)
  return longer
}
