/** A `BoundarySource` over the tables of the catalog: the store's reading half, and the complete atlas. */
import type { CompiledQuery, Kysely } from 'kysely'
import type { BoundaryRecord, BoundarySummary, Origin } from '../../../domain/boundary/boundary.ts'
import { type BoundaryId, type BoundaryReference, canonicalId } from '../../../domain/boundary/id.ts'
import type { Kind } from '../../../domain/boundary/kind.ts'
import type {
  Aliases,
  BoundaryListQuery,
  BoundarySource,
  NameHit,
  NameQuery,
  Overrides,
  PointCandidate,
  StoredGeometry,
} from '../../../domain/catalog/ports.ts'
import { sameBoxes } from '../../../domain/geometry/bbox.ts'
import type { BBox, Position } from '../../../domain/geometry/rings.ts'
import { type Clock, systemClock } from '../../../util/clock.ts'
import type { NowOrLater } from '../../../util/now-or-later.ts'
import {
  aliasesOf,
  boundaryRecordOf,
  boundarySummaryOf,
  FINISHED_COLUMNS,
  RECORD_COLUMNS,
  type RecordColumns,
  SUMMARY_COLUMNS,
} from './boundary-rows.ts'
import { keysByBoxes, keysByPoints, sameSpots } from './box-index.ts'
import { keptHits } from './hit-cache.ts'
import { listExtents, listIds } from './list-ids.ts'
import { type NameSearch, nameSearch } from './name-search.ts'
import type { CatalogDatabase, CatalogTables } from './schema.ts'
import { readSimilarWords } from './similar-words-query.ts'

interface KeptVersion {
  /** A promise while it is being read. */
  value: NowOrLater<string>
  readonly readAtMs: number
}

export class SqlBoundarySource implements BoundarySource {
  readonly origin: Origin
  readonly #read: Kysely<CatalogTables>
  readonly #columns: RecordColumns
  readonly #names: NameSearch
  readonly #clock: Clock
  /** By the number of values: the coordinates of one or two points, and a limit. */
  readonly #candidatesOf = new Map<number, CompiledQuery>()
  #ringsOfMany: CompiledQuery | null = null
  #version: KeptVersion | null = null

  constructor({ read }: Pick<CatalogDatabase, 'read'>, origin: Origin, clock: Clock = systemClock) {
    this.#clock = clock
    this.origin = origin
    this.#read = read
    this.#columns = origin === 'atlas' ? FINISHED_COLUMNS : RECORD_COLUMNS
    this.#names = nameSearch(read, keptHits(read, this.#columns))
  }

