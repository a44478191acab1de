/** Stores an import in the catalog, in one transaction and with memory for one batch. */
import { sql } from 'kysely'
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
import { batchesOf } from './batches.ts'
import { insertBoxes } from './box-index.ts'
import { bulkInsert } from './bulk-insert.ts'
import { counter, setCounter } from './catalog-version.ts'
import { deleteBoundaries } from './delete-boundaries.ts'
import { ENTRY_TABLES, type EntryRows, rowsOfEntry } from './entry-rows.ts'
import { forgetSettledConflicts, noteConflicts } from './identity-records.ts'
import { type CoveringFile, coveringFiles, recordImport } from './import-records.ts'
import type { CatalogDatabase, CatalogTables, CatalogTransaction } from './schema.ts'
import { wordRows } from './similar-words-query.ts'
import { differs, isOlder, type StoredRow, withFormerNames } from './stored-row.ts'
import { unlist } from './unlist.ts'
import { storeUnlisted } from './unlisted.ts'
import { insertTexts, optimizeWords } from './word-index.ts'

export const replaceBoundaries = async (
  db: CatalogDatabase,
  entries: AsyncIterable<BoundaryEntry>,
  scope: ReplaceScope,
): Promise<ReplaceSummary> => {
  const batches = batchesOf(entries)
  // The first batch may come after minutes of reading, during which nobody should wait for the write lock.
  const first = await batches.next()
  const summary = await db.write(async (transaction) => {
    const intake = await beginIntake(transaction, scope)
    if (!first.done) await intake.take(first.value)
    for await (const batch of batches) await intake.take(batch)
    const finished = await intake.finish()
    if (isMuch(finished)) await optimizeWords(transaction)
    return finished
  })
  if (isMuch(summary)) await db.maintain()
  return summary
}

const isMuch = ({ added, replaced, removed }: ReplaceSummary): boolean => added + replaced + removed >= MUCH

/** Number of changed boundaries after which the index is optimized. */
const MUCH = 1_000

