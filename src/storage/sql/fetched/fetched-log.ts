/**
 * The log of fetched boundaries, in PostgreSQL. Every server has a file of them, and changes it in one way only: a change is appended to the
 * log after the last one that the file has, so that all files make the same changes in the same order, and are equal at equal places.
 *
 * A place is a sequence number with a mark, which no other change ever has: a server whose place is not in the log has a file of another
 * history (a database that was restored, or a replica that lost its last moments), and begins again. It begins with the file beside the log,
 * which one of the servers puts there now and then, at its place; changes before the one before are deleted.
 */
import { sql } from 'kysely'
import { randomId, systemRandom } from '../../../util/random.ts'
import type { UnitDatabase, UnitTransaction } from '../units/schema.ts'

/** Of a change, or before the first one. */
export interface LogPlace {
  readonly sequence: number
  readonly mark: string
}

export interface LoggedChange extends LogPlace {
  readonly body: Uint8Array
}

/** A file of fetched boundaries, in parts. */
export interface LogFile {
  readonly sequence: number
  readonly bytes: number
  readonly sha256: string
  readonly parts: AsyncIterable<Uint8Array>
}

export interface LogSizes {
  /** Of the changes after the file. */
  readonly changes: number
  readonly file: number
}

export interface FetchedLog {
  /** Identifies what the log began with. */
  readonly store: string
  /** Returns the place of the change; null, and appends nothing, if the place is not the last one. */
  readonly append: (after: LogPlace, body: Uint8Array) => Promise<LogPlace | null>
  /** Returns the next changes, a few at a time; null if the place is not in the log. */
  readonly after: (place: LogPlace) => Promise<readonly LoggedChange[] | null>
  /** Reads the place at which a new file begins, and the file to begin with if there is one. */
  readonly beginning: <T>(read: (place: LogPlace | null, file: LogFile | null) => Promise<T>) => Promise<T>
  readonly sizes: () => Promise<LogSizes>
  /** Puts a file beside the log, unless a later one is there, and deletes the changes before the former one. */
  readonly putFile: (file: LogFile) => Promise<void>
  /** True if nothing was ever fetched. */
  readonly isEmpty: () => Promise<boolean>
}

/** The file with which a new log begins, and what identifies it; null if there is none. */
export type FirstFile = <T>(
  use: (first: { readonly store: string; readonly file: LogFile } | null) => Promise<T>,
) => Promise<T>

export const openFetchedLog = async (units: UnitDatabase, firstFile: FirstFile): Promise<FetchedLog> => {
  const { read, write } = units
  const store = (await storeIn(units)) ?? (await createLog(units, firstFile))
  return {
    store,

    append: async ({ sequence, mark }, body) => {
      const place = { sequence: sequence + 1, mark: randomId(systemRandom, MARK_LENGTH) }
      return write(async (transaction) => {
        // Files that have a change must never know more than the log does after a crash.
        await sql`set local synchronous_commit = on`.execute(transaction)
        const { numUpdatedRows } = await transaction
          .updateTable('fetchedLog')
          .set((log) => ({
            lastSequence: place.sequence,
            changeBytes: log('changeBytes', '+', body.byteLength),
          }))
          .where('lastSequence', '=', sequence)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('fetchedChange')
                .select('mark')
                .where('sequence', '=', sequence)
                .where('mark', '=', mark),
            ),
          )
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return null
        await transaction
          .insertInto('fetchedChange')
          .values({ ...place, body })
          .execute()
        return place
      })
    },

    after: async ({ sequence, mark }) => {
      const [first, ...next] = await read
        .selectFrom('fetchedChange')
        .select((row) => [
          'sequence',
          'mark',
          row.case().when('sequence', '>', sequence).then(row.ref('body')).end().as('body'),
        ])
        .where('sequence', '>=', sequence)
        .orderBy('sequence')
        .limit(1 + CHANGES_AT_ONCE)
        .execute()
      return first?.sequence === sequence && first.mark === mark ? (next as LoggedChange[]) : null
    },

    beginning: (use) =>
      read
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (transaction) => {
          const { fileId, fileSequence, fileBytes, fileSha256 } = await transaction
            .selectFrom('fetchedLog')
            .select(['fileId', 'fileSequence', 'fileBytes', 'fileSha256'])
            .executeTakeFirstOrThrow()
          if (fileId !== null)
            return use(null, {
              sequence: fileSequence!,
              bytes: fileBytes!,
              sha256: fileSha256!,
              parts: partsIn(transaction, fileId),
            })
          const place = await transaction
            .selectFrom('fetchedChange')
            .select(['sequence', 'mark'])
            .where('sequence', '=', 0)
            .executeTakeFirstOrThrow()
          return use(place, null)
        }),

    sizes: async () => {
      const { changeBytes, fileBytes } = await read
        .selectFrom('fetchedLog')
        .select(['changeBytes', 'fileBytes'])
        .executeTakeFirstOrThrow()
      return { changes: changeBytes, file: fileBytes ?? 0 }
    },

    putFile: async (file) => {
      // The parts take their time, in which others append.
      const stored = await write((transaction) => insertParts(transaction, file))
      await write((transaction) => beginWith(transaction, file, stored))
    },

    isEmpty: async () => {
      const { lastSequence, fileBytes } = await read
        .selectFrom('fetchedLog')
        .select(['lastSequence', 'fileBytes'])
        .executeTakeFirstOrThrow()
      return lastSequence === 0 && fileBytes === null
    },
  }
}

