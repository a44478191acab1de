/** The `BoundaryStore` over SQL: stores imports, and searches and serves them. */
import type { Origin } from '../../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../../domain/boundary/id.ts'
import type {
  BoundaryEntry,
  BoundaryStore,
  ImportRecord,
  ImportRemoval,
  Overrides,
  ReplaceScope,
  ReplaceSummary,
} from '../../../domain/catalog/ports.ts'
import type { Clock } from '../../../util/clock.ts'
import type { OpenDatabase } from '../dialect.ts'
import { SqlBoundarySource } from './boundary-source.ts'
import { listImports } from './import-records.ts'
import { removeBoundaries } from './remove-boundaries.ts'
import { removeImport } from './remove-import.ts'
import { replaceBoundaries } from './replace.ts'
import type { CatalogTables } from './schema.ts'

export class SqlBoundaryStore extends SqlBoundarySource implements BoundaryStore {
  constructor(db: OpenDatabase<CatalogTables>, origin: Exclude<Origin, 'atlas'>, clock?: Clock) {
    super(db, origin, clock)
  }

  async replace(entries: AsyncIterable<BoundaryEntry>, scope: ReplaceScope): Promise<ReplaceSummary> {
    try {
      return await replaceBoundaries(this.db, entries, scope)
    } finally {
      this.forgetVersion()
    }
  }

  override async overrides(): Promise<Overrides> {
    const [{ superseded, coveredCountries }, standIns] = await Promise.all([
      super.overrides(),
      this.db.read.selectFrom('stand_in').selectAll().execute(),
    ])
    const replaced = standIns.map(({ id, lower_id }) => [id, lower_id] as [BoundaryId, BoundaryId])
    return { superseded: new Map([...replaced, ...superseded]), coveredCountries }
  }

  imports(): Promise<readonly ImportRecord[]> {
    return listImports(this.db.read)
  }

  async removeImport(id: number): Promise<ImportRemoval | null> {
    try {
      return await removeImport(this.db, id)
    } finally {
      this.forgetVersion()
    }
  }

  async identity(): Promise<string> {
    const { value } = await this.db.read
      .selectFrom('meta')
      .select('value')
      .where('name', '=', 'store')
      .executeTakeFirstOrThrow()
    return value
  }

  async remove(ids: readonly BoundaryId[]): Promise<void> {
    try {
      await removeBoundaries(this.db, ids)
    } finally {
      this.forgetVersion()
    }
  }

  async isDeleted(id: BoundaryId): Promise<boolean> {
    const row = await this.db.read
      .selectFrom('removed_boundary')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    return row !== undefined
  }
}