/** Begins a change of the catalog in its transaction; batches of entries follow, and the end. */
export const beginIntake = async (transaction: CatalogTransaction, scope: ReplaceScope) => {
  const { import: stamp, coveredCountries, origin, allowOlder, about } = scope
  const summary = { added: 0, replaced: 0, unchanged: 0, removed: 0 }
  const knownWords = new Set<string>()
  /** Number of this import; null if it is not recorded. */
  const importId = stamp === undefined ? null : (await counter(transaction, 'imports')) + 1
  /** The newest import that covers each country. */
  const covering: ReadonlyMap<string, CoveringFile> =
    stamp === undefined ? new Map() : await coveringFiles(transaction, stamp.importedAt)
  let sequence = await counter(transaction, 'sequence')
  let hasChanged = false
  await sql`create temporary table seen (key bigint primary key, taken integer not null)`.execute(transaction)

  /** Skips neighbours at the edge of the file if the store has newer data; they do not make the file outdated. */
  const refuseOlder = (record: BoundaryRecord, old: StoredRow | undefined): void => {
    if (stamp === undefined || stamp.dataTimestamp === null || allowOlder === true) return
    if (about !== undefined && !about.includes(record.country)) return
    for (const newer of [old, covering.get(record.country ?? '')]) {
      const dataTimestamp = plausibleTime(newer?.data_timestamp ?? null, stamp.importedAt)
      if (dataTimestamp === null || dataTimestamp <= stamp.dataTimestamp) continue
      throw new OlderDataError(stamp, { file: newer!.file!, dataTimestamp }, record)
    }
  }

  const readStored = async (ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, StoredRow>> => {
    const rows = await transaction
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

  /** Beside an earlier version, which then answers to the id. */
  const storeBeside = async (entry: BoundaryEntry, isFirst: boolean): Promise<void> => {
    const hasId =
      isFirst &&
      entry.conflicts!.every(({ holder }) => holder.isIn === 'store' || holder.id !== entry.record.id)
    await storeUnlisted(transaction, entry, { importId, hasId })
    hasChanged = true
  }

  /** Most words of a batch are known already; looking up each again would take longer than everything else. */
  const newWords = (entries: readonly EntryRows[]): readonly string[] => {
    if (knownWords.size > MAX_KNOWN_WORDS) knownWords.clear()
    const fresh: string[] = []
    for (const { words } of entries) {
      for (const word of words) {
        if (knownWords.has(word)) continue
        knownWords.add(word)
        fresh.push(word)
      }
    }
    return fresh
  }

  const insert = async (entries: readonly EntryRows[]): Promise<void> => {
    if (entries.length === 0) return
    for (const table of ENTRY_TABLES) {
      const rows = entries.flatMap<CatalogTables[typeof table]>(({ tables }) => tables[table])
      await bulkInsert(transaction, table, rows)
    }
    await bulkInsert(transaction, 'word', newWords(entries).flatMap(wordRows), 'skip')
    const texts = entries.map(({ text }) => text)
    await insertTexts(transaction, texts)
    const boxes = entries.map(({ box }) => box)
    await insertBoxes(transaction, boxes)
    const ids = entries.map(({ tables }) => tables.boundary[0].id)
    await transaction.deleteFrom('removed_boundary').where('id', 'in', ids).execute()
    await transaction.deleteFrom('stand_in').where('id', 'in', ids).execute()
  }

  const supersede = async (rows: readonly CatalogTables['superseded'][]): Promise<void> => {
    for (const { lower_id, key } of rows) {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('superseded')
        .values({ lower_id, key })
        .onConflict((conflict) =>
          conflict.column('lower_id').doUpdateSet({ key }).where('superseded.key', '<>', key),
        )
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows) hasChanged = true
    }
  }

  /**
   * Boundaries of covered countries that the import lacks no longer exist. The country itself may be cut off by an extract's
   * edge.
   */
  const removeVanished = async (): Promise<void> => {
    if (coveredCountries.length === 0) return
    const covered = coveredCountries.map((country) => ({ country }))
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('covered_country')
      .values(covered)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) hasChanged = true
    await transaction
      .deleteFrom('unlisted_boundary')
      .where('country', 'in', coveredCountries)
      .where(sql<boolean>`import_id is distinct from ${importId}`)
      .execute()
    await forgetSettledConflicts(transaction)
    for (;;) {
      const vanished = await transaction
        .selectFrom('boundary')
        .selectAll()
        .where('country', 'in', coveredCountries)
        .where('origin', '=', origin)
        .where('kind', '<>', 'country')
        .where('key', 'not in', transaction.selectFrom('seen').select('key'))
        .limit(REMOVED_AT_ONCE)
        .execute()
      if (vanished.length === 0) return
      await deleteBoundaries(transaction, vanished)
      const removed = vanished.map(({ id }) => ({ id, import_id: importId }))
      await bulkInsert(transaction, 'removed_boundary', removed, 'skip')
      summary.removed += vanished.length
    }
  }

  return {
    take: async (batch: readonly BoundaryEntry[]): Promise<void> => {
      const stored = await readStored(batch.map(({ record }) => record.id))
      const outdated: StoredRow[] = []
      const fresh: EntryRows[] = []
      const superseded: CatalogTables['superseded'][] = []
      const seen: CatalogTables['seen'][] = []
      const owned: CatalogTables['boundary_import'][] = []
      const accepted: BoundaryId[] = []
      for (const named of batch) {
        const { record, isKept } = named
        const old = stored.get(record.id)
        refuseOlder(record, old)
        if (old !== undefined && allowOlder !== true && isOlder(record, stamp ?? null, old)) {
          scope.onOlder?.(record)
          seen.push({ key: old.key, taken: 0 })
          continue
        }
        if (hasConflicts(named)) {
          await storeBeside(named, old === undefined)
          if (old !== undefined) seen.push({ key: old.key, taken: 0 })
          continue
        }
        accepted.push(record.id)
        const entry = old === undefined ? named : withFormerNames(named, old)
        let key = old?.key
        if (key === undefined || differs(entry, old!)) {
          const rows = rowsOfEntry(entry, ++sequence)
          key = rows.key
          fresh.push(rows)
          if (old !== undefined) outdated.push(old)
        }
        seen.push({ key, taken: isKept === true ? 0 : 1 })
        if (isKept === true && key !== old?.key && old?.import_id != null)
          owned.push({ key, import_id: old.import_id })
        for (const lower_id of entry.supersedes) superseded.push({ lower_id, key })
      }
      await deleteBoundaries(transaction, outdated)
      if (accepted.length > 0)
        await transaction.deleteFrom('unlisted_boundary').where('id', 'in', accepted).execute()
      await insert(fresh)
      await noteConflicts(transaction, batch)
      for (const { record, displaces = [] } of batch)
        for (const id of displaces) await unlist(transaction, id, displacedBy(record))
      await supersede(superseded)
      await bulkInsert(transaction, 'boundary_import', owned)
      await bulkInsert(transaction, 'seen', seen, 'skip')
      summary.added += fresh.length - outdated.length
      summary.replaced += outdated.length
      summary.unchanged += seen.length - fresh.length
    },

    finish: async (): Promise<ReplaceSummary> => {
      await removeVanished()
      if (stamp !== undefined && importId !== null) {
        await recordImport(transaction, importId, stamp, coveredCountries)
        await setCounter(transaction, 'imports', importId)
      }
      await sql`drop table seen`.execute(transaction)
      if (hasChanged || summary.added + summary.replaced + summary.removed > 0)
        await setCounter(transaction, 'version', (await counter(transaction, 'version')) + 1)
      await setCounter(transaction, 'sequence', sequence)
      return summary
    },
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
