/**
 * Divides a box into a grid and lists the edges that cross each cell. Users divide crowded cells again, so that a few dense
 * islands in a wide ocean cost no more than a plain.
 *
 * Cell borders lie at half units, where no position can lie.
 */
import { extentOf } from '../extent.ts'
import { UNLIMITED, type WorkBudget } from '../work-budget.ts'
import { IntList } from './int-list.ts'

export interface Box {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

export interface Cells {
  readonly columns: number
  readonly rows: number
  readonly width: number
  readonly height: number
  /** Start of each cell's edges (row by row from the lower left), and the end of the last one's. */
  readonly starts: Int32Array
  /** The edges of all cells; within a cell in the order of the input. */
  readonly edges: Int32Array
}

/** A grid with more entries for each edge is not worth its lists. */
const MAX_ENTRIES_PER_EDGE = 8

/** Covers rounding errors when an edge is followed through the rows: at 2^31 units doubles are exact to 2^-21. */
const PADDING = 0.01

/** Returns the grid, or null if no division helps, as for many long edges side by side. */
export const divide = (
  coords: Int32Array,
  edges: Int32Array,
  box: Box,
  budget: WorkBudget = UNLIMITED,
): Cells | null => {
  for (let cells = edges.length / 2; cells >= 2; cells /= 8) {
    const divided = divideInto(coords, edges, box, cells, budget)
    if (divided) return divided
  }
  return null
}

export const cellBox = (cells: Cells, box: Box, cell: number): Box => {
  const left = box.left + (cell % cells.columns) * cells.width
  const bottom = box.bottom + Math.floor(cell / cells.columns) * cells.height
  return { left, bottom, right: left + cells.width, top: bottom + cells.height }
}

/** Returns the box of all positions, widened by half a unit. */
export const boxOf = (coords: Int32Array): Box => {
  const [left, bottom, right, top] = extentOf(coords)
  return { left: left - 0.5, bottom: bottom - 0.5, right: right + 0.5, top: top + 0.5 }
}

const divideInto = (
  coords: Int32Array,
  edges: Int32Array,
  box: Box,
  wanted: number,
  budget: WorkBudget,
): Cells | null => {
  const boxWidth = box.right - box.left
  const boxHeight = box.top - box.bottom
  const acrossWanted = Math.min(wanted, Math.max(1, Math.sqrt((wanted * boxWidth) / boxHeight)))
  const width = Math.ceil(boxWidth / acrossWanted)
  const height = Math.ceil(boxHeight / Math.max(1, wanted / acrossWanted))
  const columns = Math.ceil(boxWidth / width)
  const rows = Math.ceil(boxHeight / height)
  if (columns * rows < 2) return null

  const most = edges.length * MAX_ENTRIES_PER_EDGE
  const starts = new Int32Array(columns * rows + 1)
  /** The only cell of each edge, or -1 minus the number of its cells, which then come next in `several`. */
  const cellOf = new Int32Array(edges.length)
  const several = new IntList()
  const put = (row: number, from: number, to: number): void => {
    for (let column = Math.max(0, from); column <= to && column < columns; column++) {
      several.push(row * columns + column)
      starts[row * columns + column + 1]++
    }
  }
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i]
    let x1 = coords[2 * edge] - box.left
    let y1 = coords[2 * edge + 1] - box.bottom
    let x2 = coords[2 * edge + 2] - box.left
    let y2 = coords[2 * edge + 3] - box.bottom
    if (y1 > y2) [x1, y1, x2, y2] = [x2, y2, x1, y1]
    const column1 = Math.floor(x1 / width)
    const column2 = Math.floor(x2 / width)
    const firstRow = Math.max(0, Math.floor(y1 / height))
    const lastRow = Math.min(rows - 1, Math.floor(y2 / height))
    if (firstRow === lastRow && column1 === column2 && column1 >= 0 && column1 < columns) {
      cellOf[i] = firstRow * columns + column1
      starts[cellOf[i] + 1]++
      continue
    }
    const before = several.length
    if (firstRow === lastRow || column1 === column2) {
      const from = Math.min(column1, column2)
      const to = Math.max(column1, column2)
      for (let row = firstRow; row <= lastRow; row++) put(row, from, to)
    } else {
      const slope = (x2 - x1) / (y2 - y1)
      for (let row = firstRow; row <= lastRow; row++) {
        const low = x1 + (Math.max(y1, row * height) - y1) * slope
        const high = x1 + (Math.min(y2, (row + 1) * height) - y1) * slope
        const from = Math.floor((Math.min(low, high) - PADDING) / width)
        put(row, from, Math.floor((Math.max(low, high) + PADDING) / width))
      }
    }
    cellOf[i] = before - several.length - 1
    if (several.length > most) {
      budget.spend(i + several.length)
      return null
    }
  }
  budget.spend(edges.length + several.length)
  return { columns, rows, width, height, starts, edges: sortIntoCells(edges, starts, cellOf, several) }
}

/** Turns the counts in `starts` (shifted by one) into starts, and lists each cell's edges. */
const sortIntoCells = (
  edges: Int32Array,
  starts: Int32Array,
  cellOf: Int32Array,
  several: IntList,
): Int32Array => {
  for (let cell = 0; cell < starts.length - 1; cell++) starts[cell + 1] += starts[cell]
  const next = starts.slice(0, -1)
  const sorted = new Int32Array(starts[starts.length - 1])
  let taken = 0
  for (let i = 0; i < edges.length; i++) {
    if (cellOf[i] >= 0) sorted[next[cellOf[i]]++] = edges[i]
    else for (let left = -1 - cellOf[i]; left > 0; left--) sorted[next[several.at(taken++)]++] = edges[i]
  }
  return sorted
}
