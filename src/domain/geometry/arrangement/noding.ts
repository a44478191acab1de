/**
 * Splits strands where they touch, on the grid of `unit`, until edges meet at their ends only.
 *
 * Crossings are rounded to the grid, which bends the edges a little and can make new contacts, so the search is repeated
 * around the edges that changed. Borders need two to five rounds. Edges that run side by side for long, a few units apart,
 * may cross more often with every rounding; then snap rounding takes over, around the places that are left and at last everywhere,
 * which ends it for certain (see `snapToHotCells`).
 */
import { allEdges, type ContactSink, findContacts, ON_EDGE } from './contacts.ts'
import { crossing } from './crossing.ts'
import { edgesNear } from './near.ts'
import { snapToHotCells } from './snap-rounding.ts'
import { applySplits, Splits } from './splits.ts'
import type { NodedStrands, Strands } from './strands.ts'

/** Chooses the position of the grid at which two edges are split that cross. */
export type PlaceCrossing = (strands: Strands, edge: number, other: number) => [x: number, y: number]

/** Crossings are rounded to the nearest position, unless something else is asked for. */
export const node = (
  strands: Strands,
  unit: number,
  place: PlaceCrossing = ({ coords }, edge, other) => crossing(coords, edge, other, unit),
): NodedStrands => {
  const asTheyAre = { ...strands, junctions: new Uint8Array(strands.coords.length / 2) }
  const split = splitUntilNoded(asTheyAre, place, ON_EDGE)
  if (split.left === null) return split.noded
  // Nearly always all but a few places are done; what lies elsewhere is not moved for them.
  const mended = splitUntilNoded(snapToHotCells(split.noded, unit, split.left), place, ON_EDGE)
  if (mended.left === null) return mended.noded
  const snapped = snapToHotCells(asTheyAre, unit)
  // Snapped edges do not cross, but a position may lie nearer to one than `ON_EDGE`. Where that leads too far, it may.
  for (const onEdge of [ON_EDGE, 0]) {
    const { noded, left } = splitUntilNoded(snapped, place, onEdge)
    if (left === null) return noded
  }
  throw new Error(`Strands still touch after snap rounding on a grid of ${unit} units.`)
}

const MAX_ROUNDS = 12

/** When a round finds more than so many times the splits of the first one, and this many more, there is no end in sight. */
const MAX_GROWTH = 2
const FEW_SPLITS = 100

interface Splitting {
  readonly noded: NodedStrands
  /** Where edges still touch, `[x, y, …]`, when splitting leads to ever more splits; null when it is done. */
  readonly left: Int32Array | null
}

const splitUntilNoded = (strands: NodedStrands, place: PlaceCrossing, onEdge: number): Splitting => {
  let noded: NodedStrands = { ...strands, junctions: strands.junctions.slice() }
  let fresh: Uint8Array | null = null
  let most = Infinity
  let left: Int32Array = new Int32Array(0)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const splits = new Splits(noded.coords, noded.junctions)
    const edges = fresh ? edgesNear(noded, fresh) : allEdges(noded)
    findContacts(noded, edges, fresh, onEdge, splitter(noded, place, splits))
    if (splits.count === 0) return { noded, left: null }
    left = splits.sorted().points
    if (splits.count > most) break
    if (round === 0) most = MAX_GROWTH * splits.count + FEW_SPLITS
    ;({ noded, fresh } = applySplits(noded, splits))
  }
  return { noded, left }
}

/** Turns contacts into splits and junctions. */
const splitter = (strands: Strands, place: PlaceCrossing, splits: Splits): ContactSink => ({
  cross(edge, other) {
    const [x, y] = place(strands, edge, other)
    splits.add(edge, x, y)
    splits.add(other, x, y)
  },
  touch(position, edge) {
    splits.mark(position)
    splits.add(edge, strands.coords[2 * position], strands.coords[2 * position + 1])
  },
  meet(position, other) {
    splits.mark(position)
    splits.mark(other)
  },
  fold(position) {
    splits.mark(position)
  },
})
