/** The `BoundaryStore` over SQL: stores imports, and searches and serves them. */
import { sql } from 'kysely'
import type { BoundaryRecord, Origin } from '../../../domain/boundary/boundary.ts'
import { type BoundaryId, type BoundaryReference, canonicalId } from '../../../domain/boundary/id.ts'
import type {
  BoundaryEntry,
  BoundaryStore,
  DecidedIdentity,
  IdentityDecision,
  ImportRecord,
  ImportRemoval,
  Overrides,
  ReplaceScope,
  ReplaceSummary,
  StoredConflict,
  StoredGeometry,
} from '../../../domain/catalog/ports.ts'
import type { Clock } from '../../../util/clock.ts'
import { SqlBoundarySource } from './boundary-source.ts'
import { decideStored } from './decide-stored.ts'
import { listConflicts, listDecisions, recordDecision } from './identity-records.ts'
import { listImports } from './import-records.ts'
import { removeBoundaries } from './remove-boundaries.ts'
import { removeImport } from './remove-import.ts'
import type { CatalogDatabase } from './schema.ts'
import { replaceBoundaries } from './store-import.ts'
import { unlistedGeometries, unlistedRecord } from './unlisted.ts'

export class SqlBoundaryStore extends SqlBoundarySource implements BoundaryStore {
  protected readonly db: CatalogDatabase

  constructor(db: CatalogDatabase, origin: Exclude<Origin, 'atlas'>, clock?: Clock) {
    super(db, origin, clock)
    this.db = db
  }

  replace(entries: AsyncIterable<BoundaryEntry>, scope: ReplaceScope): Promise<ReplaceSummary> {
    return this.#changed(replaceBoundaries(this.db, entries, scope))
  }

  override async overrides(): Promise<Overrides> {
    const [{ superseded, coveredCountries }, standIns] = await Promise.all([
      super.overrides(),
      this.db.read.selectFrom('stand_in').selectAll().execute(),
    ])
    const replaced = standIns.map(({ id, lower_id }) => [id, lower_id] as [BoundaryId, BoundaryId])
    return { superseded: new Map([...replaced, ...superseded]), coveredCountries }
  }

  /** The boundary's own id finds it, even if nothing else does. */
  override async find(reference: BoundaryReference): Promise<readonly BoundaryRecord[]> {
    const found = await super.find(reference)
    if (found.length > 0 || !('number' in reference)) return found
    const unlisted = await unlistedRecord(this.db.read, canonicalId(reference))
    return unlisted === null ? [] : [unlisted]
  }

  override async geometry(id: BoundaryId): Promise<StoredGeometry | null> {
    return (await super.geometry(id)) ?? (await unlistedGeometries(this.db.read, [id])).get(id) ?? null
  }

  override async geometries(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, Uint8Array>> {
    const found = await super.geometries(ids)
    const missing = ids.filter((id) => !found.has(id))
    const unlisted = await unlistedGeometries(this.db.read, missing)
    return unlisted.size === 0
      ? found
      : new Map([...found, ...[...unlisted].map(([id, { rings }]) => [id, rings] as const)])
  }

  async hasUnconfirmed(): Promise<boolean> {
    const { rows } = await sql<{ id: string }>`select id from boundary
      where key not in (select key from superseded)
      and (country is null or country not in (select country from covered_country)) limit 1`.execute(
      this.db.read,
    )
    return rows.length > 0
  }

  conflicts(): Promise<readonly StoredConflict[]> {
    return listConflicts(this.db.read, this.origin)
  }

  decisions(): Promise<ReadonlyMap<BoundaryId, DecidedIdentity>> {
    return listDecisions(this.db.read)
  }

  decide(id: BoundaryId, decision: IdentityDecision, decidedAt: string): Promise<DecidedIdentity | null> {
    return this.#changed(decideStored(this.db, this.origin, id, decision, decidedAt))
  }

  recordDecision(id: BoundaryId, decided: DecidedIdentity, decidedAt: string): Promise<void> {
    return this.#changed(this.db.write((open) => recordDecision(open, id, decided, decidedAt)))
  }

  imports(): Promise<readonly ImportRecord[]> {
    return listImports(this.db.read)
  }

  removeImport(id: number): Promise<ImportRemoval | null> {
    return this.#changed(removeImport(this.db, id))
  }

  /** Creates the store if need be: one that nothing was written to has no identity yet. */
  async identity(): Promise<string> {
    const { value } = await this.db.writeOne((db) =>
      db.selectFrom('meta').select('value').where('name', '=', 'store').executeTakeFirstOrThrow(),
    )
    return value
  }

  remove(ids: readonly BoundaryId[]): Promise<void> {
    return this.#changed(removeBoundaries(this.db, ids))
  }

  async isDeleted(id: BoundaryId): Promise<boolean> {
    const row = await this.db.read
      .selectFrom('removed_boundary')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    return row !== undefined
  }

  async catchUp(): Promise<void> {}

  /** After a change, even a failed one, the version is read again. */
  #changed<T>(change: Promise<T>): Promise<T> {
    return change.finally(() => this.forgetVersion())
  }
}
