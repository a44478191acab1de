/**
 * Cache of lists of subdivisions: an export reads the same list for its price and for its file. A cache belongs to one
 * version of the catalog, so its lists are never out of date.
 */
import { ByteCache } from '../../util/byte-cache.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { type Children, childrenOf } from './children.ts'
import type { LayerView } from './layers.ts'
import type { CountryFacts } from './ports.ts'

/** Lists of more than about 10,000 units do not fit and are read each time. */
const MAX_BYTES = 16 * 1024 * 1024

/** Reads lists like `childrenOf`. */
export const keptChildren = (view: LayerView, facts: CountryFacts) => {
  const kept = new ByteCache<Children>(MAX_BYTES)
  return async (parent: BoundaryRecord, adminLevel: number | null): Promise<Children> => {
    const key = `${parent.origin} ${parent.id} ${adminLevel}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const children = await childrenOf(view, facts, parent, adminLevel)
    kept.set(key, children, childrenBytes(children))
    return children
  }
}

/** Approximate bytes of an object and of a name. */
const SUMMARY_BYTES = 700
const NAME_BYTES = 100

const childrenBytes = ({ children }: Children): number =>
  children.reduce(
    (sum, { names }) => sum + SUMMARY_BYTES + NAME_BYTES * Object.keys(names).length,
    NAME_BYTES,
  )
