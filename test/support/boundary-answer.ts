/** An answer of get_boundary with a bit of everything. */

const SOURCE = 'https://www.openstreetmap.org/relation/1155955'

export const FEATURE = {
  type: 'Feature',
  id: 'r1155955',
  bbox: [9.47, 47.05, 9.64, 47.27],
  properties: {
    id: 'r1155955',
    name: 'Lïechtenstein',
    names: { de: 'Liechtenstein', fr: 'Liechtenstein' },
    kind: 'country',
    admin_level: 2,
    country: 'LI',
    iso: 'LI',
    wikidata: null,
    population: 37_624,
    population_source: 'towns',
    parents: [
      { id: 'r1', name: 'Europe' },
      { id: 'r2', name: 'Alps' },
    ],
    alternatives: [],
    disputed: [
      { area: 'A bank', claimants: ['LI', 'CH'], administered_by: ['CH'], source: 'https://a.example/bank' },
    ],
    centroid: [9.55, 47.14],
    area_km2: 160.459504,
    detail: 'low',
    precision: 4,
    vertices: 4,
    source: { url: SOURCE, version: 3, timestamp: '2026-01-02T03:04:05Z', stale: false },
    attribution: '© OpenStreetMap contributors, ODbL 1.0',
  },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [9.5, 47.1],
        [9.6, 47.1],
        [9.6, 47.2],
        [9.5, 47.1],
      ],
    ],
  },
}
