/** Parses degrees from the bytes of a field, without making a string. */

/** Returns the number in the field, ignoring quotes and spaces around it; NaN for anything else. */
export const degreesIn = (bytes: Uint8Array, start: number, fieldEnd: number): number => {
  let at = start
  let end = fieldEnd
  while (at < end && bytes[at] <= SPACE) at++
  while (end > at && bytes[end - 1] <= SPACE) end--
  const isNegative = bytes[at] === MINUS
  if (isNegative) at++
  let digits = 0
  let short = 0
  let decimals = -1
  // Most numbers are short enough for 32-bit integers, which take half the time.
  for (; at < end && digits < SHORT_DIGITS; at++) {
    const digit = bytes[at] - ZERO
    if (digit >= 0 && digit <= 9) {
      short = (10 * short + digit) | 0
      digits++
      if (decimals >= 0) decimals++
    } else if (bytes[at] === POINT && decimals < 0) decimals = 0
    else break
  }
  let mantissa = short
  for (; at < end && digits >= SHORT_DIGITS; at++) {
    const digit = bytes[at] - ZERO
    if (digit >= 0 && digit <= 9) {
      mantissa = 10 * mantissa + digit
      digits++
      if (decimals >= 0) decimals++
    } else if (bytes[at] === POINT && decimals < 0) decimals = 0
    else break
  }
  // The quotient of two exact numbers is rounded once, like a parsed text.
  if (at === end && digits > 0 && digits <= EXACT_DIGITS) {
    const value = decimals > 0 ? mantissa / POWERS_OF_TEN[decimals] : mantissa
    return isNegative ? -value : value
  }
  const text = new TextDecoder()
    .decode(bytes.subarray(start, end))
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
}

/** True for a number with a decimal comma. */
export const hasDecimalComma = (bytes: Uint8Array, start: number, end: number): boolean =>
  /^\s*"?\s*[+-]?\d{1,3},\d+\s*"?\s*$/.test(new TextDecoder().decode(bytes.subarray(start, end)))

const [SPACE, MINUS, POINT, ZERO] = [32, 45, 46, 48]
const SHORT_DIGITS = 9
const EXACT_DIGITS = 15
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power)
