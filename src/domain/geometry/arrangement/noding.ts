/**
 * Splits strands where they touch, on the grid of `unit`, until edges meet only at their ends.
 *
 * Crossings are rounded to the grid, which bends the edges a little and can create new contacts, so the search is repeated
 * around the edges that changed. Borders need two to five rounds. Edges that run side by side for long, a few units apart,
 * may cross more often with every rounding; then snap rounding takes over, first around the remaining places and finally
 * everywhere, which is certain to end (see `snapToHotCells`).
 *
 * Each round reads all strands. When only a few places of large strands are left, the edges around them are noded by themselves
 * (`excerpt.ts`), and one more round checks the whole.
 *
 * O(n log n) in the positions and crossings for each round. Long edges side by side are compared with each other, which budgets count.
 */

import { UNLIMITED, type WorkBudget } from '../work-budget.ts'
import { allEdges, type ContactSink, findContacts, ON_EDGE } from './contacts.ts'
import { crossing } from './crossing.ts'
import { excerptOf, putBack } from './excerpt.ts'
import { edgesNear } from './near.ts'
import { snapToHotCells } from './snap-rounding.ts'
import { applySplits, Splits } from './splits.ts'
import type { NodedStrands, Strands } from './strands.ts'

/** Chooses the grid position at which two crossing edges are split. */
export type PlaceCrossing = (strands: Strands, edge: number, other: number) => [x: number, y: number]

/** Rounds crossings to the nearest position by default. */
export const node = (
  strands: Strands,
  unit: number,
  place: PlaceCrossing = ({ coords }, edge, other) => crossing(coords, edge, other, unit),
  budget: WorkBudget = UNLIMITED,
): NodedStrands => {
  const asTheyAre = { ...strands, junctions: new Uint8Array(strands.coords.length / 2) }
  return nodeFrom(asTheyAre, null, { unit, place, budget })
}

interface Rounding {
  readonly unit: number
  readonly place: PlaceCrossing
  readonly budget: WorkBudget
}

/** With `fresh`, all contacts must be of edges marked in it. */
const nodeFrom = (strands: NodedStrands, fresh: Uint8Array | null, rounding: Rounding): NodedStrands => {
  const { unit, budget } = rounding
  const split = splitUntilNoded(strands, fresh, ON_EDGE, rounding)
  if (split.left === null) return split.noded
  // Nearly always only a few places are left; the rest need not move because of them.
  const near = snapToHotCells(split.noded, unit, budget, split.left)
  const mended = splitUntilNoded(near, null, ON_EDGE, rounding)
  if (mended.left === null) return mended.noded
  const snapped = snapToHotCells(strands, unit, budget)
  // Snapped edges do not cross, but a position may lie nearer to one than `ON_EDGE`; that is allowed if splitting does not
  // end.
  for (const onEdge of [ON_EDGE, 0]) {
    const { noded, left } = splitUntilNoded(snapped, null, onEdge, rounding)
    if (left === null) return noded
  }
  throw new Error(`Strands still touch after snap rounding on a grid of ${unit} units.`)
}

const MAX_ROUNDS = 12

/** Splitting is given up after a round with more splits than this multiple of the first round's, plus this number. */
const MAX_GROWTH = 2
const FEW_SPLITS = 100

interface Splitting {
  readonly noded: NodedStrands
  /** Positions where edges still touch, `[x, y, …]`, if splitting leads to ever more splits; null when noding is done. */
  readonly left: Int32Array | null
}

const splitUntilNoded = (
  strands: NodedStrands,
  given: Uint8Array | null,
  onEdge: number,
  rounding: Rounding,
): Splitting => {
  const { budget } = rounding
  let noded: NodedStrands = { ...strands, junctions: strands.junctions.slice() }
  let fresh = given
  let most = Infinity
  let left: Int32Array = new Int32Array(0)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const splits = new Splits(noded.coords, noded.junctions, budget)
    const edges = fresh ? edgesNear(noded, fresh) : allEdges(noded)
    findContacts(noded, edges, fresh, onEdge, splitter(noded, rounding.place, splits, budget), budget)
    if (splits.count === 0) return { noded, left: null }
    const sorted = splits.sorted()
    left = sorted.points
    if (splits.count > most) break
    if (round === 0) most = MAX_GROWTH * splits.count + FEW_SPLITS
    ;({ noded, fresh } = applySplits(noded, sorted))
    if (onEdge === ON_EDGE && splits.count * FEW_OF < fresh.length)
      ({ noded, fresh } = nodeAround(noded, fresh, rounding))
  }
  return { noded, left }
}

/** So few splits among the positions are places of their own. */
const FEW_OF = 1000

/** Nodes the edges around the fresh ones, if these are a small part of all. */
const nodeAround = (
  strands: NodedStrands,
  fresh: Uint8Array,
  rounding: Rounding,
): { noded: NodedStrands; fresh: Uint8Array } => {
  const edges = edgesNear(strands, fresh)
  if (edges.length * SMALL_PART > fresh.length) return { noded: strands, fresh }
  const excerpt = excerptOf(strands, fresh, edges)
  return putBack(strands, edges, nodeFrom(excerpt.strands, excerpt.fresh, rounding))
}

const SMALL_PART = 8

/** A contact takes about as long as this number of comparisons: exact predicates decide it. */
const STEPS_OF_CONTACT = 16

/** Turns contacts into splits and junctions. */
const splitter = (
  strands: Strands,
  place: PlaceCrossing,
  splits: Splits,
  budget: WorkBudget,
): ContactSink => ({
  cross(edge, other) {
    budget.spend(STEPS_OF_CONTACT)
    const [x, y] = place(strands, edge, other)
    splits.add(edge, x, y)
    splits.add(other, x, y)
  },
  touch(position, edge) {
    budget.spend(STEPS_OF_CONTACT)
    splits.mark(position)
    splits.add(edge, strands.coords[2 * position], strands.coords[2 * position + 1])
  },
  meet(position, other) {
    budget.spend(STEPS_OF_CONTACT)
    splits.mark(position)
    splits.mark(other)
  },
  fold(position) {
    splits.mark(position)
  },
})
