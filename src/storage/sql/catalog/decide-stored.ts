/** Carries out an operator's decision about an object whose identity is in doubt. */
import type { Origin } from '../../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../../domain/boundary/id.ts'
import type {
  BoundaryEntry,
  DecidedIdentity,
  IdentityConflict,
  IdentityDecision,
} from '../../../domain/catalog/ports.ts'
import { claimsOf } from '../../../domain/identity/decision-fits.ts'
import { counter, setCounter } from './catalog-version.ts'
import { conflictsHeld, recordDecision } from './identity-records.ts'
import type { CatalogDatabase, CatalogTransaction } from './schema.ts'
import { beginIntake } from './store-import.ts'
import { unlist } from './unlist.ts'
import { entryOfRow, readUnlisted } from './unlisted.ts'

/** Returns null if the object is not stored. */
export const decideStored = (
  db: CatalogDatabase,
  origin: Origin,
  id: BoundaryId,
  decision: IdentityDecision,
  decidedAt: string,
): Promise<DecidedIdentity | null> =>
  db.write(async (transaction) => {
    const unlisted = await readUnlisted(transaction, id)
    const entry = unlisted?.entry ?? (await listedEntry(transaction, id))
    if (entry === null) return null
    const conflicts = await conflictsHeld(transaction, id, origin)
    const decided = { decision, claims: claimsOf(identityOf(entry)) }
    await recordDecision(transaction, id, decided, decidedAt)
    if (decision === 'reject') {
      await unlist(transaction, id, null)
      await setCounter(transaction, 'version', (await counter(transaction, 'version')) + 1)
    } else if (unlisted !== null) {
      const intake = await beginIntake(transaction, { origin, coveredCountries: [] })
      await intake.take([keptEntry(entry, conflicts)])
      await intake.finish()
      if (unlisted.importId !== null) await own(transaction, id, unlisted.importId)
    }
    return decided
  })

const listedEntry = async (
  transaction: CatalogTransaction,
  id: BoundaryId,
): Promise<BoundaryEntry | null> => {
  const row = await transaction.selectFrom('boundary').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : entryOfRow(transaction, row)
}

const identityOf = ({ record: { adminLevel, iso, wikidata }, isoAliases = [] }: BoundaryEntry) => ({
  adminLevel,
  isoCodes: [...(iso === null ? [] : [iso]), ...isoAliases],
  wikidata,
})

/** Takes the place of the known boundaries that it shares most land with; the others keep their codes. */
const keptEntry = (entry: BoundaryEntry, conflicts: readonly IdentityConflict[]): BoundaryEntry => {
  const { record, isoAliases = [] } = entry
  const replaced = (isIn: IdentityConflict['holder']['isIn']): readonly BoundaryId[] =>
    conflicts
      .filter(({ holder, replacesIfKept }) => replacesIfKept && holder.isIn === isIn)
      .map(({ holder }) => holder.id)
  const withheld = new Set(
    conflicts.filter(({ replacesIfKept }) => !replacesIfKept).map(({ claim }) => claim),
  )
  return {
    ...entry,
    record: {
      ...record,
      iso: withheld.has(`iso:${record.iso}`) ? null : record.iso,
      wikidata: withheld.has(`wikidata:${record.wikidata}`) ? null : record.wikidata,
    },
    isoAliases: isoAliases.filter((code) => !withheld.has(`iso:${code}`)),
    supersedes: [...new Set([...entry.supersedes, ...replaced('lower source')])],
    displaces: replaced('store'),
  }
}

const own = async (transaction: CatalogTransaction, id: BoundaryId, import_id: number): Promise<void> => {
  const { key } = await transaction
    .selectFrom('boundary')
    .select('key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await transaction.deleteFrom('boundary_import').where('key', '=', key).execute()
  await transaction.insertInto('boundary_import').values({ key, import_id }).execute()
}
