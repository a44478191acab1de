/** Takes an import into the catalog, in one transaction and with memory for one batch. */
import { sql, type Transaction } from 'kysely'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { BoundaryEntry, ReplaceScope, ReplaceSummary } from '../../domain/catalog/ports.ts'
import { batchesOf } from './batches.ts'
import { bulkInsert } from './bulk-insert.ts'
import type { CatalogTables } from './catalog-schema.ts'
import { deleteBoundaries } from './delete-boundaries.ts'
import { type EntryRows, rowsOfEntry } from './entry-rows.ts'
import type { Flavour, OpenDatabase } from './flavour.ts'
import { differs, isOlder, type StoredRow } from './stored-row.ts'
import { wordRows } from './words.ts'

export const replaceBoundaries = async (
  db: OpenDatabase<CatalogTables>,
  entries: AsyncIterable<BoundaryEntry>,
  scope: ReplaceScope,
): Promise<ReplaceSummary> => {
  const batches = batchesOf(entries)
  // The first batch may come after minutes of reading; nobody has to wait for the write lock meanwhile.
  const first = await batches.next()
  const summary = await db.write(async (transaction) => {
    const intake = new Intake(transaction, db.flavour, scope)
    await intake.begin()
    if (!first.done) await intake.take(first.value)
    for await (const batch of batches) await intake.take(batch)
    const finished = await intake.finish()
    if (isMuch(finished)) await db.flavour.settleTexts(transaction)
    return finished
  })
  if (isMuch(summary)) await db.tidyUp()
  return summary
}

const isMuch = ({ added, replaced, removed }: ReplaceSummary): boolean => added + replaced + removed >= MUCH

/** Boundaries, after which the database is put in order. */
const MUCH = 1_000

class Intake {
  readonly #transaction: Transaction<CatalogTables>
  readonly #flavour: Flavour
  readonly #scope: ReplaceScope
  readonly #summary = { added: 0, replaced: 0, unchanged: 0, removed: 0 }
  readonly #knownWords = new Set<string>()
  #sequence = 0
  #changed = false

  constructor(transaction: Transaction<CatalogTables>, flavour: Flavour, scope: ReplaceScope) {
    this.#transaction = transaction
    this.#flavour = flavour
    this.#scope = scope
  }

  async begin(): Promise<void> {
    this.#sequence = await this.#counter('sequence')
    await sql`create temporary table seen (key bigint primary key)`.execute(this.#transaction)
  }

  async take(batch: readonly BoundaryEntry[]): Promise<void> {
    const stored = await this.#stored(batch.map((entry) => entry.record.id))
    const outdated: StoredRow[] = []
    const fresh: EntryRows[] = []
    const superseded: CatalogTables['superseded'][] = []
    const seen: number[] = []
    for (const entry of batch) {
      const old = stored.get(entry.record.id)
      let key = old?.key
      if (key === undefined || (!isOlder(entry.record, old!) && differs(entry, old!))) {
        const rows = rowsOfEntry(entry, ++this.#sequence)
        key = rows.boundary.key
        fresh.push(rows)
        if (old !== undefined) outdated.push(old)
      }
      seen.push(key)
      for (const lower_id of entry.supersedes) superseded.push({ lower_id, key })
    }
    await deleteBoundaries(this.#transaction, this.#flavour, outdated)
    await this.#insert(fresh)
    await this.#supersede(superseded)
    await bulkInsert(
      this.#transaction,
      this.#flavour,
      'seen' as never,
      seen.map((key) => ({ key })),
      'skip',
    )
    this.#summary.added += fresh.length - outdated.length
    this.#summary.replaced += outdated.length
    this.#summary.unchanged += seen.length - fresh.length
  }

  async finish(): Promise<ReplaceSummary> {
    await this.#removeVanished()
    await sql`drop table seen`.execute(this.#transaction)
    const { added, replaced, removed } = this.#summary
    if (this.#changed || added + replaced + removed > 0) {
      await this.#setCounter('version', (await this.#counter('version')) + 1)
    }
    await this.#setCounter('sequence', this.#sequence)
    return this.#summary
  }

  async #stored(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, StoredRow>> {
    const rows = await this.#transaction
      .selectFrom('boundary')
      .innerJoin('boundary_geometry', 'boundary_geometry.key', 'boundary.key')
      .selectAll('boundary')
      .select(['rings', 'weights'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id as BoundaryId, row]))
  }

  async #insert(entries: readonly EntryRows[]): Promise<void> {
    if (entries.length === 0) return
    const [transaction, flavour] = [this.#transaction, this.#flavour]
    await bulkInsert(
      transaction,
      flavour,
      'boundary',
      entries.map((entry) => ({ ...entry.boundary })),
    )
    await bulkInsert(
      transaction,
      flavour,
      'boundary_geometry',
      entries.map((entry) => ({ ...entry.geometry })),
    )
    await bulkInsert(
      transaction,
      flavour,
      'boundary_name',
      entries.flatMap((entry) => entry.names),
    )
    await bulkInsert(
      transaction,
      flavour,
      'boundary_code',
      entries.flatMap((entry) => entry.codes),
      'skip',
    )
    await bulkInsert(
      transaction,
      flavour,
      'ancestor',
      entries.flatMap((entry) => entry.ancestors),
    )
    await bulkInsert(transaction, flavour, 'word', this.#newWords(entries).flatMap(wordRows), 'skip')
    await flavour.insertTexts(
      transaction,
      entries.map((entry) => entry.text),
    )
    await flavour.insertBoxes(
      transaction,
      entries.map((entry) => entry.box),
    )
    const ids = entries.map((entry) => entry.boundary.id)
    await transaction.deleteFrom('removed_boundary').where('id', 'in', ids).execute()
  }

  /** Most words of a batch have come before; asking the database about each again would take longer than all the rest. */
  #newWords(entries: readonly EntryRows[]): readonly string[] {
    if (this.#knownWords.size > MOST_KNOWN_WORDS) this.#knownWords.clear()
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

  /** What the import covers and did not name no longer exists. The country itself may be cut off by the edge of an extract. */
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
      await deleteBoundaries(this.#transaction, this.#flavour, vanished)
      await bulkInsert(
        this.#transaction,
        this.#flavour,
        'removed_boundary',
        vanished.map(({ id }) => ({ id })),
        'skip',
      )
      this.#summary.removed += vanished.length
    }
  }

  async #counter(name: 'version' | 'sequence'): Promise<number> {
    const row = await this.#transaction
      .selectFrom('meta')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return Number(row.value)
  }

  async #setCounter(name: 'version' | 'sequence', value: number): Promise<void> {
    await this.#transaction
      .updateTable('meta')
      .set({ value: String(value) })
      .where('name', '=', name)
      .execute()
  }
}

const MOST_KNOWN_WORDS = 200_000
const REMOVED_AT_ONCE = 500
