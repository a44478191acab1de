import { boxOf } from './cells.ts'
import { allEdges } from './contacts.ts'
import type { Strands } from './strands.ts'

/** Maximum of cells along each side of the coarse map; small inputs get about one cell for four edges. */
const MAX_CELLS_ASIDE = 512

/** An edge whose box covers more cells counts as near everything. */
const MANY_CELLS = 64

/** The edges that could touch a fresh one: those that share a cell of a coarse map with one of them, and long ones. */
export const edgesNear = (strands: Strands, fresh: Uint8Array): Int32Array => {
  const { coords } = strands
  const edges = allEdges(strands)
  const box = boxOf(coords)
  const aside = Math.min(MAX_CELLS_ASIDE, Math.ceil(Math.sqrt(edges.length) / 2))
  const width = (box.right - box.left) / aside
  const height = (box.top - box.bottom) / aside
  const marked = new Uint8Array(aside * aside)
  let longIsFresh = false

  /** Whether a cell of the edge's box is marked; optionally marks them all first. */
  const inMarkedCell = (edge: number, mark: boolean): boolean => {
    const columnA = Math.floor((coords[2 * edge] - box.left) / width)
    const columnB = Math.floor((coords[2 * edge + 2] - box.left) / width)
    const rowA = Math.floor((coords[2 * edge + 1] - box.bottom) / height)
    const rowB = Math.floor((coords[2 * edge + 3] - box.bottom) / height)
    if ((Math.abs(columnA - columnB) + 1) * (Math.abs(rowA - rowB) + 1) > MANY_CELLS) {
      if (mark) longIsFresh = true
      return true
    }
    for (let row = Math.min(rowA, rowB); row <= Math.max(rowA, rowB); row++)
      for (let column = Math.min(columnA, columnB); column <= Math.max(columnA, columnB); column++) {
        if (mark) marked[row * aside + column] = 1
        else if (marked[row * aside + column]) return true
      }
    return mark
  }

  for (const edge of edges) if (fresh[edge]) inMarkedCell(edge, true)
  if (longIsFresh) return edges
  return edges.filter((edge) => inMarkedCell(edge, false))
}
