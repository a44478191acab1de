/**
 * Degrees as text, straight from the fixed-point integers: no float, no string, no garbage for a coordinate.
 */

/** Decimals that the fixed point holds. */
const MAX_DECIMALS = 7

/** Bytes of the longest number, `-214.7483648` (a longitude needs no more). */
export const MAX_NUMBER_BYTES = 12

const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30

const POWERS_OF_TEN = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7]

/** The two digits of 0–99, side by side: halves the divisions, which are what writing a number costs. */
const PAIRS = Uint8Array.from({ length: 200 }, (_, index) => {
  const number = index >> 1
  return ZERO + (index % 2 === 0 ? Math.trunc(number / 10) : number % 10)
})

/**
 * Writes `units` (1e-7 degrees) at `at` with at most `decimals` decimals, trailing zeros left out, and returns the
 * position after it. Halves are rounded away from zero. The caller has seen to `MAX_NUMBER_BYTES` of room.
 */
export const putDegrees = (target: Uint8Array, at: number, units: number, decimals: number): number =>
  putScaled(target, at, decimals === MAX_DECIMALS ? units : roundUnits(units, decimals), decimals)

/** `units` in steps of 10^-decimals degrees. */
const roundUnits = (units: number, decimals: number): number => {
  const step = POWERS_OF_TEN[MAX_DECIMALS - decimals]
  return units < 0 ? -Math.round(-units / step) : Math.round(units / step)
}

/** Writes `scaled` / 10^decimals, `scaled` being a 32-bit integer, as `putDegrees` does. */
export const putScaled = (target: Uint8Array, at: number, scaled: number, decimals: number): number => {
  let rest = scaled
  if (rest < 0) {
    target[at++] = MINUS
    rest = -rest
  }
  const power = POWERS_OF_TEN[decimals]
  const whole = Math.trunc(rest / power)
  at = putWhole(target, at, whole)
  const fraction = (rest - whole * power) | 0
  return fraction === 0 ? at : putFraction(target, at, fraction, decimals)
}

const putWhole = (target: Uint8Array, at: number, whole: number): number => {
  if (whole < 10) {
    target[at] = ZERO + whole
    return at + 1
  }
  if (whole < 100) {
    target[at] = PAIRS[2 * whole]
    target[at + 1] = PAIRS[2 * whole + 1]
    return at + 2
  }
  const tenth = Math.trunc(whole / 10)
  const end = putWhole(target, at, tenth)
  target[end] = ZERO + whole - tenth * 10
  return end + 1
}

/** Writes the point and `digits` digits, from the last one back, then forgets the zeros at the end. */
const putFraction = (target: Uint8Array, at: number, fraction: number, digits: number): number => {
  target[at] = POINT
  let end = at + digits
  let rest = fraction
  for (; end > at + 1; end -= 2) {
    const hundredth = (rest / 100) | 0
    const pair = 2 * (rest - hundredth * 100)
    target[end - 1] = PAIRS[pair]
    target[end] = PAIRS[pair + 1]
    rest = hundredth
  }
  if (end > at) target[end] = ZERO + rest
  end = at + digits
  while (target[end] === ZERO) end--
  return end + 1
}
