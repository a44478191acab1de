/**
 * Splits strands where they touch, on the grid of `unit`, until edges meet at their ends only.
 *
 * Crossings are rounded to the grid, which bends the edges a little and can make new contacts, so the search is repeated
 * around the edges that changed. It nearly always ends after two or three rounds; where it does not, full snap rounding
 * ends it for certain (see `snapCrossings`).
 */
import { allEdges, type ContactSink, findContacts, ON_EDGE } from './contacts.ts'
import { crossing } from './crossing.ts'
import { edgesNear } from './near.ts'
import { snapToHotCells } from './snap-rounding.ts'
import { applySplits, Splits } from './splits.ts'
import type { NodedStrands, Strands } from './strands.ts'

/** Rounds of splitting before snap rounding takes over. */
const PATIENCE = 12

export const node = (strands: Strands, unit: number, patience = PATIENCE): NodedStrands => {
  let noded: NodedStrands = { ...strands, junctions: new Uint8Array(strands.coords.length / 2) }
  let fresh: Uint8Array | null = null
  for (let round = 0; ; round++) {
    if (round === patience) {
      noded = snapToHotCells(noded, unit)
      fresh = null
    }
    const splits = new Splits(noded.coords, noded.junctions)
    const edges = fresh ? edgesNear(noded, fresh) : allEdges(noded)
    findContacts(noded, edges, fresh, round < patience ? ON_EDGE : 0, splitter(noded, unit, splits))
    if (splits.count === 0) return noded
    if (round > patience + PATIENCE)
      throw new Error(`Strands still touch after ${round} rounds of splitting.`)
    ;({ noded, fresh } = applySplits(noded, splits))
  }
}

/** Turns contacts into splits and junctions. */
const splitter = ({ coords }: Strands, unit: number, splits: Splits): ContactSink => ({
  cross(edge, other) {
    const [x, y] = crossing(coords, edge, other, unit)
    splits.add(edge, x, y)
    splits.add(other, x, y)
  },
  touch(position, edge) {
    splits.mark(position)
    splits.add(edge, coords[2 * position], coords[2 * position + 1])
  },
  meet(position, other) {
    splits.mark(position)
    splits.mark(other)
  },
  fold(position) {
    splits.mark(position)
  },
})
