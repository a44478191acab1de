/**
 * Cache of recently read records of a source: reading one, with its names in a hundred languages, takes longer than testing
 * its polygon for a point. A cache belongs to one version of the source, so its entries are never out of date.
 */
import { ByteCache, type Sized } from '../../util/byte-cache.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import type { BoundarySource } from './ports.ts'

const MAX_BYTES = 64 * 1024 * 1024

export class KeptRecords {
  readonly #source: Pick<BoundarySource, 'records'>
  readonly #kept = new ByteCache<Kept>(MAX_BYTES)

  constructor(source: Pick<BoundarySource, 'records'>) {
    this.#source = source
  }

  /** Returns the records of the ids that are known, in any order. */
  async get(ids: readonly BoundaryId[]): Promise<readonly BoundaryRecord[]> {
    const found: BoundaryRecord[] = []
    const missing: BoundaryId[] = []
    for (const id of ids) {
      const kept = this.#kept.get(id)
      if (kept === undefined) missing.push(id)
      else if (kept.record !== null) found.push(kept.record)
    }
    if (missing.length === 0) return found
    const unknown = new Set(missing)
    for (const record of await this.#source.records(missing)) {
      this.#kept.set(record.id, new Kept(record))
      unknown.delete(record.id)
      found.push(record)
    }
    for (const id of unknown) this.#kept.set(id, UNKNOWN)
    return found
  }
}

/**
 * Approximate bytes of an object, a parent and a name. On the bundled atlas they sum to 2,700 bytes a record; 2,100 were
 * measured.
 */
const RECORD_BYTES = 1_000
const PARENT_BYTES = 300
const NAME_BYTES = 100

class Kept implements Sized {
  /** Null for an id that is unknown to the source. */
  readonly record: BoundaryRecord | null
  readonly byteLength: number

  constructor(record: BoundaryRecord | null) {
    this.record = record
    this.byteLength =
      record === null
        ? NAME_BYTES
        : RECORD_BYTES + PARENT_BYTES * record.parents.length + NAME_BYTES * Object.keys(record.names).length
  }
}

const UNKNOWN = new Kept(null)
