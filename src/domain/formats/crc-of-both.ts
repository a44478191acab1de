/** Combines the CRC-32 of two consecutive parts without their bytes (zlib's crc32_combine). */

/** Bits are reflected: the highest is the coefficient of x^0. */
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000
const X = 0x40000000

/** @param secondBytes number of bytes of the second part */
export const crcOfBoth = (first: number, second: number, secondBytes: number): number => {
  // Shifts the first checksum by the bits that follow: multiplies it by x^(8 n).
  let shift = ONE
  let power = times(times(X, X), times(X, X))
  power = times(power, power)
  for (let rest = secondBytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = times(shift, power)
    power = times(power, power)
  }
  return (times(shift, first) ^ second) >>> 0
}

/** Multiplies two polynomials modulo the polynomial of the checksum. */
const times = (a: number, b: number): number => {
  let product = 0
  let factor = b
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor
    factor = (factor & 1) === 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1
  }
  return product >>> 0
}
