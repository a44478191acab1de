/** The catalog: operations read boundaries from it. It combines several sources so that a place has one boundary. */
import { ByteCache } from '../../util/byte-cache.ts'
import { lazilyByVersion } from '../../util/lazily.ts'
import type { NowOrLater } from '../../util/now-or-later.ts'
import type { BoundaryRecord, BoundarySummary } from '../boundary/boundary.ts'
import type { BoundaryId, BoundaryReference } from '../boundary/id.ts'
import type { Kind } from '../boundary/kind.ts'
import type { BBox, Position } from '../geometry/rings.ts'
import { type Children, levelsBelow } from './children.ts'
import { keptChildren } from './children-cache.ts'
import { type CodeFacts, factsOfCode } from './code-hint.ts'
import type { Disputes } from './disputes.ts'
import { type FindAnswer, findReference } from './find.ts'
import { type LayerSource, Layers, MAX_VERSIONS } from './layers.ts'
import type { Lexicon } from './lexicon.ts'
import { extentsOf, type ListQuestion, listBoundaries } from './list.ts'
import { missingUnit } from './missing-unit.ts'
import { nameContexts } from './name-contexts.ts'
import { type Nearby, nearby } from './nearby.ts'
import { PolygonCache } from './polygon-cache.ts'
import type { CountryFacts, StoredGeometry } from './ports.ts'
import type { FoundByName } from './ranking.ts'
import { reverse } from './reverse.ts'
import { search } from './search.ts'
import { type HintReader, searchHint } from './search-hint.ts'
import type { SearchQuestion } from './search-question.ts'
import { similarWordsOf } from './similar-words.ts'
import type { Standing } from './standing.ts'
import { type PlacedTown, townBeside } from './town-beside.ts'
import { townInstead } from './town-instead.ts'
import type { SearchedFor } from './towns-of-reading.ts'
import { type Drawable, withinBox } from './within-box.ts'

export interface HintQuestion extends SearchedFor {
  /** Whether the live map was searched, too. */
  readonly isLive: boolean
  readonly reader: HintReader
}

