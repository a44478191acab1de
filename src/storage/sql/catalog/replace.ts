/** Stores an import in the catalog, in one transaction and with memory for one batch. */
import { sql, type Transaction } from 'kysely'
import type { BoundaryRecord } from '../../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../../domain/boundary/id.ts'
import { OlderDataError } from '../../../domain/catalog/older-data.ts'
import { plausibleTime } from '../../../domain/catalog/plausible-time.ts'
import type {
  BoundaryEntry,
  IdentityConflict,
  ReplaceScope,
  ReplaceSummary,
} from '../../../domain/catalog/ports.ts'
import { bulkInsert } from '../bulk-insert.ts'
import type { OpenDatabase, SqlDialect } from '../dialect.ts'
import { batchesOf } from './batches.ts'
import { deleteBoundaries } from './delete-boundaries.ts'
import { type EntryRows, rowsOfEntry } from './entry-rows.ts'
import { forgetSettledConflicts, noteConflicts } from './identity-records.ts'
import { type CoveringFile, coveringFiles, recordImport } from './import-records.ts'
import { counter, setCounter } from './meta.ts'
import type { CatalogTables } from './schema.ts'
import { wordRows } from './similar-words.ts'
import { differs, isOlder, type StoredRow, withFormerNames } from './stored-row.ts'
import { unlist } from './unlist.ts'
import { storeUnlisted } from './unlisted.ts'

export const replaceBoundaries = async (
  db: OpenDatabase<CatalogTables>,
  entries: AsyncIterable<BoundaryEntry>,
  scope: ReplaceScope,
): Promise<ReplaceSummary> => {
  const batches = batchesOf(entries)
  // The first batch may come after minutes of reading, during which nobody should wait for the write lock.
  const first = await batches.next()
  const summary = await db.write(async (transaction) => {
    const intake = new Intake(transaction, db.dialect, scope)
    await intake.begin()
    if (!first.done) await intake.take(first.value)
    for await (const batch of batches) await intake.take(batch)
    const finished = await intake.finish()
    if (isMuch(finished)) await db.dialect.optimizeIndex(transaction)
    return finished
  })
  if (isMuch(summary)) await db.maintain()
  return summary
}

const isMuch = ({ added, replaced, removed }: ReplaceSummary): boolean => added + replaced + removed >= MUCH

/** Number of changed boundaries after which the index is optimized. */
const MUCH = 1_000

/** One change of the catalog in its transaction: `begin`, batches of entries, `finish`. */
export class Intake {
  readonly #transaction: Transaction<CatalogTables>
  readonly #dialect: SqlDialect
  readonly #scope: ReplaceScope
  readonly #summary = { added: 0, replaced: 0, unchanged: 0, removed: 0 }
  readonly #knownWords = new Set<string>()
  /** The newest import that covers each country. */
  #covering: ReadonlyMap<string, CoveringFile> = new Map()
  /** Number of this import; null if it is not recorded. */
  #importId: number | null = null
  #sequence = 0
  #changed = false

  constructor(transaction: Transaction<CatalogTables>, dialect: SqlDialect, scope: ReplaceScope) {
    this.#transaction = transaction
    this.#dialect = dialect
    this.#scope = scope
  }

  async begin(): Promise<void> {
    this.#sequence = await counter(this.#transaction, 'sequence')
    const stamp = this.#scope.import
    if (stamp !== undefined) {
      this.#importId = (await counter(this.#transaction, 'imports')) + 1
      this.#covering = await coveringFiles(this.#transaction, stamp.importedAt)
    }
    await sql`create temporary table seen (key bigint primary key, taken integer not null)`.execute(
      this.#transaction,
    )
  }

