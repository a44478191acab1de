/** Boundaries for tests of the catalog: rectangles with names and parents. */

import { type BoundaryRecord, parentRefOf } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { BoundaryEntry } from '../../src/domain/catalog/ports.ts'
import { splitBBox } from '../../src/domain/geometry/bbox.ts'
import { encodeRings } from '../../src/domain/geometry/codec.ts'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import { boxRing, ringsOf } from './shapes.ts'

export interface BoundaryInput extends Partial<Omit<BoundaryRecord, 'id' | 'parents' | 'source'>> {
  readonly id: string
  readonly name: string
  readonly parents?: readonly BoundaryEntry[]
  readonly source?: Partial<BoundaryRecord['source']>
  /** In addition to the name and `names`. */
  readonly searchNames?: readonly string[]
  readonly isoAliases?: readonly string[]
  readonly supersedes?: readonly string[]
}

export const boundary = ({
  id,
  parents = [],
  source = {},
  searchNames = [],
  isoAliases = [],
  supersedes = [],
  ...fields
}: BoundaryInput): BoundaryEntry => {
  const bbox = fields.bbox ?? [0, 0, 1, 1]
  const record: BoundaryRecord = {
    kind: 'city',
    alsoKinds: [],
    adminLevel: 8,
    origin: 'extract',
    names: {},
    country: null,
    iso: null,
    wikidata: null,
    fips: null,
    population: null,
    bbox,
    centroid: [bbox[0], bbox[1]],
    areaKm2: 100,
    vertices: 5,
    ...fields,
    id: id as BoundaryId,
    parents: parents.map(({ record }) => parentRefOf(record)),
    source: {
      url: `https://www.openstreetmap.org/relation/${id.slice(1)}`,
      version: 1,
      timestamp: '2024-01-02T03:04:05Z',
      fetchedAt: '2024-02-03T04:05:06Z',
      stale: false,
      ...source,
    },
  }
  return {
    record,
    geometry: { rings: boxes(bbox), weights: null },
    searchNames: [record.name, ...searchNames].map((name) => ({ language: null, name })),
    isoAliases,
    supersedes: supersedes as BoundaryId[],
  }
}

export async function* stream<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  yield* items
}

const boxes = (bbox: BBox): Uint8Array =>
  encodeRings(ringsOf(splitBBox(bbox).map((box) => [boxRing(...box)])))
