/** Shapes of the atlas: valid, and on a grid of four decimals. */
import { arrange } from '../../src/domain/geometry/arrange.ts'
import { strandsOfRings } from '../../src/domain/geometry/arrangement/strands.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { positive, repair } from '../../src/domain/geometry/repair.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'

/**
 * 1e-4 degrees (11 m) in units of 1e-7: the coastlines come with four decimals, and Natural Earth is drawn for 1:10,000,000.
 */
export const GRID_UNITS = 1000

/** One shape of one or more parts that share borders. */
export function prepareShape(parts: readonly GeoJsonArea[]): Rings {
  const shapes = parts.map((part) => onGrid(ringsFromGeoJson(part)))
  return shapes.length === 1 ? shapes[0] : dissolve(shapes)
}

/** Valid, with four decimals. */
export const onGrid = (rings: Rings): Rings => repair(rings, GRID_UNITS)

/** The overlap of two shapes. */
export const common = (a: Rings, b: Rings): Rings =>
  arrange(strandsOfRings([[a], [b]], GRID_UNITS), GRID_UNITS, (ofA, ofB) => ofA > 0 && ofB > 0)

/** The part of the shape outside all others. */
export const subtract = (shape: Rings, others: readonly Rings[]): Rings =>
  arrange(
    strandsOfRings([[shape], others], GRID_UNITS),
    GRID_UNITS,
    (ofShape, ofOthers) => ofShape > 0 && ofOthers <= 0,
  )

/** The union of shapes on the grid: borders that they share vanish. */
export const dissolve = (shapes: readonly Rings[]): Rings =>
  arrange(strandsOfRings([shapes], GRID_UNITS), GRID_UNITS, positive)

/** In fixed point. */
export type Box = readonly [west: number, south: number, east: number, north: number]

export const touch = (a: Box, b: Box): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]

export const boxOf = ({ coords }: Rings): Box => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < coords.length; i += 2) {
    west = Math.min(west, coords[i])
    east = Math.max(east, coords[i])
    south = Math.min(south, coords[i + 1])
    north = Math.max(north, coords[i + 1])
  }
  return [west, south, east, north]
}
