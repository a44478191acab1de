/**
 * An index for a geometry that is tested against many points: a grid over its box, in which each cell lists the edges that
 * touch it and knows whether its lower left corner is inside. A point is answered from its own cell alone: on the path from
 * the corner up along the cell's left side and then east to the point, every crossed edge changes sides. Crowded cells are
 * grids again.
 */
import { type Box, boxOf, type Cells, cellBox, divide } from './arrangement/cells.ts'
import { BORDER, INSIDE, OUTSIDE, type PointLocation, toUnits } from './contains.ts'
import { onSeam } from './map-rim.ts'
import { crossesEastward, crossesNorthward, isOnEdge } from './path-crossings.ts'
import { type Rings, ringCount, ringStart } from './rings.ts'

export interface Grid {
  /** Coordinates with each ring's first position repeated at its end: edge `i` runs from position `i` to the next one. */
  readonly coords: Int32Array
  readonly root: GridLevel
}

interface GridLevel {
  readonly box: Box
  readonly cells: Cells
  /** 1 for each cell whose lower left corner is inside. */
  readonly corners: Uint8Array
  /** Grids of crowded cells. */
  readonly crowded: ReadonlyMap<number, GridLevel>
}

/** Cells with more edges than this are worth a grid of their own. */
const CROWD = 32

export const buildGrid = (rings: Rings): Grid => {
  const { coords, edges } = closedEdges(rings)
  const box = boxOf(rings.coords)
  return { coords, root: buildLevel(coords, edges, box, OUTSIDE) }
}

/** Returns OUTSIDE, INSIDE or BORDER for each point, `[lon, lat, …]` in degrees. */
export const locateMany = ({ coords, root }: Grid, points: Float64Array): Uint8Array => {
  // Repeats `locateInLevel` for the outermost grid: most points fall into an empty cell of it, and a call costs more than
  // the lookup.
  const { box, cells, corners } = root
  const { left, bottom, right, top } = box
  const { columns, rows, width, height, starts } = cells
  const locations = new Uint8Array(points.length / 2)
  for (let point = 0; point < locations.length; point++) {
    const lon = toUnits(points[2 * point])
    const lat = toUnits(points[2 * point + 1])
    if (lon >= left && lon <= right && lat >= bottom && lat <= top) {
      const column = Math.min(columns - 1, ((lon - left) / width) | 0)
      const row = Math.min(rows - 1, ((lat - bottom) / height) | 0)
      const cell = row * columns + column
      locations[point] =
        starts[cell] === starts[cell + 1] ? corners[cell] : locateInCell(coords, root, column, row, lon, lat)
    }
    if (onSeam(lon) && locations[point] === OUTSIDE) locations[point] = locateInLevel(coords, root, -lon, lat)
  }
  return locations
}

const closedEdges = (rings: Rings): { coords: Int32Array; edges: Int32Array } => {
  const coords = new Int32Array(rings.coords.length + 2 * ringCount(rings))
  const edges = new Int32Array(rings.coords.length / 2)
  let length = 0
  for (let ring = 0; ring < ringCount(rings); ring++) {
    const start = ringStart(rings, ring)
    const end = rings.ringEnds[ring]
    coords.set(rings.coords.subarray(2 * start, 2 * end), length)
    // Each ring before this one has one more position than edges.
    for (let edge = start; edge < end; edge++) edges[edge] = edge + ring
    length += 2 * (end - start)
    coords[length++] = rings.coords[2 * start]
    coords[length++] = rings.coords[2 * start + 1]
  }
  return { coords, edges }
}

/** `corner` is 1 if the lower left corner of the box is inside. */
const buildLevel = (coords: Int32Array, edges: Int32Array, box: Box, corner: number): GridLevel => {
  const cells = divide(coords, edges, box) ?? undivided(edges, box)
  const corners = new Uint8Array(cells.columns * cells.rows)
  const crowded = new Map<number, GridLevel>()
  let rowCorner = corner
  for (let row = 0; row < cells.rows; row++) {
    let cellCorner = rowCorner
    for (let cell = row * cells.columns; cell < (row + 1) * cells.columns; cell++) {
      corners[cell] = cellCorner
      const first = cells.starts[cell]
      const end = cells.starts[cell + 1]
      if (first === end) continue
      const inner = cellBox(cells, box, cell)
      const { left, bottom, right } = inner
      const mine = cells.edges.subarray(first, end)
      if (mine.length > CROWD && mine.length < edges.length / 2) {
        crowded.set(cell, buildLevel(coords, mine, inner, cellCorner))
      }
      for (let i = first; i < end; i++) {
        cellCorner ^= crossesEastward(coords, 2 * cells.edges[i], bottom, left, right)
      }
    }
    const cell = row * cells.columns
    const { left, bottom, top } = cellBox(cells, box, cell)
    for (let i = cells.starts[cell]; i < cells.starts[cell + 1]; i++) {
      rowCorner ^= crossesNorthward(coords, 2 * cells.edges[i], left, bottom, top)
    }
  }
  return { box, cells, corners, crowded }
}

const undivided = (edges: Int32Array, box: Box): Cells => ({
  columns: 1,
  rows: 1,
  width: box.right - box.left,
  height: box.top - box.bottom,
  starts: Int32Array.of(0, edges.length),
  edges,
})

const locateInLevel = (coords: Int32Array, level: GridLevel, lon: number, lat: number): PointLocation => {
  const { box, cells } = level
  if (!(lon >= box.left && lon <= box.right && lat >= box.bottom && lat <= box.top)) return OUTSIDE
  const column = Math.min(cells.columns - 1, ((lon - box.left) / cells.width) | 0)
  const row = Math.min(cells.rows - 1, ((lat - box.bottom) / cells.height) | 0)
  return locateInCell(coords, level, column, row, lon, lat)
}

const locateInCell = (
  coords: Int32Array,
  { box, cells, corners, crowded }: GridLevel,
  column: number,
  row: number,
  lon: number,
  lat: number,
): PointLocation => {
  const cell = row * cells.columns + column
  const first = cells.starts[cell]
  const end = cells.starts[cell + 1]
  if (end - first > CROWD) {
    const deeper = crowded.get(cell)
    if (deeper !== undefined) return locateInLevel(coords, deeper, lon, lat)
  }
  const left = box.left + column * cells.width
  const bottom = box.bottom + row * cells.height
  let inside = corners[cell]
  for (let i = first; i < end; i++) {
    const edge = 2 * cells.edges[i]
    // Most edges lie beyond the point and meet neither part of the path.
    if (coords[edge] > lon && coords[edge + 2] > lon) continue
    if (coords[edge + 1] > lat && coords[edge + 3] > lat) continue
    if (isOnEdge(coords, edge, lon, lat)) return BORDER
    inside ^=
      crossesNorthward(coords, edge, left, bottom, lat) ^ crossesEastward(coords, edge, lat, left, lon)
  }
  return inside === 1 ? INSIDE : OUTSIDE
}
