/** Squares of the map for queries by point: nearby points share one answer. */
import type { BBox, Position } from '../../domain/geometry/rings.ts'

/** Cells in a degree. A cell is about a kilometre wide, so one answer serves all points near it. */
const CELLS = 100

export const cellOf = ([lon, lat]: Position): BBox => {
  const west = Math.min(Math.floor(lon * CELLS), 180 * CELLS - 1)
  const south = Math.min(Math.floor(lat * CELLS), 90 * CELLS - 1)
  return [west / CELLS, south / CELLS, (west + 1) / CELLS, (south + 1) / CELLS]
}
