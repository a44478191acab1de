/** Sample boundaries for files: difficult shapes, with a Feature's head around them. */
import type { SingleFeature } from '../../src/domain/formats/writer.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import {
  archipelago,
  boxRing,
  clockwise,
  nestedEnclaves,
  type PolygonRings,
  ringsOf,
  seededRandom,
} from './shapes.ts'

const fiji: readonly PolygonRings[] = [
  [boxRing(177.2, -18.3, 178.7, -17.3)],
  [
    [
      [179.3, -16.9],
      [180, -16.8],
      [180, -16.2],
      [179.5, -16.4],
    ],
  ],
  [
    [
      [-180, -16.8],
      [-179.8, -16.5],
      [-180, -16.2],
    ],
  ],
  [boxRing(-178.9, -19.1, -178.3, -18.2), clockwise(boxRing(-178.8, -19, -178.7, -18.9))],
]

const polarCap: PolygonRings = [
  [
    [-180, -90],
    [180, -90],
    [180, -78.3],
    [120, -66.1],
    [20.5, -70],
    [-60, -63.2],
    [-180, -78.3],
  ],
]

export const SHAPES = {
  square: ringsOf([[boxRing(5.123_456_7, 49.5, 6.5, 50.25)]]),
  'a land with holes': ringsOf([
    [boxRing(0, 0, 10, 10), clockwise(boxRing(1, 1, 2, 2)), clockwise(boxRing(2, 2, 3.5, 3))],
  ]),
  'enclaves in enclaves': ringsOf(
    nestedEnclaves(seededRandom(7), { lon: 4.9, lat: 51.4, radius: 0.1, depth: 4, doublings: 3 }),
  ),
  'many islands': ringsOf(
    archipelago(seededRandom(8), { lon: -1, lat: -1, islands: 40, spacing: 0.5, doublings: 2 }),
  ),
  'islands on both sides of the antimeridian': ringsOf(fiji),
  'the land around a pole': ringsOf([polarCap]),
} satisfies Record<string, Rings>

export const fileOf = (
  rings: Rings,
  decimals: number,
  properties: Record<string, unknown> = {},
): SingleFeature => ({
  rings,
  decimals,
  feature: {
    id: 'r571747',
    bbox: [-180, -90, 180, 90],
    properties: {
      name: 'Viti',
      kind: 'country',
      admin_level: 2,
      iso: 'FJ',
      wikidata: null,
      population: 884_887,
      area_km2: 18_274.5,
      detail: 'medium',
      attribution: '© OpenStreetMap contributors, ODbL 1.0',
      source: { url: 'https://www.openstreetmap.org/relation/571747', version: 7, timestamp: null },
      ...properties,
    },
  },
})
