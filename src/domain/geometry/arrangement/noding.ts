/**
 * Splits strands where they touch, on the grid of `unit`, until edges meet only at their ends.
 *
 * Crossings are rounded to the grid, which bends the edges a little and can create new contacts, so the search is repeated
 * around the edges that changed. Borders need two to five rounds. Edges that run side by side for long, a few units apart,
 * may cross more often with every rounding; then snap rounding takes over, first around the remaining places and finally
 * everywhere, which is certain to end (see `snapToHotCells`).
 */

import { UNLIMITED, type WorkBudget } from '../work-budget.ts'
import { allEdges, type ContactSink, findContacts, ON_EDGE } from './contacts.ts'
import { crossing } from './crossing.ts'
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
  const split = splitUntilNoded(asTheyAre, place, ON_EDGE, budget)
  if (split.left === null) return split.noded
  // Nearly always only a few places are left; the rest need not move because of them.
  const near = snapToHotCells(split.noded, unit, budget, split.left)
  const mended = splitUntilNoded(near, place, ON_EDGE, budget)
  if (mended.left === null) return mended.noded
  const snapped = snapToHotCells(asTheyAre, unit, budget)
  // Snapped edges do not cross, but a position may lie nearer to one than `ON_EDGE`; that is allowed if splitting does not
  // end.
  for (const onEdge of [ON_EDGE, 0]) {
    const { noded, left } = splitUntilNoded(snapped, place, onEdge, budget)
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
  place: PlaceCrossing,
  onEdge: number,
  budget: WorkBudget,
): Splitting => {
  let noded: NodedStrands = { ...strands, junctions: strands.junctions.slice() }
  let fresh: Uint8Array | null = null
  let most = Infinity
  let left: Int32Array = new Int32Array(0)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const splits = new Splits(noded.coords, noded.junctions, budget)
    const edges = fresh ? edgesNear(noded, fresh) : allEdges(noded)
    findContacts(noded, edges, fresh, onEdge, splitter(noded, place, splits, budget), budget)
    if (splits.count === 0) return { noded, left: null }
    left = splits.sorted().points
    if (splits.count > most) break
    if (round === 0) most = MAX_GROWTH * splits.count + FEW_SPLITS
    ;({ noded, fresh } = applySplits(noded, splits))
  }
  return { noded, left }
}

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
