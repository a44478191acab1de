/** Rounds the corners of shores that were drawn on a coarse grid, whose steps would show on a map. */
import { type Line, type Point, simplified } from '../overview/lines.ts'

const ROUNDS = 2
/** Degrees: less than a fifth of the steps of the grid. */
const TOLERANCE = 0.002

/** A closed ring with its corners cut off twice (Chaikin, 1974), without the positions that this makes needless. */
export const roundedShore = (ring: Line): Line => {
  let line = ring
  for (let round = 0; round < ROUNDS; round++) line = withCutCorners(line)
  return simplified(line, TOLERANCE, () => false)
}

const withCutCorners = (ring: Line): Line => {
  const cut = ring.slice(1).flatMap((to, i) => [between(ring[i], to, 0.25), between(ring[i], to, 0.75)])
  return [...cut, cut[0]]
}

const between = ([ax, ay]: Point, [bx, by]: Point, share: number): Point => [
  ax + share * (bx - ax),
  ay + share * (by - ay),
]
