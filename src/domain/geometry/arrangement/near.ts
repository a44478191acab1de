import { boxOf } from './cells.ts'
import { allEdges } from './contacts.ts'
import type { Strands } from './strands.ts'

/** Cells along each side of the coarse map. */
const SIDE = 512

/** The edges that could touch a fresh one: those that share a cell of a coarse map with one of them. */
export const edgesNear = (strands: Strands, fresh: Uint8Array): Int32Array => {
  const { coords } = strands
  const box = boxOf(coords)
  const width = (box.right - box.left) / SIDE
  const height = (box.top - box.bottom) / SIDE
  const column = (x: number): number => Math.floor((x - box.left) / width)
  const row = (y: number): number => Math.floor((y - box.bottom) / height)

  /** Calls back for the cells of the edge's box until it answers true, and says whether it did. */
  const someCell = (edge: number, test: (cell: number) => boolean): boolean => {
    const columnA = column(coords[2 * edge])
    const columnB = column(coords[2 * edge + 2])
    const rowA = row(coords[2 * edge + 1])
    const rowB = row(coords[2 * edge + 3])
    for (let r = Math.min(rowA, rowB); r <= Math.max(rowA, rowB); r++)
      for (let c = Math.min(columnA, columnB); c <= Math.max(columnA, columnB); c++)
        if (test(r * SIDE + c)) return true
    return false
  }

  const marked = new Uint8Array(SIDE * SIDE)
  const edges = allEdges(strands)
  for (const edge of edges)
    if (fresh[edge])
      someCell(edge, (cell) => {
        marked[cell] = 1
        return false
      })
  return edges.filter((edge) => fresh[edge] === 1 || someCell(edge, (cell) => marked[cell] === 1))
}