export interface Catalog {
  /** `minVertices`: a polygon with fewer vertices is used only if there is no better one. */
  find(reference: BoundaryReference, minVertices?: number): Promise<FindAnswer>
  /** Returns the records of the ids that are known: for example, of parents in the caller's language. */
  records(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, BoundaryRecord>>
  /** Returns the full polygon; `record` must come from this catalog. */
  geometry(record: Pick<BoundaryRecord, 'id' | 'origin'>): Promise<StoredGeometry>
  /** Returns the rings of the full polygons, in the order of the records. A batch is as fast as one read. */
  geometries(records: readonly Pick<BoundaryRecord, 'id' | 'origin'>[]): Promise<readonly Uint8Array[]>
  /** Finds boundaries by name, code or id, best first. */
  search(question: SearchQuestion): Promise<readonly FoundByName[]>
  /** Returns the hint for an answer of `search`: see `search-hint.ts`. */
  hint(question: HintQuestion, found: readonly FoundByName[]): Promise<string | null>
  /** Returns a town that the name may mean as well as what `search` found; null if the boundaries of this name are meant. */
  town(question: SearchedFor, found: readonly FoundByName[]): Promise<PlacedTown | null>
  /** Returns what is known of a code of ISO 3166 that no boundary has; null if it never had the code. */
  codeFacts(code: string): Promise<CodeFacts | null>
  /**
   * Returns the boundaries that contain the point or have it on their border, from the country to the smallest, then
   * postcode areas.
   */
  reverse(point: Position): Promise<readonly BoundaryRecord[]>
  /**
   * Returns boundaries near a point if `containing` (the answer of `reverse`) lacks the country or the level below it: see
   * `nearby.ts`.
   */
  nearby(point: Position, containing: readonly BoundaryRecord[]): Promise<readonly Nearby[]>
  children(parent: BoundaryRecord, adminLevel: number | null): Promise<Children>
  /** Returns the administrative levels below the boundary, the highest first; `children` may be empty for some of them. */
  levels(parent: BoundaryRecord): Promise<readonly number[]>
  /** Returns every boundary whose box meets this one, by id: those that a map of the box shows. */
  withinBox(box: BBox): Promise<readonly Drawable[]>
  /** Returns who vouches for each boundary. */
  standings(boundaries: readonly BoundarySummary[]): Promise<readonly Standing[]>
  /** True if nothing better vouches for some boundary. */
  has(standing: Exclude<Standing, 'confirmed'>): Promise<boolean>
  /** Yields boundaries of a kind by id; reads only as far as the caller iterates. */
  list(question: ListQuestion): AsyncGenerator<BoundaryRecord>
  /** Returns the box around all boundaries of each kind. */
  extents(): Promise<ReadonlyMap<Kind, BBox>>
  /** Changes whenever an answer may change; part of every cache key. */
  version(): NowOrLater<string>
}

export interface CatalogOptions {
  /** The most trusted first. */
  readonly sources: readonly LayerSource[]
  /** Memory for polygons that points are tested against, in bytes. */
  readonly polygonBytes: number
  /** If absent, lists of subdivisions have no notes on countries and skip no level. */
  readonly facts?: CountryFacts
  /** Loaded at the first search. */
  readonly lexicon: () => Promise<Lexicon>
  /** Disputed land: a point on it is answered with every claimant, those that rule there first. */
  readonly disputes: Pick<Disputes, 'at'>
  /** Set if names can be searched on the live map too; hints then say so. */
  readonly hasLiveMap?: boolean
  /** Set to `operator` if every caller is on the operator's machine; otherwise each call says who reads its hint. */
  readonly reader?: 'operator' | undefined
}

const TOWN_BYTES = 8 * 1024 * 1024
/** Approximate. */
const RECORD_BYTES = 2_000

const NO_FACTS: CountryFacts = { levelsWithoutGovernment: () => [], atlasCoverage: () => null }

export const createCatalog = (options: CatalogOptions): Catalog => {
  const {
    sources,
    polygonBytes,
    facts = NO_FACTS,
    disputes,
    lexicon,
    hasLiveMap = false,
    reader: everyReader,
  } = options
  const layers = new Layers(sources)
  const polygons = new PolygonCache(polygonBytes)
  const children = lazilyByVersion(async () => keptChildren(await layers.view(), facts), MAX_VERSIONS)
  const extents = lazilyByVersion(async () => extentsOf(await layers.view()), MAX_VERSIONS)
  const reverseAt: Catalog['reverse'] = async (point) =>
    reverse(await layers.view(), polygons, point, await disputes.at(point))
  const around = new ByteCache<readonly BoundaryRecord[]>(TOWN_BYTES)
  /** As `reverseAt`, for the towns of hints: many searches ask for the same ones. */
  const aroundTown: Catalog['reverse'] = async (point) => {
    const key = `${await layers.version()} ${point}`
    const known = around.get(key)
    if (known !== undefined) return known
    const containing = await reverseAt(point)
    around.set(key, containing, RECORD_BYTES * (1 + containing.length))
    return containing
  }
  return {
    find: async (reference) => {
      const answer = await findReference(await layers.view(), reference)
      return answer.found || everyReader === undefined ? answer : { ...answer, reader: everyReader }
    },
    records: async (ids) => (await layers.view()).records(ids),
    geometry: async (record) => geometryOf(sources, record),
    geometries: async (records) => geometriesOf(sources, records),
    search: async (question) => {
      const view = await layers.view()
      const containing = question.near === null ? [] : await reverse(view, polygons, question.near, [])
      return search(view, await lexicon(), question, containing)
    },
    hint: async ({ isLive, reader, ...question }, found) => {
      const missingFrom = hasLiveMap ? (isLive ? 'searched live' : 'live') : isLive ? 'no live map' : 'import'
      return searchHint(await layers.view(), await lexicon(), aroundTown, question, found, {
        missingFrom,
        reader: everyReader ?? reader,
      })
    },
    town: async (question, found) => {
      const [view, known] = [await layers.view(), await lexicon()]
      const contexts = nameContexts(view, similarWordsOf(view), known.words)
      const exact = found.flatMap(({ match, record }) => (match === 'exact' ? [record] : []))
      return exact.length > 0
        ? townBeside(exact, question, contexts, known, aroundTown)
        : townInstead(found, question, contexts, known, aroundTown)
    },
    codeFacts: async (code) => {
      const { words, facts } = await lexicon()
      const unit = await missingUnit(await layers.view(), { words, facts }, code)
      return unit?.by === 'code' ? { text: unit.sentence, isMissing: true } : factsOfCode(code, words.codes)
    },
    children: async (parent, adminLevel) => (await children.get(await layers.version()))(parent, adminLevel),
    levels: async (parent) => levelsBelow(await layers.view(), parent),
    withinBox: async (box) => withinBox(await layers.view(), box),
    standings: async (boundaries) => {
      const view = await layers.view()
      return boundaries.map((boundary) => view.standingOf(boundary))
    },
    has: async (standing) => (await layers.view()).has(standing),
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
  throw noPolygonError({ id, origin })
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
    if (rings === undefined) throw noPolygonError(record)
    return rings
  })
}

const noPolygonError = ({ id, origin }: Pick<BoundaryRecord, 'id' | 'origin'>): Error =>
  new Error(`The ${origin} has no polygon for ${id}, though it knows the boundary.`)
