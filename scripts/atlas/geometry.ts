/** Shapes as the atlas keeps them: valid, on a grid of four decimals, and with no more vertices than are worth their bytes. */
import { arrange } from '../../src/domain/geometry/arrange.ts'
import { strandsOfRings } from '../../src/domain/geometry/arrangement/strands.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { positive, repair } from '../../src/domain/geometry/repair.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { simplifyToBudget } from '../../src/domain/geometry/simplify.ts'
import { vertexWeights } from '../../src/domain/geometry/weights.ts'

/**
 * 1e-4 degrees (11 m) in units of 1e-7: the coastlines come with four decimals, and Natural Earth is drawn for 1:10,000,000.
 */
const GRID_UNITS = 1000

/** What detail=high shows, and a little more for those who ask for everything. */
const MOST_VERTICES = 30_000

/** One shape of one or more parts that share borders. */
export function prepareShape(parts: readonly GeoJsonArea[]): Rings {
  const shapes = parts.map((part) => repair(ringsFromGeoJson(part), GRID_UNITS))
  const shape = shapes.length === 1 ? shapes[0] : dissolve(shapes)
  return simplifyToBudget(shape, vertexWeights(shape), MOST_VERTICES)
}

/** What of the shape is in none of the others. */
export const subtract = (shape: Rings, others: readonly Rings[]): Rings =>
  arrange(
    strandsOfRings([[shape], others], GRID_UNITS),
    GRID_UNITS,
    (ofShape, ofOthers) => ofShape > 0 && ofOthers <= 0,
  )

/** The union of shapes on the grid: where their borders run alike, they vanish. */
export const dissolve = (shapes: readonly Rings[]): Rings =>
  arrange(strandsOfRings([shapes], GRID_UNITS), GRID_UNITS, positive)