  async find(reference: BoundaryReference): Promise<readonly BoundaryRecord[]> {
    const id = canonicalId(reference)
    const code = this.#read.selectFrom('boundary_code').select('key').where('code', '=', id)
    const rows = await this.#read
      .selectFrom('boundary')
      .select(this.#columns)
      .where((where) => where.or([where('id', '=', id), where('key', 'in', code)]))
      .execute()
    return rows.map(boundaryRecordOf).sort((a, b) => bestFirst(reference, a, b))
  }

  async records(ids: readonly BoundaryId[]): Promise<readonly BoundaryRecord[]> {
    const records: BoundaryRecord[] = []
    for (let first = 0; first < ids.length; first += MAX_IDS) {
      const rows = await this.#read
        .selectFrom('boundary')
        .select(this.#columns)
        .where('id', 'in', ids.slice(first, first + MAX_IDS))
        .execute()
      for (const row of rows) records.push(boundaryRecordOf(row))
    }
    return records
  }

  async aliases(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, Aliases>> {
    if (ids.length === 0) return new Map()
    const rows = await this.#read
      .selectFrom('boundary')
      .select(['id', 'other_names', 'iso_aliases'])
      .where('id', 'in', ids)
      .where((where) => where.or([where('other_names', '<>', ''), where('iso_aliases', '<>', '')]))
      .execute()
    return new Map(rows.map((row) => [row.id as BoundaryId, aliasesOf(row)]))
  }

  async geometry(id: BoundaryId): Promise<StoredGeometry | null> {
    const row = await this.#read
      .selectFrom('boundary')
      .innerJoin('boundary_geometry', 'boundary_geometry.key', 'boundary.key')
      .select(['rings', 'weights'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row ?? null
  }

  async geometries(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, Uint8Array>> {
    const found = new Map<BoundaryId, Uint8Array>()
    for (let first = 0; first < ids.length; first += MAX_IDS) {
      const query = this.#ringsOf(ids.slice(first, first + MAX_IDS))
      const { rows } = await this.#read.executeQuery<{ id: BoundaryId; rings: Uint8Array }>(query)
      for (const { id, rings } of rows) found.set(id, rings)
    }
    return found
  }

  /**
   * Returns the statement for the rings of these ids. Building it takes a third of the time of running it, so the one for
   * full batches is built once.
   */
  #ringsOf(ids: readonly BoundaryId[]): CompiledQuery {
    const isFull = ids.length === MAX_IDS
    if (isFull && this.#ringsOfMany !== null) return { ...this.#ringsOfMany, parameters: ids }
    const query = this.#read
      .selectFrom('boundary')
      .innerJoin('boundary_geometry', 'boundary_geometry.key', 'boundary.key')
      .select(['id', 'rings'])
      .where('id', 'in', ids)
      .compile()
    if (isFull) this.#ringsOfMany = query
    return query
  }

  search(query: NameQuery): Promise<readonly NameHit[]> {
    return this.#names.find(query)
  }

  namesAmong(folded: readonly string[]): Promise<readonly string[]> {
    return this.#names.among(folded)
  }

  similarWords(word: string, edits: 1 | 2): Promise<readonly string[]> {
    return readSimilarWords(this.#read, word, edits)
  }

  async candidates(point: Position, most?: number): Promise<readonly PointCandidate[]> {
    const { rows } = await this.#read.executeQuery<{ id: BoundaryId; revision: number }>(
      this.#candidates(sameSpots(point), most),
    )
    return rows
  }

  async candidatesIn(box: BBox, most?: number): Promise<readonly PointCandidate[]> {
    const all = this.#read
      .selectFrom(keysByBoxes(sameBoxes(box)).as<'hit'>('hit'))
      .innerJoin('boundary', 'boundary.key', 'hit.key')
      .select(['id', 'boundary.key as revision'])
    const query = most === undefined ? all : all.limit(most)
    const { rows } = await this.#read.executeQuery<{ id: BoundaryId; revision: number }>(query.compile())
    return rows
  }

  list(query: BoundaryListQuery): Promise<readonly BoundaryId[]> {
    return listIds(this.#read, query)
  }

  extents(): Promise<ReadonlyMap<Kind, BBox>> {
    return listExtents(this.#read)
  }

  /**
   * Returns the statement for the points. Building it takes longer than running it, so it is built once, with parameters for
   * the coordinates and the limit.
   */
  #candidates(spots: readonly Position[], most?: number): CompiledQuery {
    const values = most === undefined ? spots.flat() : [...spots.flat(), most]
    const template = this.#candidatesOf.get(values.length) ?? this.#compileCandidates(values.length)
    return { ...template, parameters: template.parameters.map((place) => values[Number(place)]) }
  }

  /** An odd last value is the limit. */
  #compileCandidates(values: number): CompiledQuery {
    const places = Array.from({ length: values >> 1 }, (_, spot): Position => [2 * spot, 2 * spot + 1])
    const all = this.#read
      .selectFrom(keysByPoints(places).as<'hit'>('hit'))
      .innerJoin('boundary', 'boundary.key', 'hit.key')
      .select(['id', 'boundary.key as revision'])
    const compiled = (values % 2 === 0 ? all : all.limit(values - 1)).compile()
    this.#candidatesOf.set(values, compiled)
    return compiled
  }

  async nextLevel(parents: readonly BoundaryId[], aboveLevel: number): Promise<number | null> {
    const lowest = await Promise.all(parents.map((parent) => this.#nextLevelOf(parent, aboveLevel)))
    const levels = lowest.filter((level) => level !== null)
    return levels.length === 0 ? null : Math.min(...levels)
  }

  async children(parents: readonly BoundaryId[], adminLevel: number): Promise<readonly BoundarySummary[]> {
    // A boundary of several parents is found once, without comparing whole rows.
    const rows = await this.#read
      .selectFrom('boundary')
      .select(SUMMARY_COLUMNS)
      .where('key', 'in', (query) =>
        query
          .selectFrom('ancestor')
          .select('ancestor.key')
          .where('ancestor_id', 'in', parents)
          .where('level', '=', adminLevel),
      )
      .execute()
    return rows.map(boundarySummaryOf)
  }

  /** Every cached answer needs it, so it is read from the database only now and then. */
  version(): NowOrLater<string> {
    const nowMs = this.#clock.elapsedMs()
    if (this.#version === null || nowMs - this.#version.readAtMs > VERSION_AGE_MS) {
      const reading = this.#readVersion()
      const kept: KeptVersion = { readAtMs: nowMs, value: reading }
      this.#version = kept
      reading.then(
        (version) => {
          kept.value = version
        },
        () => this.forgetVersion(),
      )
    }
    return this.#version.value
  }

  async overrides(): Promise<Overrides> {
    const [superseded, covered] = await Promise.all([
      this.#read
        .selectFrom('superseded')
        .innerJoin('boundary', 'boundary.key', 'superseded.key')
        .select(['lower_id', 'id'])
        .execute(),
      this.#read.selectFrom('covered_country').select('country').execute(),
    ])
    return {
      superseded: new Map(superseded.map(({ lower_id, id }) => [lower_id as BoundaryId, id as BoundaryId])),
      coveredCountries: new Set(covered.map(({ country }) => country)),
    }
  }

  protected forgetVersion(): void {
    this.#version = null
  }

  async #readVersion(): Promise<string> {
    const rows = await this.#read
      .selectFrom('meta')
      .select('value')
      .where('name', 'in', ['store', 'version'])
      .orderBy('name')
      .execute()
    return rows.map((row) => row.value).join('.')
  }

  /**
   * Makes one query for each parent: the smallest value in an ordered index is one step, but the smallest for several
   * parents is a full scan.
   */
  async #nextLevelOf(parent: BoundaryId, aboveLevel: number): Promise<number | null> {
    const row = await this.#read
      .selectFrom('ancestor')
      .select('level')
      .where('ancestor_id', '=', parent)
      .where('level', '>', aboveLevel)
      .orderBy('level')
      .limit(1)
      .executeTakeFirst()
    return row?.level ?? null
  }
}

/** Ids in one statement: databases limit its parameters, and statements of one length are prepared once. */
const MAX_IDS = 500

/** Maximum time for which old answers are given after an import by another process. */
const VERSION_AGE_MS = 250

/**
 * Orders several boundaries of one reference: those that a code fits, then the lowest level, then the largest, then the lowest
 * id.
 */
const bestFirst = (reference: BoundaryReference, a: BoundaryRecord, b: BoundaryRecord): number =>
  Number(fitsCode(b, reference)) - Number(fitsCode(a, reference)) ||
  (a.adminLevel ?? Number.POSITIVE_INFINITY) - (b.adminLevel ?? Number.POSITIVE_INFINITY) ||
  b.areaKm2 - a.areaKm2 ||
  compareIds(a.id, b.id)

/** A code names its country: a subdivision of another one has it by mistake. */
const fitsCode = ({ kind, country }: BoundaryRecord, reference: BoundaryReference): boolean => {
  if (reference.by !== 'iso') return true
  const [code, part] = reference.code.split('-')
  return country === code && (part === undefined) === (kind === 'country')
}

/** Orders `r9` before `r10`: by number if both have one. */
const compareIds = (a: BoundaryId, b: BoundaryId): number => a.localeCompare(b, 'en', { numeric: true })
