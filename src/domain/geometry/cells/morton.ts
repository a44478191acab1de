/**
 * Morton codes (Z-order curve) of the grid of 1e-7 degrees: bits of the longitude and the latitude in turn, the longitude's first. 63 bits, so
 * that they are positive as signed 64-bit integers. The two sides of the antimeridian are one column, the first.
 */
import { HALF_TURN, POLE } from '../map-rim.ts'

/** A cell of the curve: all positions whose codes have the same first bits. Two of them are the halves of a larger one. */
export interface MortonCell {
  /** The lower left position, in units of 1e-7 degrees. */
  readonly left: number
  readonly bottom: number
  /** The upper right position, on the map: cells beyond the map end there. */
  readonly right: number
  readonly top: number
  /** Number of bits in which the codes of its positions differ. */
  readonly bits: number
}

const CODE_BITS = 63

/** All positions of the map; +180 degrees are at −180. */
export const WORLD_CELL: MortonCell = {
  left: -HALF_TURN,
  bottom: -POLE,
  right: HALF_TURN - 1,
  top: POLE,
  bits: CODE_BITS,
}

/** Returns one half of a cell, null if it is beyond the map. */
export const halfOf = (
  { left, bottom, right, top, bits }: MortonCell,
  isSecond: boolean,
): MortonCell | null => {
  const isAcross = bits % 2 === 1
  const half = 2 ** ((bits - 1) >> 1)
  const middle = (isAcross ? left : bottom) + half
  if (middle > (isAcross ? right : top)) return isSecond ? null : { left, bottom, right, top, bits: bits - 1 }
  if (isAcross)
    return isSecond
      ? { left: middle, bottom, right, top, bits: bits - 1 }
      : { left, bottom, right: middle - 1, top, bits: bits - 1 }
  return isSecond
    ? { left, bottom: middle, right, top, bits: bits - 1 }
    : { left, bottom, right, top: middle - 1, bits: bits - 1 }
}

/** The code of a position on the map in units. */
export const mortonCode = (lon: number, lat: number): bigint => {
  const x = (lon + HALF_TURN) % (2 * HALF_TURN)
  const y = lat + POLE
  const high = spread(x >>> 16) | (spread(y >>> 16) << 1)
  const low = spread(x & 0xffff) | (spread(y & 0xffff) << 1)
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}

/** Puts a zero above each of 16 bits. */
const spread = (bits: number): number => {
  let spreading = (bits | (bits << 8)) & 0x00ff00ff
  spreading = (spreading | (spreading << 4)) & 0x0f0f0f0f
  spreading = (spreading | (spreading << 2)) & 0x33333333
  return (spreading | (spreading << 1)) & 0x55555555
}
