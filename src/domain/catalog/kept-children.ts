/**
 * Cache of lists of subdivisions: an export reads the same list for its price and for its file. A cache belongs to one
 * version of the catalog, so its lists are never out of date.
 */
import { ByteCache, type Sized } from '../../util/byte-cache.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { type Children, childrenOf } from './children.ts'
import type { LayerView } from './layers.ts'
import type { CountryFacts } from './ports.ts'

/** Lists of more than about 10,000 units do not fit and are read each time. */
const MAX_BYTES = 16 * 1024 * 1024

export class KeptChildren {
  readonly #view: LayerView
  readonly #facts: CountryFacts
  readonly #kept = new ByteCache<Kept>(MAX_BYTES)

  constructor(view: LayerView, facts: CountryFacts) {
    this.#view = view
    this.#facts = facts
  }

  /** Like `childrenOf`. */
  async of(parent: BoundaryRecord, adminLevel: number | null): Promise<Children> {
    const key = `${parent.origin} ${parent.id} ${adminLevel}`
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept.children
    const children = await childrenOf(this.#view, this.#facts, parent, adminLevel)
    this.#kept.set(key, new Kept(children))
    return children
  }
}

/** Approximate bytes of an object and of a name. */
const SUMMARY_BYTES = 700
const NAME_BYTES = 100

class Kept implements Sized {
  readonly children: Children
  readonly byteLength: number

  constructor(children: Children) {
    this.children = children
    this.byteLength = children.children.reduce(
      (sum, { names }) => sum + SUMMARY_BYTES + NAME_BYTES * Object.keys(names).length,
      NAME_BYTES,
    )
  }
}
