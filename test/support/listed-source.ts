/** A source of a few boundaries, listed in a test, in the role of the atlas below an import. */
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId, BoundaryReference } from '../../src/domain/boundary/id.ts'
import type { BoundarySource } from '../../src/domain/catalog/ports.ts'
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { bboxContains, bboxesOverlap, bboxOf } from '../../src/domain/geometry/bbox.ts'
import { encodeRings } from '../../src/domain/geometry/codec.ts'
import { ringsFromParts } from '../../src/domain/geometry/parts.ts'
import { pointOnSurface } from '../../src/domain/geometry/point-inside.ts'
import { type Rings, vertexCount } from '../../src/domain/geometry/rings.ts'
import { boxCorners } from './drawn-map.ts'

export type ListedBoundary = Partial<Omit<BoundaryRecord, 'id'>> & {
  readonly id: string
  readonly name: string
  /** `[west, south, east, north]` in degrees. */
  readonly box: readonly [number, number, number, number]
}

export const listedSource = (boundaries: readonly ListedBoundary[]): BoundarySource => {
  const listed = boundaries.map((boundary) => {
    const rings = boxRings(boundary.box)
    return { rings, record: recordOf(boundary, rings) }
  })
  const records = listed.map(({ record }) => record)
  return {
    origin: 'atlas',
    find: async (reference) => records.filter((record) => isMeant(record, reference)),
    records: async (ids) => records.filter(({ id }) => ids.includes(id)),
    geometry: async (id) => {
      const found = listed.find(({ record }) => record.id === id)
      return found === undefined ? null : { rings: encodeRings(found.rings), weights: null }
    },
    geometries: async (ids) =>
      new Map(
        listed
          .filter(({ record }) => ids.includes(record.id))
          .map(({ record, rings }) => [record.id, encodeRings(rings)]),
      ),
    search: async () => [],
    namesAmong: async () => [],
    similarWords: async () => [],
    candidates: async (point) =>
      records.filter(({ bbox }) => bboxContains(bbox, point)).map(({ id }) => ({ id, revision: 1 })),
    candidatesIn: async (box) =>
      records.filter(({ bbox }) => bboxesOverlap(bbox, box)).map(({ id }) => ({ id, revision: 1 })),
    list: async ({ kind, after, limit }) =>
      records
        .filter((record) => record.kind === kind && (after === null || record.id > after))
        .map(({ id }) => id)
        .sort()
        .slice(0, limit),
    extents: async () => new Map(),
    nextLevel: async () => null,
    children: async () => [],
    version: async () => '1',
  }
}

const boxRings = (box: ListedBoundary['box']): Rings => {
  const corners = boxCorners(...box).slice(0, -1)
  return ringsFromParts([[corners.flat().map((degrees) => Math.round(degrees * 1e7))]])
}

const isMeant = (record: BoundaryRecord, reference: BoundaryReference): boolean =>
  'number' in reference
    ? record.id === `${reference.by[0]}${reference.number}`
    : 'entity' in reference
      ? record.wikidata === reference.entity
      : (reference.by === 'iso' && record.iso === reference.code) ||
        (reference.by === 'fips' && record.fips === reference.code)

const recordOf = ({ box, ...boundary }: ListedBoundary, rings: Rings): BoundaryRecord => ({
  kind: 'state',
  adminLevel: 4,
  origin: 'atlas',
  names: {},
  country: null,
  iso: null,
  wikidata: null,
  fips: null,
  population: null,
  parents: [],
  bbox: bboxOf(rings),
  centroid: pointOnSurface(rings),
  areaKm2: areaKm2(rings),
  vertices: vertexCount(rings),
  source: {
    url: 'https://example.org',
    version: null,
    timestamp: null,
    fetchedAt: '2024-01-01T00:00:00Z',
    stale: false,
  },
  ...boundary,
  id: boundary.id as BoundaryId,
})
