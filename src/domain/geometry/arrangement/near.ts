import { boxOf } from './cells.ts'
import { allEdges } from './contacts.ts'
import type { Strands } from './strands.ts'

/** Maximum of cells along each side of the coarse map; small inputs get about one cell for four edges. */
const MAX_CELLS_ASIDE = 512

/** An edge whose box covers more cells counts as near everything. */
const MANY_CELLS = 64

/** Returns the edges that could touch a fresh one: those that share a cell of a coarse map with one, and long ones. */
export const edgesNear = (strands: Strands, fresh: Uint8Array): Int32Array => {
  const { coords } = strands
  const edges = allEdges(strands)
  const box = boxOf(coords)
  const aside = Math.min(MAX_CELLS_ASIDE, Math.ceil(Math.sqrt(edges.length) / 2))
  const across = aside / (box.right - box.left)
  const up = aside / (box.top - box.bottom)
  const marked = new Uint8Array(aside * aside)
  const columnOf = (position: number): number => Math.floor((coords[2 * position] - box.left) * across)
  const rowOf = (position: number): number => Math.floor((coords[2 * position + 1] - box.bottom) * up)

  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i]
    if (!fresh[edge]) continue
    const [column, row, nextColumn, nextRow] = [
      columnOf(edge),
      rowOf(edge),
      columnOf(edge + 1),
      rowOf(edge + 1),
    ]
    if (isLong(column, row, nextColumn, nextRow)) return edges
    for (let y = Math.min(row, nextRow); y <= Math.max(row, nextRow); y++)
      for (let x = Math.min(column, nextColumn); x <= Math.max(column, nextColumn); x++)
        marked[y * aside + x] = 1
  }

  const someMarked = (column: number, row: number, nextColumn: number, nextRow: number): boolean => {
    for (let y = Math.min(row, nextRow); y <= Math.max(row, nextRow); y++)
      for (let x = Math.min(column, nextColumn); x <= Math.max(column, nextColumn); x++)
        if (marked[y * aside + x]) return true
    return false
  }
  let count = 0
  // The second end of an edge shares its cell with the first end of the next one.
  for (let i = 0, at = -1, column = 0, row = 0; i < edges.length; i++) {
    const edge = edges[i]
    if (at !== edge) [column, row] = [columnOf(edge), rowOf(edge)]
    const nextColumn = columnOf(edge + 1)
    const nextRow = rowOf(edge + 1)
    const isNear =
      column === nextColumn && row === nextRow
        ? marked[row * aside + column] === 1
        : isLong(column, row, nextColumn, nextRow) || someMarked(column, row, nextColumn, nextRow)
    if (isNear) edges[count++] = edge
    at = edge + 1
    column = nextColumn
    row = nextRow
  }
  return edges.subarray(0, count)
}

const isLong = (column: number, row: number, nextColumn: number, nextRow: number): boolean =>
  (Math.abs(column - nextColumn) + 1) * (Math.abs(row - nextRow) + 1) > MANY_CELLS
