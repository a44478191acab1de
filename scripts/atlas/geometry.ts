/** Shapes as the atlas keeps them: valid, on a grid of four decimals, and with no more vertices than are worth their bytes. */
import { arrange } from '../../src/domain/geometry/arrange.ts'
import { strandsOfRings } from '../../src/domain/geometry/arrangement/strands.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { positive, repair } from '../../src/domain/geometry/repair.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { simplifyToBudget } from '../../src/domain/geometry/simplify.ts'
import { PINNED, vertexWeights } from '../../src/domain/geometry/weights.ts'

/**
 * 1e-4 degrees (11 m) in units of 1e-7: the coastlines come with four decimals, and Natural Earth is drawn for 1:10,000,000.
 */
const GRID_UNITS = 1000

/** What detail=high shows, and a little more for those who ask for everything. */
const MOST_VERTICES = 30_000

/** One shape of one or more parts that share borders. */
export function prepareShape(parts: readonly GeoJsonArea[]): Rings {
  const shapes = parts.map((part) => onGrid(ringsFromGeoJson(part)))
  const shape = shapes.length === 1 ? shapes[0] : dissolve(shapes)
  return simplifyToBudget(shape, vertexWeights(shape), MOST_VERTICES)
}

/** Valid, with four decimals. */
export const onGrid = (rings: Rings): Rings => repair(rings, GRID_UNITS)

/**
 * The shapes with no more vertices than are worth their bytes: only coasts are simplified. A border that two share stays as it is, so that
 * it stays shared.
 */
export const simplifyCoasts = <K>(shapes: ReadonlyMap<K, Rings>): ReadonlyMap<K, Rings> => {
  const seen = new Map<number, K>()
  const shared = new Set<number>()
  for (const [key, { coords }] of shapes)
    for (let i = 0; i < coords.length; i += 2) {
      const vertex = vertexKey(coords, i)
      const first = seen.get(vertex)
      if (first === undefined) seen.set(vertex, key)
      else if (first !== key) shared.add(vertex)
    }
  return new Map(
    [...shapes].map(([key, shape]) => {
      const weights = vertexWeights(shape)
      let pinned = 0
      for (let i = 0; i < weights.length; i++)
        if (shared.has(vertexKey(shape.coords, 2 * i))) {
          weights[i] = PINNED
          pinned++
        }
      return [key, simplifyToBudget(shape, weights, MOST_VERTICES + pinned)]
    }),
  )
}

const vertexKey = (coords: Int32Array, index: number): number =>
  (coords[index] / GRID_UNITS) * 2 ** 22 + coords[index + 1] / GRID_UNITS

/** What two shapes have in common. */
export const common = (a: Rings, b: Rings): Rings =>
  arrange(strandsOfRings([[a], [b]], GRID_UNITS), GRID_UNITS, (ofA, ofB) => ofA > 0 && ofB > 0)

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
