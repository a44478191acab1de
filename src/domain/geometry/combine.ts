/**
 * Combines a few areas in one arrangement, in any nesting: for every face it is known which areas contain it. Nothing is
 * evaluated twice, so borders that several areas share vanish to the last digit.
 */
import { type Arrangement, areasOf, arrangementOf } from './arrange.ts'
import { mergeEdges } from './arrangement/merge-edges.ts'
import { node } from './arrangement/noding.ts'
import { strandsOfWeighted } from './arrangement/strands.ts'
import { type Rings, UNITS_PER_DEGREE } from './rings.ts'

/** A set of areas as the bits of a number; the first area is the lowest bit. */
export type AreaBits = number

export interface Combination {
  readonly rings: Rings
  /** For every set of overlapping areas, their common land outside all others, in square degrees. */
  readonly pieces: ReadonlyMap<AreaBits, number>
}

/** Each area takes a digit of the winding numbers: see `bitsOf`. */
export const MAX_COMBINED = 14

/**
 * Returns the faces that `isIn` selects; it must be false for 0. At most `MAX_COMBINED` areas, valid with RFC 7946 winding. O(n log n) in
 * their positions and crossings.
 */
export const combine = (areas: readonly Rings[], isIn: (within: AreaBits) => boolean): Combination => {
  if (areas.length > MAX_COMBINED)
    throw new RangeError(`At most ${MAX_COMBINED} areas can be combined, not ${areas.length}.`)
  const weighted = areas.map((rings, area) => ({ rings, weights: digitOf(area) }))
  const arrangement = arrangementOf(node(mergeEdges(strandsOfWeighted(weighted, 1)), 1))
  return {
    rings: areasOf(arrangement, (winding0, winding1) => isIn(bitsOf(winding0, winding1))),
    pieces: areaOfPieces(arrangement),
  }
}

/**
 * Base 4: a valid area winds 0 or 1 times around a point, but edges bent by rounding may make that −1 or 2 in a sliver,
 * which must not corrupt the digits of the others. Each of the two windings has half of the digits.
 */
const DIGIT_BITS = 2
const DIGITS = MAX_COMBINED / 2

const digitOf = (area: number): [number, number] =>
  area < DIGITS ? [1 << (DIGIT_BITS * area), 0] : [0, 1 << (DIGIT_BITS * (area - DIGITS))]

const bitsOf = (winding0: number, winding1: number): AreaBits =>
  positiveDigits(winding0) | (positiveDigits(winding1) << DIGITS)

/** Returns the bits of the digits that are 1 or 2. */
const positiveDigits = (winding: number): number => {
  let bits = 0
  let rest = winding
  for (let place = 0; rest !== 0 && place < DIGITS; place++) {
    const digit = ((rest + 1) & 3) - 1
    if (digit > 0) bits |= 1 << place
    rest = (rest - digit) >> DIGIT_BITS
  }
  return bits
}

/** Adds the shoelace sum of every chain to the face on its left, and subtracts it from the face on its right. */
const areaOfPieces = ({ graph, windings }: Arrangement): ReadonlyMap<AreaBits, number> => {
  const pieces = new Map<AreaBits, number>()
  const { coords, from, to } = graph
  const base = coords[1] ?? 0
  for (let chain = 0; chain < from.length; chain++) {
    let sum = 0
    for (let i = 2 * from[chain]; i < 2 * to[chain]; i += 2)
      sum += (coords[i] - coords[i + 2]) * (coords[i + 1] - base + (coords[i + 3] - base))
    for (const [half, sign] of [
      [2 * chain, 1],
      [2 * chain + 1, -1],
    ]) {
      const within = bitsOf(windings[0][half], windings[1][half])
      if (within !== 0)
        pieces.set(within, (pieces.get(within) ?? 0) + (sign * sum) / 2 / UNITS_PER_DEGREE ** 2)
    }
  }
  return pieces
}
