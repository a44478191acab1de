/**
 * The catalog: operations ask it for places. It combines several sources so that one place is one boundary.
 */
import { lazilyByVersion } from '../../util/lazily.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId, BoundaryReference } from '../boundary/id.ts'
import type { Kind } from '../boundary/kind.ts'
import type { BBox, Position } from '../geometry/rings.ts'
import { type Children, levelsBelow } from './children.ts'
import type { Disputes } from './disputes.ts'
import { type FindAnswer, findReference } from './find.ts'
import { KeptChildren } from './kept-children.ts'
import { type LayerSource, Layers } from './layers.ts'
import type { Lexicon } from './lexicon.ts'
import { extentsOf, type ListQuestion, listBoundaries } from './list.ts'
import { type Nearby, nearby } from './nearby.ts'
import { Polygons } from './polygons.ts'
import type { CountryFacts, StoredGeometry } from './ports.ts'
import { reverse } from './reverse.ts'
import { type FoundByName, type SearchQuestion, search } from './search.ts'
import { type HintReader, searchHint } from './search-hint.ts'
import { type Drawable, withinBox } from './within-box.ts'

export interface HintQuestion {
  /** Whether the live map was searched, too. */
  readonly isLive: boolean
  readonly reader: HintReader
}

export interface Catalog {
  /** `minVertices`: a coarser polygon than that is only good enough where there is no better one. */
  find(reference: BoundaryReference, minVertices?: number): Promise<FindAnswer>
  /** The known ones of these: parents in the caller's language, for instance. */
  records(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, BoundaryRecord>>
  /** The full polygon; `record` must come from this catalog. */
  geometry(record: Pick<BoundaryRecord, 'id' | 'origin'>): Promise<StoredGeometry>
  /** The rings of the full polygons, in the order of the records; many are read as fast as one. */
  geometries(records: readonly Pick<BoundaryRecord, 'id' | 'origin'>[]): Promise<readonly Uint8Array[]>
  /** By name, code or id, best first. */
  search(question: SearchQuestion): Promise<readonly FoundByName[]>
  /** The hint to show where no whole name matched; null where one did. */
  hint(text: string, found: readonly FoundByName[], question: HintQuestion): Promise<string | null>
  /** Every boundary that contains the point or has it on its border: from the country to the smallest, then postcode areas. */
  reverse(point: Position): Promise<readonly BoundaryRecord[]>
  /** What lies near a point whose `containing` (the answer of `reverse`) lacks the country or the level below it: see `nearby.ts`. */
  nearby(point: Position, containing: readonly BoundaryRecord[]): Promise<readonly Nearby[]>
  children(parent: BoundaryRecord, adminLevel: number | null): Promise<Children>
  /** The administrative levels below the boundary, the highest first; `children` may be empty for some of them. */
  levels(parent: BoundaryRecord): Promise<readonly number[]>
  /** Every boundary whose box meets this one, by id: what a map of the box shows. */
  withinBox(box: BBox): Promise<readonly Drawable[]>
  /** Boundaries of a kind in the order of their ids, read as far as the caller goes. */
  list(question: ListQuestion): AsyncGenerator<BoundaryRecord>
  /** The box around all boundaries of each kind. */
  extents(): Promise<ReadonlyMap<Kind, BBox>>
  /** Changes whenever an answer may change. Part of every cache key. */
  version(): string | Promise<string>
}

export interface CatalogOptions {
  /** The most trusted first. */
  readonly sources: readonly LayerSource[]
  /** Bytes of memory for polygons that points are tested against. */
  readonly polygonBytes: number
  /** Without it lists of subdivisions carry no notes on countries and skip no level. */
  readonly facts?: CountryFacts
  /** Loaded at the first search. */
  readonly lexicon: () => Promise<Lexicon>
  /** A point on disputed land is answered with every claimant, the ruling ones first. */
  readonly disputes: Pick<Disputes, 'at'>
  /** Names can be searched on the live map, too; hints then say so. */
  readonly hasLiveMap?: boolean
}

const NO_FACTS: CountryFacts = { levelsWithoutGovernment: () => [], atlasCoverage: () => null }

export const createCatalog = ({
  sources,
  polygonBytes,
  facts = NO_FACTS,
  disputes,
  lexicon,
  hasLiveMap = false,
}: CatalogOptions): Catalog => {
  const layers = new Layers(sources)
  const polygons = new Polygons(polygonBytes)
  const children = lazilyByVersion(async () => new KeptChildren(await layers.view(), facts))
  const extents = lazilyByVersion(async () => extentsOf(await layers.view()))
  const reverseAt: Catalog['reverse'] = async (point) =>
    reverse(await layers.view(), polygons, point, await disputes.at(point))
  return {
    find: async (reference) => findReference(await layers.view(), reference),
    records: async (ids) => (await layers.view()).records(ids),
    geometry: async (record) => geometryOf(sources, record),
    geometries: async (records) => geometriesOf(sources, records),
    search: async (question) => search(await layers.view(), await lexicon(), question),
    hint: async (text, found, { isLive, reader }) => {
      const missingFrom = hasLiveMap ? (isLive ? 'searched live' : 'live') : 'import'
      return searchHint(await layers.view(), await lexicon(), reverseAt, text, found, {
        missingFrom,
        reader,
      })
    },
    children: async (parent, adminLevel) =>
      (await children.get(await layers.version())).of(parent, adminLevel),
    levels: async (parent) => levelsBelow(await layers.view(), parent),
    withinBox: async (box) => withinBox(await layers.view(), box),
    list: async function* (question) {
      yield* listBoundaries(await layers.view(), (record) => geometryOf(sources, record), question)
    },
    extents: async () => extents.get(await layers.version()),
    reverse: reverseAt,
    nearby: async (point, containing) => nearby(await layers.view(), polygons, point, containing),
    version: () => layers.version(),
  }
}

const geometryOf = async (
  sources: readonly LayerSource[],
  { id, origin }: Pick<BoundaryRecord, 'id' | 'origin'>,
): Promise<StoredGeometry> => {
  for (const source of sources) {
    const geometry = await source.geometry(id)
    if (geometry !== null) return geometry
  }
  throw withoutPolygon({ id, origin })
}

const geometriesOf = async (
  sources: readonly LayerSource[],
  records: readonly Pick<BoundaryRecord, 'id' | 'origin'>[],
): Promise<readonly Uint8Array[]> => {
  const found = new Map<BoundaryId, Uint8Array>()
  for (const source of sources) {
    const missing = records.flatMap(({ id }) => (found.has(id) ? [] : [id]))
    if (missing.length === 0) break
    for (const [id, rings] of await source.geometries(missing)) found.set(id, rings)
  }
  return records.map((record) => {
    const rings = found.get(record.id)
    if (rings === undefined) throw withoutPolygon(record)
    return rings
  })
}

const withoutPolygon = ({ id, origin }: Pick<BoundaryRecord, 'id' | 'origin'>): Error =>
  new Error(`The ${origin} has no polygon for ${id}, though it knows the boundary.`)
