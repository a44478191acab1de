/**
 * Made-up countries as large as boundaries in OpenStreetMap: Luxembourg, Afghanistan, China and Canada. One rough coast and
 * islands around it, the same in every run.
 */
import type { Rings } from '../../src/domain/geometry/rings.ts'
import {
  archipelago,
  coastRing,
  type PolygonRings,
  ringsOf,
  seededRandom,
} from '../../test/support/shapes.ts'

export interface Country {
  readonly name: string
  readonly polygons: readonly PolygonRings[]
  readonly rings: Rings
}

/** Corners of the coast are 8 · 2^doublings; each island has 16. */
const country = (name: string, seed: number, doublings: number, islands: number): Country => {
  const random = seededRandom(seed)
  const mainland = coastRing(random, { lon: -100, lat: 60, radius: 10, doublings, roughness: 0.6 })
  const polygons = [
    [mainland],
    ...archipelago(random, { lon: -84, lat: 45, islands, spacing: 0.1, doublings: 1 }),
  ]
  return { name, polygons, rings: ringsOf(polygons) }
}

export const countries = (): readonly Country[] => [
  country('3k', 1, 8, 40),
  country('26k', 2, 11, 600),
  country('79k', 3, 13, 800),
  country('267k', 4, 14, 8_000),
  country('1.39M', 5, 16, 51_000),
]

/** As GeoJSON, for programs without a format of their own. */
export const geoJsonOf = ({ polygons }: Country): { type: 'MultiPolygon'; coordinates: number[][][][] } => ({
  type: 'MultiPolygon',
  coordinates: polygons.map((rings) =>
    rings.map((ring) =>
      [...ring, ring[0]].map(([lon, lat]) => [Math.round(lon * 1e7) / 1e7, Math.round(lat * 1e7) / 1e7]),
    ),
  ),
})
