/**
 * Writes degrees as text straight from fixed-point integers: no float, no string, no garbage for a coordinate. Division
 * dominates the cost of writing a number, so digits are copied from tables, up to four at a time.
 */

/** Decimals of the fixed-point grid. */
const MAX_DECIMALS = 7

/** Bytes of the longest number, `-214.7483648` (a longitude needs no more). */
export const MAX_NUMBER_BYTES = 12

/** Bytes after a number that writing it may overwrite: write forwards only. */
export const MAX_TOUCHED_BYTES = 4

const MINUS = 0x2d
const ZERO = 0x30
const POINT = 0x2e

const POWERS_OF_TEN = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7]

/** Returns `digits` digits of each number below 10^`digits` as a little-endian integer. Without strings: every process makes these. */
const texts = (digits: number): Int32Array => {
  const numbers = new Int32Array(POWERS_OF_TEN[digits])
  for (let number = 0; number < numbers.length; number++)
    for (let digit = 0, rest = number; digit < digits; digit++, rest = Math.trunc(rest / 10))
      numbers[number] |= (ZERO + (rest % 10)) << (8 * (digits - 1 - digit))
  return numbers
}

/** Returns the length of each decimal fraction below `count` with its point and without trailing zeros. */
const lengths = (count: number, digits: number): Uint8Array => {
  const numbers = new Uint8Array(count).fill(digits + 1)
  for (let power = 1; power <= digits; power++)
    for (let number = 0; number < count; number += POWERS_OF_TEN[power]) numbers[number]--
  numbers[0] = 0
  return numbers
}

const THREE_DIGITS = texts(3)
/** Without leading zeros. */
const WHOLES = THREE_DIGITS.map((text, number) => text >> (number < 10 ? 16 : number < 100 ? 8 : 0))
/** The point and three decimals. */
const FIRST_DECIMALS = THREE_DIGITS.map((text) => POINT | (text << 8))
const FIRST_LENGTHS = lengths(1000, 3)
/** The four decimals after them; their lengths count all seven decimals and the point. */
const LAST_DECIMALS = texts(4)
const LAST_LENGTHS = lengths(10_000, 7)

/**
 * Writes `units` (1e-7 degrees) at `at` with at most `decimals` decimals, without trailing zeros, and returns the position
 * after it. Halves are rounded away from zero. The caller reserves room for the number and `MAX_TOUCHED_BYTES`.
 */
export const putDegrees = (target: DataView, at: number, units: number, decimals: number): number => {
  const size = roundedSize(units, decimals)
  if (units < 0 && size !== 0) target.setUint8(at++, MINUS)
  const thousandths = (size / 1e4) >>> 0
  const whole = (thousandths / 1e3) >>> 0
  target.setInt32(at, WHOLES[whole], true)
  at += wholeLength(whole)
  return putDecimals(target, at, thousandths - whole * 1e3, size - thousandths * 1e4)
}

/** Returns the number of bytes that `putDegrees` writes. */
export const degreesLength = (units: number, decimals: number): number => {
  const size = roundedSize(units, decimals)
  const last = size % 1e4
  const decimalsBytes = last === 0 ? FIRST_LENGTHS[((size / 1e4) >>> 0) % 1e3] : LAST_LENGTHS[last]
  const length = (size < 1e8 ? 1 : size < 1e9 ? 2 : 3) + decimalsBytes
  return units < 0 && size !== 0 ? length + 1 : length
}

/** Returns the absolute value of `units`, rounded to `decimals` decimals. */
const roundedSize = (units: number, decimals: number): number => {
  const size = (units < 0 ? -units : units) >>> 0
  if (decimals === MAX_DECIMALS) return size
  const step = POWERS_OF_TEN[MAX_DECIMALS - decimals]
  const above = size + step / 2
  return (above - (above % step)) >>> 0
}

/** Writes `scaled` / 10^decimals like `putDegrees`; `scaled` is a 32-bit integer. */
export const putScaled = (target: DataView, at: number, scaled: number, decimals: number): number => {
  if (scaled < 0) target.setUint8(at++, MINUS)
  const size = (scaled < 0 ? -scaled : scaled) >>> 0
  const power = POWERS_OF_TEN[decimals]
  const whole = (size / power) >>> 0
  const end = putWhole(target, at, whole)
  const fraction = (size - whole * power) * POWERS_OF_TEN[MAX_DECIMALS - decimals]
  const first = (fraction / 1e4) >>> 0
  return putDecimals(target, end, first, fraction - first * 1e4)
}

/** Returns the number of bytes that `putScaled` writes. */
export const scaledLength = (scaled: number, decimals: number): number => {
  const size = (scaled < 0 ? -scaled : scaled) >>> 0
  const power = POWERS_OF_TEN[decimals]
  const whole = (size / power) >>> 0
  const fraction = (size - whole * power) * POWERS_OF_TEN[MAX_DECIMALS - decimals]
  const first = (fraction / 1e4) >>> 0
  return (scaled < 0 ? 1 : 0) + digitsOf(whole) + decimalsLength(first, fraction - first * 1e4)
}

const digitsOf = (whole: number): number =>
  whole < 1e3 ? wholeLength(whole) : 1 + digitsOf((whole / 10) >>> 0)

const putWhole = (target: DataView, at: number, whole: number): number => {
  if (whole < 1e3) {
    target.setInt32(at, WHOLES[whole], true)
    return at + wholeLength(whole)
  }
  const tenth = (whole / 10) >>> 0
  const end = putWhole(target, at, tenth)
  target.setUint8(end, ZERO + whole - tenth * 10)
  return end + 1
}

/** Returns the number of digits of a number below a thousand. */
const wholeLength = (whole: number): number => (whole < 10 ? 1 : whole < 100 ? 2 : 3)

/** Writes the point, then `first` and `last`, three and four decimals, without trailing zeros. */
const putDecimals = (target: DataView, at: number, first: number, last: number): number => {
  target.setInt32(at, FIRST_DECIMALS[first], true)
  if (last !== 0) target.setInt32(at + 4, LAST_DECIMALS[last], true)
  return at + decimalsLength(first, last)
}

const decimalsLength = (first: number, last: number): number =>
  last === 0 ? FIRST_LENGTHS[first] : LAST_LENGTHS[last]
