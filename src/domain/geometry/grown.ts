/** A longer copy of the numbers, filled up with zeros. */
export const grown = (numbers: Int32Array, length: number): Int32Array<ArrayBuffer> => {
  const longer = new Int32Array(length)
  longer.set(numbers)
  return longer
}
