/** The squares by which the map is asked what contains a point. */
import type { BBox, Position } from '../../domain/geometry/rings.ts'

/** Per degree. A kilometre: what one answer says of a point holds for every other one near it. */
const CELLS = 100

export const cellOf = ([lon, lat]: Position): BBox => {
  const west = Math.min(Math.floor(lon * CELLS), 180 * CELLS - 1)
  const south = Math.min(Math.floor(lat * CELLS), 90 * CELLS - 1)
  return [west / CELLS, south / CELLS, (west + 1) / CELLS, (south + 1) / CELLS]
}
