/** Rounds crossings with the borders of a set inwards, so that nothing is added to the set. */
import { turn } from '../orientation.ts'
import { strandAt } from './contacts.ts'
import { crossing, exactCrossing } from './crossing.ts'
import type { Strands } from './strands.ts'

/**
 * Returns, of the four grid positions around a crossing, the nearest one on the inner side of each edge that borders set 1;
 * or the nearest of all, if two such edges cross and no position is on the inner side of both.
 */
export const crossingInward = (strands: Strands, edge: number, other: number): [x: number, y: number] => {
  const { coords } = strands
  const [x, y] = exactCrossing(coords, edge, other)
  const edgeSide = innerSide(strands, edge)
  const otherSide = innerSide(strands, other)
  let best: [number, number] | null = null
  let least = Infinity
  for (const nearX of [Math.floor(x), Math.ceil(x)])
    for (const nearY of [Math.floor(y), Math.ceil(y)]) {
      const distance = (nearX - x) ** 2 + (nearY - y) ** 2
      if (distance >= least) continue
      if (edgeSide * turnAtEdge(coords, edge, nearX, nearY) < 0) continue
      if (otherSide * turnAtEdge(coords, other, nearX, nearY) < 0) continue
      best = [nearX, nearY]
      least = distance
    }
  return best ?? crossing(coords, edge, other, 1)
}

/** Returns 1 if set 1 lies to the left of an edge, -1 if to the right, 0 if the edge does not border it. */
const innerSide = ({ ends, weights }: Strands, edge: number): number =>
  Math.sign(weights[2 * strandAt(ends, edge) + 1])

const turnAtEdge = (coords: Int32Array, edge: number, x: number, y: number): number =>
  turn(coords[2 * edge], coords[2 * edge + 1], coords[2 * edge + 2], coords[2 * edge + 3], x, y)
