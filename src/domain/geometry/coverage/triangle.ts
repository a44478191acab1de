/** The triangle of a vertex and its neighbours: how much it matters. */
import { UNITS_PER_DEGREE } from '../rings.ts'

/** The length of a unit along x as a share of a unit along y, at the height y. */
export type Narrowing = (y: number) => number

/** On the ground, for coordinates in 1e-7 degrees. */
export const narrowingOfDegrees: Narrowing = (y) => Math.cos((y * Math.PI) / 180 / UNITS_PER_DEGREE)

/** For a plane. */
export const noNarrowing: Narrowing = () => 1

/** Twice the area of the triangle of three positions, in square units at the height of the second one. */
export const doubledTriangle = (
  coords: Int32Array,
  before: number,
  vertex: number,
  after: number,
  narrowing: Narrowing,
): number => {
  const x = coords[2 * vertex]
  const y = coords[2 * vertex + 1]
  const cross =
    (coords[2 * before] - x) * (coords[2 * after + 1] - y) -
    (coords[2 * after] - x) * (coords[2 * before + 1] - y)
  return Math.abs(cross) * narrowing(y)
}