const MARK_LENGTH = 16
/** A change has the boundaries of one answer of the map. */
const CHANGES_AT_ONCE = 10

const storeIn = async (units: Pick<UnitDatabase, 'read'>): Promise<string | null> =>
  (await units.read.selectFrom('fetchedLog').select('store').executeTakeFirst())?.store ?? null

/** Other servers that start wait for the one that creates it, as long as that takes. */
const createLog = (units: UnitDatabase, firstFile: FirstFile): Promise<string> =>
  units.write(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.fetched log', 0))`.execute(
      transaction,
    )
    const known = await storeIn({ read: transaction })
    if (known !== null) return known
    return firstFile(async (first) => {
      const store = first?.store ?? randomId(systemRandom, MARK_LENGTH)
      const noFile = { fileId: null, fileSequence: null, fileBytes: null, fileSha256: null }
      await transaction
        .insertInto('fetchedLog')
        .values({ store, lastSequence: 0, changeBytes: 0, ...noFile })
        .execute()
      await transaction.insertInto('fetchedChange').values({ sequence: 0, mark: store, body: null }).execute()
      if (first !== null) await beginWith(transaction, first.file, await insertParts(transaction, first.file))
      return store
    })
  })

async function* partsIn(transaction: UnitTransaction, file: string): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const part = await transaction
      .selectFrom('fetchedPart')
      .select('bytes')
      .where('file', '=', file)
      .where('number', '=', number)
      .executeTakeFirst()
    if (part === undefined) return
    yield part.bytes
  }
}

interface StoredParts {
  readonly id: string
  readonly count: number
}

/** Nobody reads them before the log begins with them. */
const insertParts = async (transaction: UnitTransaction, { parts }: LogFile): Promise<StoredParts> => {
  const id = randomId(systemRandom, MARK_LENGTH)
  let count = 0
  for await (const bytes of parts)
    await transaction.insertInto('fetchedPart').values({ file: id, number: count++, bytes }).execute()
  return { id, count }
}

const beginWith = async (
  transaction: UnitTransaction,
  { sequence, bytes, sha256 }: LogFile,
  { id, count }: StoredParts,
): Promise<void> => {
  const former = await transaction
    .selectFrom('fetchedLog')
    .select('fileSequence')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { parts } = await transaction
    .selectFrom('fetchedPart')
    .select((row) => row.fn.countAll<number>().as('parts'))
    .where('file', '=', id)
    .executeTakeFirstOrThrow()
  // Another server has put one there meanwhile.
  if (parts !== count || (former.fileSequence !== null && former.fileSequence >= sequence)) return
  const { after } = await transaction
    .selectFrom('fetchedChange')
    .select(sql<number>`coalesce(sum(octet_length(body)), 0)::bigint`.as('after'))
    .where('sequence', '>', sequence)
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('fetchedLog')
    .set({ changeBytes: after, fileId: id, fileSequence: sequence, fileBytes: bytes, fileSha256: sha256 })
    .execute()
  await transaction.deleteFrom('fetchedPart').where('file', '<>', id).execute()
  // Those after the former file stay, for servers that read a little later.
  if (former.fileSequence !== null)
    await transaction.deleteFrom('fetchedChange').where('sequence', '<', former.fileSequence).execute()
}