  async take(batch: readonly BoundaryEntry[]): Promise<void> {
    const stored = await this.#stored(batch.map((entry) => entry.record.id))
    const outdated: StoredRow[] = []
    const fresh: EntryRows[] = []
    const superseded: CatalogTables['superseded'][] = []
    const seen: { readonly key: number; readonly taken: number }[] = []
    const owned: CatalogTables['boundary_import'][] = []
    const accepted: BoundaryId[] = []
    for (const named of batch) {
      const old = stored.get(named.record.id)
      this.#refuseOlder(named.record, old)
      if (old !== undefined && this.#isOlder(named.record, old)) {
        this.#scope.onOlder?.(named.record)
        seen.push({ key: old.key, taken: 0 })
        continue
      }
      if (hasConflicts(named)) {
        await this.#storeUnlisted(named, old === undefined)
        if (old !== undefined) seen.push({ key: old.key, taken: 0 })
        continue
      }
      accepted.push(named.record.id)
      const entry = old === undefined ? named : withFormerNames(named, old)
      let key = old?.key
      if (key === undefined || differs(entry, old!)) {
        const rows = rowsOfEntry(entry, ++this.#sequence)
        key = rows.boundary.key
        fresh.push(rows)
        if (old !== undefined) outdated.push(old)
      }
      seen.push({ key, taken: named.isKept === true ? 0 : 1 })
      if (named.isKept === true && key !== old?.key && old?.import_id != null)
        owned.push({ key, import_id: old.import_id })
      for (const lower_id of entry.supersedes) superseded.push({ lower_id, key })
    }
    await deleteBoundaries(this.#transaction, this.#dialect, outdated)
    await this.#forgetUnlisted(accepted)
    await this.#insert(fresh)
    await noteConflicts(this.#transaction, this.#dialect, batch)
    for (const { record, displaces = [] } of batch)
      for (const id of displaces) await unlist(this.#transaction, this.#dialect, id, displacedBy(record))
    await this.#supersede(superseded)
    await bulkInsert(
      this.#transaction,
      this.#dialect,
      'boundary_import',
      owned.map((row) => ({ ...row })),
    )
    await bulkInsert(this.#transaction, this.#dialect, 'seen' as never, seen, 'skip')
    this.#summary.added += fresh.length - outdated.length
    this.#summary.replaced += outdated.length
    this.#summary.unchanged += seen.length - fresh.length
  }

  async finish(): Promise<ReplaceSummary> {
    await this.#removeVanished()
    if (this.#importId !== null) {
      const { import: stamp, coveredCountries } = this.#scope
      await recordImport(this.#transaction, this.#importId, stamp!, coveredCountries)
      await setCounter(this.#transaction, 'imports', this.#importId)
    }
    await sql`drop table seen`.execute(this.#transaction)
    const { added, replaced, removed } = this.#summary
    if (this.#changed || added + replaced + removed > 0) {
      await setCounter(this.#transaction, 'version', (await counter(this.#transaction, 'version')) + 1)
    }
    await setCounter(this.#transaction, 'sequence', this.#sequence)
    return this.#summary
  }

  /** Beside an earlier version, which then answers to the id. */
  async #storeUnlisted(entry: BoundaryEntry, isFirst: boolean): Promise<void> {
    const hasId =
      isFirst &&
      entry.conflicts!.every(({ holder }) => holder.isIn === 'store' || holder.id !== entry.record.id)
    await storeUnlisted(this.#transaction, entry, { importId: this.#importId, hasId })
    this.#changed = true
  }

  async #forgetUnlisted(ids: readonly BoundaryId[]): Promise<void> {
    if (ids.length === 0) return
    await this.#transaction.deleteFrom('unlisted_boundary').where('id', 'in', ids).execute()
  }

  /** Skips neighbours at the edge of the file if the store has newer data; they do not make the file outdated. */
  #refuseOlder(record: BoundaryRecord, old: StoredRow | undefined): void {
    const { import: stamp, allowOlder, about } = this.#scope
    if (stamp === undefined || stamp.dataTimestamp === null || allowOlder === true) return
    if (about !== undefined && !about.includes(record.country)) return
    for (const newer of [old, this.#covering.get(record.country ?? '')]) {
      const dataTimestamp = plausibleTime(newer?.data_timestamp ?? null, stamp.importedAt)
      if (dataTimestamp === null || dataTimestamp <= stamp.dataTimestamp) continue
      throw new OlderDataError(stamp, { file: newer!.file!, dataTimestamp }, record)
    }
  }

  #isOlder(record: BoundaryRecord, old: StoredRow): boolean {
    const { import: stamp, allowOlder } = this.#scope
    return allowOlder !== true && isOlder(record, stamp ?? null, old)
  }

  async #stored(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, StoredRow>> {
    const rows = await this.#transaction
      .selectFrom('boundary')
      .innerJoin('boundary_geometry', 'boundary_geometry.key', 'boundary.key')
      .leftJoin('boundary_import', 'boundary_import.key', 'boundary.key')
      .leftJoin('imported_file', 'imported_file.id', 'boundary_import.import_id')
      .selectAll('boundary')
      .select(['rings', 'weights', 'import_id', 'file', 'data_timestamp'])
      .where('boundary.id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id as BoundaryId, row]))
  }

  async #insert(entries: readonly EntryRows[]): Promise<void> {
    if (entries.length === 0) return
    const [transaction, dialect] = [this.#transaction, this.#dialect]
    await bulkInsert(
      transaction,
      dialect,
      'boundary',
      entries.map((entry) => ({ ...entry.boundary })),
    )
    await bulkInsert(
      transaction,
      dialect,
      'boundary_geometry',
      entries.map((entry) => ({ ...entry.geometry })),
    )
    await bulkInsert(
      transaction,
      dialect,
      'boundary_name',
      entries.flatMap((entry) => entry.names),
    )
    await bulkInsert(
      transaction,
      dialect,
      'boundary_code',
      entries.flatMap((entry) => entry.codes),
      'skip',
    )
    await bulkInsert(
      transaction,
      dialect,
      'ancestor',
      entries.flatMap((entry) => entry.ancestors),
    )
    await bulkInsert(transaction, dialect, 'word', this.#newWords(entries).flatMap(wordRows), 'skip')
    await dialect.insertTexts(
      transaction,
      entries.map((entry) => entry.text),
    )
    await dialect.insertBoxes(
      transaction,
      entries.map((entry) => entry.box),
    )
    const ids = entries.map((entry) => entry.boundary.id)
    await transaction.deleteFrom('removed_boundary').where('id', 'in', ids).execute()
    await transaction.deleteFrom('stand_in').where('id', 'in', ids).execute()
  }

  /** Most words of a batch are known already; looking up each again would take longer than everything else. */
  #newWords(entries: readonly EntryRows[]): readonly string[] {
    if (this.#knownWords.size > MAX_KNOWN_WORDS) this.#knownWords.clear()
    const fresh: string[] = []
    for (const { words } of entries) {
      for (const word of words) {
        if (this.#knownWords.has(word)) continue
        this.#knownWords.add(word)
        fresh.push(word)
      }
    }
    return fresh
  }

  async #supersede(rows: readonly CatalogTables['superseded'][]): Promise<void> {
    for (const { lower_id, key } of rows) {
      const { numInsertedOrUpdatedRows } = await this.#transaction
        .insertInto('superseded')
        .values({ lower_id, key })
        .onConflict((conflict) =>
          conflict.column('lower_id').doUpdateSet({ key }).where('superseded.key', '<>', key),
        )
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows) this.#changed = true
    }
  }

  /**
   * Boundaries of covered countries that the import lacks no longer exist. The country itself may be cut off by an extract's
   * edge.
   */
  async #removeVanished(): Promise<void> {
    const { coveredCountries, origin } = this.#scope
    if (coveredCountries.length === 0) return
    const covered = coveredCountries.map((country) => ({ country }))
    const { numInsertedOrUpdatedRows } = await this.#transaction
      .insertInto('covered_country')
      .values(covered)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) this.#changed = true
    await this.#transaction
      .deleteFrom('unlisted_boundary')
      .where('country', 'in', coveredCountries)
      .where(sql<boolean>`import_id is distinct from ${this.#importId}`)
      .execute()
    await forgetSettledConflicts(this.#transaction)
    for (;;) {
      const vanished = await this.#transaction
        .selectFrom('boundary')
        .selectAll()
        .where('country', 'in', coveredCountries)
        .where('origin', '=', origin)
        .where('kind', '<>', 'country')
        .where(sql<boolean>`key not in (select key from seen)`)
        .limit(REMOVED_AT_ONCE)
        .execute()
      if (vanished.length === 0) return
      await deleteBoundaries(this.#transaction, this.#dialect, vanished)
      await bulkInsert(
        this.#transaction,
        this.#dialect,
        'removed_boundary',
        vanished.map(({ id }) => ({ id, import_id: this.#importId })),
        'skip',
      )
      this.#summary.removed += vanished.length
    }
  }
}

const hasConflicts = ({ conflicts = [] }: BoundaryEntry): boolean => conflicts.length > 0

const displacedBy = ({ id, name }: BoundaryRecord): IdentityConflict => ({
  claim: 'its place',
  holder: { id, name, isIn: 'store' },
  replacesIfKept: true,
  reason: `${name} (${id}) is this place: it has the id of the known boundary.`,
})

const MAX_KNOWN_WORDS = 200_000
const REMOVED_AT_ONCE = 500
