/** The store of fetched boundaries that servers of several machines share: each changes its file by the log, and reads the changes of the others. */
import type { BoundaryId } from '../../../domain/boundary/id.ts'
import type {
  BoundaryEntry,
  BoundaryStore,
  DecidedIdentity,
  IdentityDecision,
  ImportRemoval,
  ReplaceScope,
  ReplaceSummary,
} from '../../../domain/catalog/ports.ts'
import { SqlBoundaryStore } from '../catalog/boundary-store.ts'
import type { CatalogDatabase } from '../catalog/schema.ts'
import { decodeChange, encodeChange, type FetchedChange, makeChange, streamOf } from './fetched-change.ts'
import type { FetchedLog, LoggedChange, LogPlace } from './fetched-log.ts'
import { placeIn, setPlace } from './fetched-place.ts'

export class LoggedBoundaryStore extends SqlBoundaryStore {
  readonly #log: FetchedLog
  /** The reading that runs, and the one that begins after it for those who ask meanwhile. */
  #reading: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  constructor(db: CatalogDatabase, log: FetchedLog) {
    super(db, 'live')
    this.#log = log
  }

  override async replace(
    entries: AsyncIterable<BoundaryEntry>,
    scope: ReplaceScope,
  ): Promise<ReplaceSummary> {
    // An answer of the map, which was in memory as a whole.
    const all = await Array.fromAsync(entries)
    const { onOlder: _, ...told } = scope
    return this.#change({ op: 'replace', entries: all, scope: told }, (store) =>
      store.replace(streamOf(all), scope),
    )
  }

  override remove(ids: readonly BoundaryId[]): Promise<void> {
    return this.#change({ op: 'remove', ids }, (store) => store.remove(ids))
  }

  override decide(
    id: BoundaryId,
    decision: IdentityDecision,
    decidedAt: string,
  ): Promise<DecidedIdentity | null> {
    return this.#change({ op: 'decide', id, decision, decidedAt }, (store) =>
      store.decide(id, decision, decidedAt),
    )
  }

  override recordDecision(id: BoundaryId, decided: DecidedIdentity, decidedAt: string): Promise<void> {
    return this.#change({ op: 'recordDecision', id, decided, decidedAt }, (store) =>
      store.recordDecision(id, decided, decidedAt),
    )
  }

  override removeImport(id: number): Promise<ImportRemoval | null> {
    return this.#change({ op: 'removeImport', id }, (store) => store.removeImport(id))
  }

  override catchUp(): Promise<void> {
    this.#next ??= this.#reading
      .catch(() => {})
      .then(() => {
        this.#reading = this.#next!
        this.#next = null
        return this.#readLog()
      })
    return this.#next
  }

  /**
   * Makes the change in the file, and appends it to the log before the transaction commits: a change that fails is never in the log. If the
   * log has others by then, they come first, and the change is made once more. If this process ends between the two, or the file cannot be
   * written, the change is read from the log like those of others.
   */
  async #change<R>(change: FetchedChange, make: (store: BoundaryStore) => Promise<R>): Promise<R> {
    const body = await encodeChange(change)
    // With null nothing was changed.
    const append: Move = async (place, result) => (result === null ? place : this.#log.append(place, body))
    try {
      for (;;) {
        await this.catchUp()
        try {
          return await make(new SqlBoundaryStore(moving(this.db, append), 'live'))
        } catch (error) {
          if (!(error instanceof NotAtPlace)) throw error
        }
      }
    } finally {
      this.forgetVersion()
    }
  }

  async #readLog(): Promise<void> {
    for (;;) {
      const place = await placeIn(this.db.read)
      const changes = await this.#log.after(place!)
      if (changes === null) throw new Error(LOST)
      if (changes.length === 0) return
      for (const change of changes) await this.#makeLogged(change)
      this.forgetVersion()
    }
  }

  async #makeLogged({ sequence, mark, body }: LoggedChange): Promise<void> {
    const db = moving(this.db, async () => ({ sequence, mark }), sequence - 1)
    try {
      await makeChange(new SqlBoundaryStore(db, 'live'), await decodeChange(body))
    } catch (error) {
      // Another process of this machine has made it.
      if (!(error instanceof NotAtPlace)) throw error
    }
  }
}

const LOST =
  'The file of fetched boundaries is of another history than the log in PostgreSQL, as after a restore. Restart this server: it then makes the file again.'

class NotAtPlace extends Error {
  override readonly name = 'NotAtPlace'
}

/** Returns the place after a change with this result; null if it cannot be made there. */
type Move = (place: LogPlace, result: unknown) => Promise<LogPlace | null>

/** The file, each of whose transactions moves it to a place of the log. Rejects with `NotAtPlace`, and changes nothing, if that cannot be. */
const moving = (db: CatalogDatabase, move: Move, from: number | null = null): CatalogDatabase => ({
  ...db,
  write: (work) =>
    db.write(async (transaction) => {
      const before = (await placeIn(transaction))!
      if (from !== null && before.sequence !== from) throw new NotAtPlace()
      const result = await work(transaction)
      const after = await move(before, result)
      if (after === null) throw new NotAtPlace()
      await setPlace(transaction, after)
      return result
    }),
})
