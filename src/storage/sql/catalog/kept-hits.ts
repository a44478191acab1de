/**
 * Cache of recently found boundaries with all their names: reading one and folding its names in a hundred languages takes longer than
 * finding it. Every version of a boundary has a new key, so the entries are never out of date.
 */
import type { Kysely } from 'kysely'
import type { NameHit } from '../../../domain/catalog/ports.ts'
import { ByteCache, type Sized } from '../../../util/byte-cache.ts'
import { formsOf, NAME_COLUMNS, RECORD_COLUMNS, recordOf } from './rows.ts'
import type { CatalogTables } from './schema.ts'

const MAX_BYTES = 48 * 1024 * 1024

export class KeptHits {
  readonly #db: Kysely<CatalogTables>
  readonly #kept = new ByteCache<KeptHit, number>(MAX_BYTES)

  constructor(db: Kysely<CatalogTables>) {
    this.#db = db
  }

  /** Returns hits in the order of the keys, without boundaries that were removed meanwhile. */
  async get(keys: readonly number[]): Promise<readonly NameHit[]> {
    const missing = keys.filter((key) => this.#kept.get(key) === undefined)
    const read = missing.length === 0 ? NOTHING : await this.#read(missing)
    return keys.flatMap((key) => this.#kept.get(key)?.hit ?? read.get(key) ?? [])
  }

  async #read(keys: readonly number[]): Promise<ReadonlyMap<number, NameHit>> {
    const rows = await this.#db
      .selectFrom('boundary')
      .select('key')
      .select(RECORD_COLUMNS)
      .select(NAME_COLUMNS)
      .where('key', 'in', keys)
      .execute()
    const hits = new Map<number, NameHit>()
    for (const row of rows) {
      const hit = { record: recordOf(row), forms: formsOf(row) }
      hits.set(row.key, hit)
      this.#kept.set(row.key, new KeptHit(hit))
    }
    return hits
  }
}

const NOTHING: ReadonlyMap<number, NameHit> = new Map()

/** Approximate bytes of a record and of a name with its folded form. */
const RECORD_BYTES = 2_000
const FORM_BYTES = 150

class KeptHit implements Sized {
  readonly hit: NameHit
  readonly byteLength: number

  constructor(hit: NameHit) {
    this.hit = hit
    this.byteLength = RECORD_BYTES + FORM_BYTES * hit.forms.length
  }
}
