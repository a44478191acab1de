/**
 * The catalog: what operations ask for places. It puts several sources together so that one place is one boundary.
 */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId, BoundaryReference } from '../boundary/id.ts'
import type { Position } from '../geometry/rings.ts'
import { type Children, childrenOf } from './children.ts'
import type { Disputes } from './disputes.ts'
import { type FindAnswer, findReference } from './find.ts'
import { type LayerSource, Layers } from './layers.ts'
import { type Nearby, nearby } from './nearby.ts'
import { Polygons } from './polygons.ts'
import type { CountryFacts, StoredGeometry } from './ports.ts'
import { reverse } from './reverse.ts'
import { type FoundByName, type SearchQuestion, search } from './search.ts'

export interface Catalog {
  find(reference: BoundaryReference): Promise<FindAnswer>
  /** The known ones of these: parents in the caller's language, for instance. */
  records(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, BoundaryRecord>>
  /** The full polygon; `record` must come from this catalog. */
  geometry(record: BoundaryRecord): Promise<StoredGeometry>
  /** Best first. */
  search(question: SearchQuestion): Promise<readonly FoundByName[]>
  /** Everything that contains the point or has it on its border: from the country to the smallest, then postcode areas. */
  reverse(point: Position): Promise<readonly BoundaryRecord[]>
  /** What lies near a point where `containing`, the answer of `reverse`, lacks the country or the level below it: see `nearby.ts`. */
  nearby(point: Position, containing: readonly BoundaryRecord[]): Promise<readonly Nearby[]>
  children(parent: BoundaryRecord, adminLevel: number | null): Promise<Children>
  /** Changes whenever an answer may have changed. Part of every cache key. */
  version(): string | Promise<string>
}

export interface CatalogOptions {
  /** The most trusted first. */
  readonly sources: readonly LayerSource[]
  /** Memory for polygons that points are tested against. */
  readonly polygonBytes: number
  /** Absent: lists of subdivisions say nothing of the countries, and pass over no level. */
  readonly facts?: CountryFacts
  /** A point on disputed land is answered with every claimant, those who rule there first. */
  readonly disputes: Pick<Disputes, 'at'>
}

const NO_FACTS: CountryFacts = { levelsWithoutGovernment: () => [], atlasCoverage: () => null }

export const createCatalog = ({
  sources,
  polygonBytes,
  facts = NO_FACTS,
  disputes,
}: CatalogOptions): Catalog => {
  const layers = new Layers(sources)
  const polygons = new Polygons(polygonBytes)
  return {
    find: async (reference) => findReference(await layers.view(), reference),
    records: async (ids) => (await layers.view()).records(ids),
    geometry: async (record) => geometryOf(sources, record),
    search: async (question) => search(await layers.view(), question),
    children: async (parent, adminLevel) => childrenOf(await layers.view(), facts, parent, adminLevel),
    reverse: async (point) => reverse(await layers.view(), polygons, point, await disputes.at(point)),
    nearby: async (point, containing) => nearby(await layers.view(), polygons, point, containing),
    version: () => layers.version(),
  }
}

const geometryOf = async (
  sources: readonly LayerSource[],
  { id, origin }: BoundaryRecord,
): Promise<StoredGeometry> => {
  for (const source of sources) {
    const geometry = await source.geometry(id)
    if (geometry !== null) return geometry
  }
  throw new Error(`The ${origin} has no polygon for ${id}, though it knows the boundary.`)
}
