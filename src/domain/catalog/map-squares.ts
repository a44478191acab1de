/** Squares of the map: 45 degrees wide at level 0, half as wide at each further level. */
import type { Box } from '../geometry/arrangement/cells.ts'
import { HALF_TURN, POLE } from '../geometry/map-rim.ts'
import { type BBox, UNITS_PER_DEGREE } from '../geometry/rings.ts'

export interface Square {
  readonly level: number
  readonly column: number
  readonly row: number
}

/** Squares of this level are 0.7 degrees wide. */
export const MAX_LEVEL = 6

const LARGEST_UNITS = 450_000_000

const squareSize = (level: number): number => LARGEST_UNITS / 2 ** level

export const columnAt = (lonUnits: number, level: number): number =>
  Math.floor((lonUnits + HALF_TURN + 0.5) / squareSize(level))

export const rowAt = (latUnits: number, level: number): number =>
  Math.floor((latUnits + POLE + 0.5) / squareSize(level))

export const keyOfSquare = ({ level, column, row }: Square): number =>
  (level * 2 ** 12 + row) * 2 ** 12 + column

/** Returns a box with borders at half units. */
export const boxOfSquare = ({ level, column, row }: Square): Box => {
  const size = squareSize(level)
  const left = column * size - HALF_TURN - 0.5
  const bottom = row * size - POLE - 0.5
  return { left, bottom, right: left + size, top: bottom + size }
}

export const degreesOfSquareBox = ({ left, bottom, right, top }: Box): BBox => [
  Math.max(-180, left / UNITS_PER_DEGREE),
  Math.max(-90, bottom / UNITS_PER_DEGREE),
  right / UNITS_PER_DEGREE,
  top / UNITS_PER_DEGREE,
]
