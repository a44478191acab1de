/**
 * Finds islands whose complete shore is known, with their lagoons and the islets in those. Inside such a shore the lines are
 * complete, regardless of tile borders and the mask.
 */
import Flatbush from 'flatbush'
import { doubledArea } from '../area.ts'
import { boxOf } from '../arrangement/cells.ts'
import { BORDER, INSIDE } from '../contains.ts'
import { locateManyOnce } from '../contains-once.ts'
import { ringsFromParts } from '../parts.ts'
import { type Rings, UNITS_PER_DEGREE } from '../rings.ts'
import type { WorkBudget } from '../work-budget.ts'
import { type CoastLine, isClosed } from './coast-line.ts'

/** A closed shore, with land on its left. */
export interface Shore {
  /** Not closed, as in `Rings`. */
  readonly ring: Int32Array
  /** Weight: 2 around an island, 1 around its lagoons and the islets in them. */
  readonly weight: number
}

/** True on an island, by the weighted winding number: 0 is outside, 1 is a lagoon. */
export const isOnIsland = (winding: number): boolean => winding >= 2

/**
 * Returns the closed shores, and the lines that remain uncertain: open ones, and lakes outside any island. O(n log n) in the positions
 * and O(m) in the pairs of shores whose boxes meet, which the budget counts: many islands in lakes in islands are a square.
 *
 * @throws TooComplex
 */
export const knownShores = (
  lines: readonly CoastLine[],
  budget: WorkBudget,
): { readonly shores: readonly Shore[]; readonly others: readonly CoastLine[] } => {
  const closed = lines.filter((line) => isClosed(line) && line.length >= MIN_CLOSED)
  const areas = closed.map(doubledArea)
  const parent = areas.some((area) => area < 0) ? parentLines(closed, areas, budget) : closed.map(() => NONE)
  const weights = new Map<number, number>()
  /** From the largest down, so that the surroundings of a line are known before the line. */
  const order = [...closed.keys()].sort((a, b) => Math.abs(areas[b]) - Math.abs(areas[a]))
  for (const line of order) {
    const around = parent[line]
    const isInIsland = weights.has(around) && areas[around] > 0
    const isInLagoon = weights.has(around) && areas[around] < 0
    if (areas[line] > 0) weights.set(line, isInLagoon ? 1 : 2)
    else if (areas[line] < 0 && isInIsland) weights.set(line, 1)
  }
  const known = new Set(Array.from(weights.keys(), (line) => closed[line]))
  return {
    shores: [...weights].map(([line, weight]) => ({ ring: closed[line].subarray(0, -2), weight })),
    others: lines.filter((line) => !known.has(line)),
  }
}

/** Length of a triangle that repeats its first position. */
const MIN_CLOSED = 8

const NONE = -1

/**
 * Returns, for each closed line, the smallest other one that contains it. O(n log n) in the lines and O(m) in the pairs whose boxes meet;
 * none is tested again after the first line that contains it.
 */
const parentLines = (
  closed: readonly CoastLine[],
  areas: readonly number[],
  budget: WorkBudget,
): number[] => {
  const boxes = new Flatbush(closed.length)
  for (const line of closed) {
    const { left, bottom, right, top } = boxOf(line)
    boxes.add(left, bottom, right, top)
  }
  boxes.finish()
  const parent = closed.map(() => NONE)
  const sizes = areas.map(Math.abs)
  /** From the smallest up: the first line around another one is the smallest. */
  const order = [...closed.keys()].sort((a, b) => sizes[a] - sizes[b])
  for (const around of order) {
    const line = closed[around]
    const { left, bottom, right, top } = boxOf(line)
    const candidates = boxes.search(left, bottom, right, top, (other) => {
      budget.spend(1)
      return parent[other] === NONE && sizes[other] < sizes[around]
    })
    if (candidates.length > 0) budget.spend(line.length / 2 + SAMPLES * candidates.length)
    for (const inner of within(ringsFromParts([[line.subarray(0, -2)]]), candidates, closed))
      parent[inner] = around
  }
  return parent
}

/** Several positions of a line are tested, because the first ones may lie on the other line. */
const SAMPLES = 4

/** Returns the candidates that lie in the ring; lines do not cross. */
const within = (
  ring: Rings,
  candidates: readonly number[],
  closed: readonly CoastLine[],
): readonly number[] => {
  if (candidates.length === 0) return []
  const points = candidates.flatMap((candidate) => {
    const line = closed[candidate]
    return Array.from({ length: SAMPLES }, (_, sample) => {
      const at = 2 * Math.floor((sample * (line.length / 2 - 1)) / SAMPLES)
      return [line[at] / UNITS_PER_DEGREE, line[at + 1] / UNITS_PER_DEGREE]
    }).flat()
  })
  const locations = locateManyOnce(ring, Float64Array.from(points))
  return candidates.filter((_, i) => {
    const samples = locations.subarray(SAMPLES * i, SAMPLES * (i + 1))
    return samples.find((location) => location !== BORDER) === INSIDE
  })
}
