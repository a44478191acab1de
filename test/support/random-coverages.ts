/** Random sets of areas that fit together without gap or overlap, on integers of 1e-7 degrees. */
import { Delaunay } from 'd3-delaunay'
import fc from 'fast-check'
import { ringsFromParts } from '../../src/domain/geometry/parts.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { seededRandom } from './shapes.ts'

export interface CoverageRecipe {
  readonly seed: number
  readonly cells: number
  /** How often each border is divided in two, with a bend at each new vertex. */
  readonly bends: number
}

export const coverageRecipes: fc.Arbitrary<CoverageRecipe> = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  cells: fc.integer({ min: 2, max: 60 }),
  bends: fc.integer({ min: 0, max: 6 }),
})

const SIDE = 40_000_000
/** How far bends move a border at most, as a share of its length: half of it at first, then half as much each time. */
const MAX_BEND = 0.13

/** Voronoi cells with crooked borders; a few of them have an enclave and an island. */
export const voronoiCoverage = ({ seed, cells, bends }: CoverageRecipe): readonly Rings[] => {
  const random = seededRandom(seed)
  const spots = Array.from({ length: cells }, () => [SIDE * random(), SIDE * random()] as [number, number])
  const voronoi = Delaunay.from(spots).voronoi([0, 0, SIDE, SIDE])
  const members: Rings[] = []
  spots.forEach((spot, cell) => {
    const corners = (voronoi.cellPolygon(cell) ?? [])
      .slice(0, -1)
      .map(([x, y]): Spot => [Math.round(x), Math.round(y)])
    if (corners.length < 3) return
    const exterior = corners.flatMap((corner, i) => crooked(corner, corners[(i + 1) % corners.length], bends))
    const clearances = corners.map((corner, i) => {
      const next = corners[(i + 1) % corners.length]
      return distance(spot, corner, next) - MAX_BEND * Math.hypot(next[0] - corner[0], next[1] - corner[1])
    })
    const inside = Math.min(...clearances) / 3
    if (cell % 4 !== 0 || inside < 2_000) {
      members.push(ringsFromParts([[exterior.flat()]]))
      return
    }
    const enclave = star(spot, inside, 24, random)
    const island = star([spot[0], spot[1] - 2 * SIDE], inside, 24, random)
    members.push(ringsFromParts([[exterior.flat(), enclave.toReversed().flat()], [island.flat()]]))
    members.push(ringsFromParts([[enclave.flat()]]))
  })
  return members
}

type Spot = [x: number, y: number]

/** The border from one corner towards the next, without the latter: the same for both sides. */
const crooked = (from: Spot, to: Spot, bends: number): Spot[] => {
  const isAlong = from[0] < to[0] || (from[0] === to[0] && from[1] < to[1])
  const [a, b] = isAlong ? [from, to] : [to, from]
  const random = seededRandom(Math.abs((a[0] * 31 + a[1] * 17 + b[0] * 7 + b[1]) % 2 ** 31) + 1)
  const onRim = (axis: 0 | 1): boolean => a[axis] === b[axis] && (a[axis] === 0 || a[axis] === SIDE)
  let line: Spot[] = [a, b]
  for (let round = 0; round < bends && !onRim(0) && !onRim(1); round++)
    line = line.flatMap((spot, i): Spot[] => {
      const next = line[i + 1]
      if (next === undefined) return [spot]
      const shift = 0.12 * (random() - 0.5)
      const middle: Spot = [
        Math.round((spot[0] + next[0]) / 2 - shift * (next[1] - spot[1])),
        Math.round((spot[1] + next[1]) / 2 + shift * (next[0] - spot[0])),
      ]
      return [spot, middle]
    })
  return (isAlong ? line : line.reverse()).slice(0, -1)
}

const star = (
  centre: readonly [number, number],
  radius: number,
  count: number,
  random: () => number,
): Spot[] =>
  Array.from({ length: count }, (_, i): Spot => {
    const angle = (2 * Math.PI * i) / count
    const length = radius * (0.6 + 0.4 * random())
    return [
      Math.round(centre[0] + length * Math.cos(angle)),
      Math.round(centre[1] + length * Math.sin(angle)),
    ]
  })

const distance = (spot: readonly [number, number], a: Spot, b: Spot): number => {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  return Math.abs((b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0])) / length
}

/** Bricks in rows that are shifted by half a brick, so that corners lie on edges without a vertex. */
export const brickWall = (rows: number, columns: number, side: number): readonly Rings[] =>
  Array.from({ length: rows * columns }, (_, brick) => {
    const row = Math.floor(brick / columns)
    const west = (brick % columns) * 2 * side + (row % 2) * side
    const south = row * side
    return ringsFromParts([
      [[west, south, west + 2 * side, south, west + 2 * side, south + side, west, south + side]],
    ])
  })
