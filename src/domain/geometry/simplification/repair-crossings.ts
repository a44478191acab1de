/**
 * Repairs simplified rings by restoring vertices: segments that cross or touch, rings that cross at a shared vertex, and
 * rings on the wrong side of another, such as an island in a bay that was cut off. At worst all vertices are restored; the
 * geometry was valid with all of them, so this always ends.
 */
import { boxOf } from '../arrangement/cells.ts'
import { PairIndex } from '../arrangement/pair-index.ts'
import { turn, turnAt } from '../orientation.ts'
import type { Rings } from '../rings.ts'
import { Chains } from './chains.ts'
import { splitAroundMisplaced } from './misplaced.ts'
import { SegmentGrid } from './segment-grid.ts'

/** Adds to `kept` the vertices that make the `staying` rings valid again. */
export const repairCrossings = (
  rings: Rings,
  weights: Uint16Array,
  staying: Uint8Array,
  kept: Uint8Array,
): void => {
  const chains = new Chains(rings, weights, staying, kept)
  const crossings = new Crossings(chains)
  for (;;) {
    crossings.mend()
    const shared = sharedVertices(chains)
    if (splitWhereRingsCross(chains, shared)) continue
    if (!splitAroundMisplaced(rings, chains, shared)) return
  }
}

/** Separates segments. Each call tests all segments added to the chains since the last one. */
class Crossings {
  private readonly chains: Chains
  private readonly grid: SegmentGrid
  private seen = 0

  constructor(chains: Chains) {
    const { coords, count } = chains
    this.chains = chains
    const used = new Int32Array(2 * count)
    let width = 0
    let height = 0
    for (let segment = 0; segment < count; segment++) {
      const from = 2 * chains.from[segment]
      const to = 2 * chains.to[segment]
      used[2 * segment] = coords[from]
      used[2 * segment + 1] = coords[from + 1]
      width += Math.abs(coords[to] - coords[from])
      height += Math.abs(coords[to + 1] - coords[from + 1])
    }
    this.grid = new SegmentGrid(coords, boxOf(used), count, width / count, height / count)
  }

  mend(): void {
    const { chains, grid } = this
    for (; this.seen < chains.count; this.seen++) {
      const segment = this.seen
      if (chains.dead[segment]) continue
      const from = chains.from[segment]
      const to = chains.to[segment]
      const split = grid.someNear(segment, from, to, (other) => {
        if (chains.dead[other] || !meet(chains, segment, other)) return false
        // Split the one that drops more vertices. If neither drops any, the input was already like this.
        const [first, second] =
          chains.heaviestWeight(segment) > chains.heaviestWeight(other) ? [segment, other] : [other, segment]
        return (chains.split(first) || chains.split(second)) && chains.dead[segment]
      })
      if (!split) grid.put(segment, from, to)
    }
  }
}

/** True if two segments have a point in common other than one end of each, or overlap from there on. */
const meet = (chains: Chains, segment: number, other: number): boolean => {
  const { coords } = chains
  let a = 2 * chains.from[segment]
  let b = 2 * chains.to[segment]
  let c = 2 * chains.from[other]
  let d = 2 * chains.to[other]
  if (apart(coords[a], coords[b], coords[c], coords[d])) return false
  if (apart(coords[a + 1], coords[b + 1], coords[c + 1], coords[d + 1])) return false
  const same = (p: number, q: number): boolean => coords[p] === coords[q] && coords[p + 1] === coords[q + 1]
  const side = (p: number, q: number, r: number): number =>
    turn(coords[p], coords[p + 1], coords[q], coords[q + 1], coords[r], coords[r + 1])

  if (same(a, d) || same(b, d)) [c, d] = [d, c]
  if (same(b, c)) [a, b] = [b, a]
  if (same(a, c)) {
    if (same(b, d)) return true
    const ahead =
      (coords[b] - coords[a]) * (coords[d] - coords[a]) +
      (coords[b + 1] - coords[a + 1]) * (coords[d + 1] - coords[a + 1])
    return ahead > 0 && side(a, b, d) === 0
  }
  return !sameSide(side(a, b, c), side(a, b, d)) && !sameSide(side(c, d, a), side(c, d, b))
}

const apart = (a: number, b: number, c: number, d: number): boolean =>
  (a < c && a < d && b < c && b < d) || (a > c && a > d && b > c && b > d)

const sameSide = (a: number, b: number): boolean => (a > 0 && b > 0) || (a < 0 && b < 0)

/** Lists all positions where rings touch, each as the list of kept vertices there. */
const sharedVertices = (chains: Chains): readonly (readonly number[])[] => {
  const { coords } = chains
  const places = new PairIndex(chains.count)
  const firsts: number[] = []
  const shared = new Map<number, number[]>()
  for (let segment = 0; segment < chains.count; segment++) {
    if (chains.dead[segment]) continue
    const vertex = chains.from[segment]
    const place = places.add(coords[2 * vertex], coords[2 * vertex + 1])
    if (place === firsts.length) {
      firsts.push(vertex)
      continue
    }
    const vertices = shared.get(place)
    if (vertices) vertices.push(vertex)
    else shared.set(place, [firsts[place], vertex])
  }
  return [...shared.values()]
}

/** Restores the heaviest vertex next to each crossing. Returns true if there was one to restore. */
const splitWhereRingsCross = (chains: Chains, shared: readonly (readonly number[])[]): boolean => {
  let split = false
  for (const vertices of shared) {
    for (const [i, one] of vertices.entries()) {
      for (const other of vertices.slice(i + 1)) {
        const [a1, a2, b1, b2] = [
          chains.arriving[one],
          chains.leaving[one],
          chains.arriving[other],
          chains.leaving[other],
        ]
        if (!crossAt(chains, a1, a2, b1, b2)) continue
        const heaviest = [a1, a2, b1, b2].reduce((x, y) =>
          chains.heaviestWeight(y) > chains.heaviestWeight(x) ? y : x,
        )
        if (chains.split(heaviest)) split = true
      }
    }
  }
  return split
}

/** True if the path over two segments changes sides of the path over two others at their shared vertex. */
const crossAt = (
  chains: Chains,
  arriving: number,
  leaving: number,
  otherIn: number,
  otherOut: number,
): boolean => {
  const { coords } = chains
  const at = chains.to[arriving]
  const side = (p: number, q: number): number => turnAt(coords, at, p, q)
  const before = chains.from[arriving]
  const after = chains.to[leaving]
  /** Left of the path: counter-clockwise after `after` and before `before`. */
  const isLeft = (p: number): boolean =>
    side(after, before) > 0
      ? side(after, p) > 0 && side(p, before) > 0
      : side(before, p) < 0 || side(p, after) < 0
  return isLeft(chains.from[otherIn]) !== isLeft(chains.to[otherOut])
}
