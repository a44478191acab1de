/**
 * The grid of the tiles: Web Mercator (EPSG:3857) as integers, x from 0 in the west to 2^30 in the east, y from 0 in the south. A unit is
 * 3.7 cm at the equator, and one of the 4,096 steps of a tile of zoom 18, so every zoom rounds to whole units.
 */
import { type Position, UNITS_PER_DEGREE } from '../geometry/rings.ts'
import type { TileBox } from '../geometry/tiles.ts'

export interface TileAddress {
  readonly z: number
  readonly x: number
  /** From the north, as in all tile addresses. */
  readonly y: number
}

/** The finest zoom; maps draw its tiles larger beyond it. */
export const MAX_ZOOM = 14

/** Steps along the side of a tile. */
export const EXTENT = 4_096

/** Steps around a tile that are drawn as well, so that strokes do not end at its side. */
export const BUFFER = 64

/** `[west, south, east, north]` of all tiles, in degrees. */
export const WORLD_BOUNDS = [-180, -85.0511, 180, 85.0511] as const

const WORLD_BITS = 30
const WORLD = 2 ** WORLD_BITS
const EXTENT_BITS = 12

/** Grid units in a step of the zoom. */
export const unitOf = (zoom: number): number => 2 ** (WORLD_BITS - EXTENT_BITS - zoom)

/** The sides of a tile in grid units, with a margin of so many steps around it. */
export const boxOfTile = ({ z, x, y }: TileAddress, margin = 0): TileBox => {
  const side = WORLD / 2 ** z
  const around = margin * unitOf(z)
  const [west, north] = [x * side, WORLD - y * side]
  return [west - around, north - side - around, west + side + around, north + around]
}

/** `[west, south, east, north]` in degrees; within ±180 and the latitudes of the grid. */
export const degreesOfBox = ([west, south, east, north]: TileBox): readonly [
  number,
  number,
  number,
  number,
] => {
  const lon = (x: number): number => Math.max(-180, Math.min(180, (x / WORLD) * 360 - 180))
  const lat = (y: number): number =>
    (Math.atan(Math.sinh(((Math.max(0, Math.min(WORLD, y)) / WORLD) * 2 - 1) * Math.PI)) * 180) / Math.PI
  return [lon(west), lat(south), lon(east), lat(north)]
}

/** The tile of a zoom that a position in degrees lies in; the nearest one beyond the grid. */
export const tileAt = ([lon, lat]: Position, z: number): TileAddress => {
  const scale = 2 ** z / WORLD
  const [x, y] = projected(Int32Array.of(lon * UNITS_PER_DEGREE, lat * UNITS_PER_DEGREE))
  const inRange = (tile: number): number => Math.max(0, Math.min(2 ** z - 1, Math.floor(tile)))
  return { z, x: inRange(x * scale), y: inRange((WORLD - y) * scale) }
}

/**
 * Calls for those of the tiles, which are of one zoom, that a box meets with their margins: by their places in the list. Boxes are in grid
 * units, and begin at an element.
 */
export const tilesMeeting = (
  tiles: readonly TileAddress[],
): ((boxes: Int32Array, at: number, call: (tile: number) => void) => void) => {
  const side = WORLD / 2 ** tiles[0].z
  const around = BUFFER * unitOf(tiles[0].z)
  const columns = tiles.map(({ x }) => x)
  const rows = tiles.map(({ y }) => y)
  const [left, right] = [Math.min(...columns), Math.max(...columns)]
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
  const places = new Int32Array((right - left + 1) * (bottom - top + 1)).fill(-1)
  const placeOf = (x: number, y: number): number => (y - top) * (right - left + 1) + x - left
  for (const [i, { x, y }] of tiles.entries()) places[placeOf(x, y)] = i
  return (boxes, at, call) => {
    const firstRow = Math.max(top, Math.ceil((WORLD - boxes[at + 3] - around) / side) - 1)
    const lastRow = Math.min(bottom, Math.floor((WORLD - boxes[at + 1] + around) / side))
    const firstColumn = Math.max(left, Math.ceil((boxes[at] - around) / side) - 1)
    const lastColumn = Math.min(right, Math.floor((boxes[at + 2] + around) / side))
    for (let y = firstRow; y <= lastRow; y++)
      for (let x = firstColumn; x <= lastColumn; x++) {
        const tile = places[placeOf(x, y)]
        if (tile >= 0) call(tile)
      }
  }
}

/** A little beyond the latitude at which the grid is square: 85.0511°. */
const MAX_LATITUDE = 85.1

/** Positions in 1e-7 degrees on the grid; what lies nearer to a pole is moved to its rim. */
export const projected = (coords: Int32Array): Int32Array => {
  const moved = new Int32Array(coords.length)
  const scale = WORLD / (360 * UNITS_PER_DEGREE)
  for (let i = 0; i < coords.length; i += 2) {
    moved[i] = Math.round(coords[i] * scale + WORLD / 2)
    const lat = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, coords[i + 1] / UNITS_PER_DEGREE))
    const y = Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)
    moved[i + 1] = Math.round(WORLD * (y + 0.5))
  }
  return moved
}
