/** The `BoundaryStore` over SQL: what imports found, searched and served. */
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type {
  BoundaryEntry,
  BoundaryStore,
  ReplaceScope,
  ReplaceSummary,
} from '../../domain/catalog/ports.ts'
import type { Clock } from '../../util/clock.ts'
import { SqlBoundarySource } from './boundary-source.ts'
import type { CatalogTables } from './catalog-schema.ts'
import type { OpenDatabase } from './flavour.ts'
import { replaceBoundaries } from './replace.ts'

export class SqlBoundaryStore extends SqlBoundarySource implements BoundaryStore {
  constructor(db: OpenDatabase<CatalogTables>, clock?: Clock) {
    super(db, 'extract', clock)
  }

  async replace(entries: AsyncIterable<BoundaryEntry>, scope: ReplaceScope): Promise<ReplaceSummary> {
    try {
      return await replaceBoundaries(this.db, entries, scope)
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
