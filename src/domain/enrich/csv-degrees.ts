/** Parses degrees from the bytes of a field, without making a string. */

/** The decimal mark of a file; null accepts a point and a comma, because degrees have no thousands to separate. */
export type DecimalMark = 'point' | 'comma' | null

/** Returns the number in the field, ignoring quotes and spaces around it; NaN for anything else. */
export const degreesIn = (
  bytes: Uint8Array,
  start: number,
  fieldEnd: number,
  decimal: DecimalMark,
): number => {
  let at = start
  let end = fieldEnd
  while (at < end && bytes[at] <= SPACE) at++
  while (end > at && bytes[end - 1] <= SPACE) end--
  if (end - at > 1 && bytes[at] === QUOTE && bytes[end - 1] === QUOTE) {
    at++
    end--
    while (at < end && bytes[at] <= SPACE) at++
    while (end > at && bytes[end - 1] <= SPACE) end--
  }
  const mark = decimal === 'comma' ? COMMA : POINT
  const otherMark = decimal === 'point' ? POINT : COMMA
  const numberAt = at
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
    } else if ((bytes[at] === mark || bytes[at] === otherMark) && decimals < 0) decimals = 0
    else break
  }
  let mantissa = short
  for (; at < end && digits >= SHORT_DIGITS; at++) {
    const digit = bytes[at] - ZERO
    if (digit >= 0 && digit <= 9) {
      mantissa = 10 * mantissa + digit
      digits++
      if (decimals >= 0) decimals++
    } else if ((bytes[at] === mark || bytes[at] === otherMark) && decimals < 0) decimals = 0
    else break
  }
  // The quotient of two exact numbers is rounded once, like a parsed text.
  if (at === end && digits > 0 && digits <= EXACT_DIGITS) {
    const value = decimals > 0 ? mantissa / POWERS_OF_TEN[decimals] : mantissa
    return isNegative ? -value : value
  }
  return degreesOf(new TextDecoder().decode(bytes.subarray(numberAt, end)), decimal)
}

/** Returns NaN for a text that is no number. */
export const degreesOf = (text: string, decimal: DecimalMark): number => {
  const isComma = decimal === 'comma' || (decimal === null && text.includes(','))
  const plain = isComma ? (text.includes('.') ? 'both marks' : text.replace(',', '.')) : text
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN
}

/** Returns `[lat, lon]` of a field with both, such as `47.14,9.52`; NaN for anything else. */
export const positionIn = (
  bytes: Uint8Array,
  start: number,
  end: number,
  decimal: DecimalMark,
): readonly [lat: number, lon: number] => {
  const text = new TextDecoder()
    .decode(bytes.subarray(start, end))
    .replace(/^\s*"?\s*\(?\s*|\s*\)?\s*"?\s*$/g, '')
  for (const separator of SEPARATORS) {
    // A decimal comma is no separator.
    if (separator === COMMA_ALONE && decimal === 'comma') continue
    const halves = text.split(separator)
    if (halves.length === 1) continue
    return halves.length === 2
      ? [degreesOf(halves[0], decimal), degreesOf(halves[1], decimal)]
      : [Number.NaN, Number.NaN]
  }
  return [Number.NaN, Number.NaN]
}

const COMMA_ALONE = /,/
/** The first that occurs separates the two numbers. */
const SEPARATORS = [/\s*;\s*/, /\s*,\s+/, /\s+/, COMMA_ALONE]

const [SPACE, QUOTE, COMMA, MINUS, POINT, ZERO] = [32, 34, 44, 45, 46, 48]
const SHORT_DIGITS = 9
const EXACT_DIGITS = 15
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power)
