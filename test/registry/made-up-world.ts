/** A small made-up world behind the port of the catalog, for tests of everything above it. */

import { type BoundaryRecord, parentRefOf } from '../../src/domain/boundary/boundary.ts'
import { type BoundaryId, canonicalId } from '../../src/domain/boundary/id.ts'
import type { Catalog } from '../../src/domain/catalog/catalog.ts'
import { encodeRings } from '../../src/domain/geometry/codec.ts'
import { boxRing, coastRing, ringsOf, seededRandom } from '../support/shapes.ts'

const record = ({
  id,
  ...fields
}: Partial<Omit<BoundaryRecord, 'id'>> & { id: string; name: string }): BoundaryRecord => ({
  kind: 'country',
  adminLevel: 2,
  origin: 'extract',
  names: {},
  country: 'AQ',
  iso: null,
  wikidata: null,
  fips: null,
  population: null,
  parents: [],
  bbox: [0, 0, 1, 1],
  centroid: [0.5, 0.5],
  areaKm2: 12_308.778361469453,
  vertices: 5,
  source: {
    url: 'https://www.openstreetmap.org/relation/1',
    version: 3,
    timestamp: '2024-01-02T03:04:05Z',
    fetchedAt: '2024-02-03T04:05:06Z',
    stale: false,
  },
  ...fields,
  id: id as BoundaryId,
})

export const LAND = record({
  id: 'r1',
  name: 'Utland',
  names: { en: 'Outland', de: 'Außenland' },
  iso: 'AQ',
  wikidata: 'Q1',
  population: 1000,
})

export const PROVINCE = record({
  id: 'r2',
  name: 'Fyrir',
  names: { en: 'Fore' },
  kind: 'province',
  adminLevel: 4,
  iso: 'AQ-F',
  parents: [parentRefOf(LAND)],
})

export const TOWN = record({
  id: 'w3',
  name: 'Býr',
  kind: 'city',
  adminLevel: 8,
  parents: [parentRefOf(LAND), parentRefOf(PROVINCE)],
})

const WORLD: readonly BoundaryRecord[] = [LAND, PROVINCE, TOWN]

const coast = encodeRings(
  ringsOf([[coastRing(seededRandom(7), { lon: 0.5, lat: 0.5, radius: 0.4, doublings: 8 })]]),
)
const box = encodeRings(ringsOf([[boxRing(0, 0, 1, 1)]]))

const ringsOfMadeUp = (id: BoundaryId): Uint8Array => (id === LAND.id ? coast : box)

/** A reference that makes the catalog fail as a database fails, with a secret in its message. */
export const BROKEN = 'w666'

export const madeUpCatalog = (): Catalog => ({
  find: async (reference) => {
    const id = canonicalId(reference)
    if (id === BROKEN) throw new Error('connection to postgres://metes:hunter2@db failed')
    const [found, ...alternatives] = WORLD.filter(
      (each) => each.id === id || `iso:${each.iso}` === id || `wikidata:${each.wikidata}` === id,
    )
    return found === undefined
      ? { found: false, deleted: id === 'r404' }
      : { found: true, record: found, alternatives }
  },
  records: async (ids) => new Map(WORLD.filter(({ id }) => ids.includes(id)).map((each) => [each.id, each])),
  geometry: async ({ id }) => ({ rings: ringsOfMadeUp(id), weights: null }),
  geometries: async (records) => records.map(({ id }) => ringsOfMadeUp(id)),
  search: async ({ text, limit }) =>
    WORLD.filter(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()))
      .slice(0, limit)
      .map((each) => ({ record: each, matchedName: each.name, match: 'prefix' as const })),
  hint: async () => null,
  town: async () => null,
  codeFacts: async () => null,
  reverse: async ([lon, lat]) => (lon >= 0 && lon <= 1 && lat >= 0 && lat <= 1 ? WORLD : []),
  nearby: async () => [],
  children: async (parent, adminLevel) => {
    const children = WORLD.filter(({ parents, adminLevel: level }) =>
      adminLevel === null
        ? parents.at(-1)?.id === parent.id
        : level === adminLevel && parents.some(({ id }) => id === parent.id),
    )
    return { adminLevel: children[0]?.adminLevel ?? null, children, notes: [] }
  },
  levels: async (parent) => {
    const inside = WORLD.filter(({ parents }) => parents.some(({ id }) => id === parent.id))
    return inside.flatMap(({ adminLevel }) => (adminLevel === null ? [] : [adminLevel]))
  },
  list: async function* ({ kind, after }) {
    yield* WORLD.filter((each) => each.kind === kind && (after === null || each.id > after))
  },
  extents: async () => new Map(WORLD.map(({ kind, bbox }) => [kind, bbox])),
  withinBox: async () => WORLD.map((each) => ({ ...each, revision: 1 })),
  standings: async (boundaries) => boundaries.map(() => 'confirmed'),
  has: async () => false,
  version: async () => '1',
})
