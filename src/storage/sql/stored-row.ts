/** What the catalog has of a boundary, beside what an import brings. */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryEntry } from '../../domain/catalog/ports.ts'
import type { BoundaryTable } from './catalog-schema.ts'
import { rowOf } from './rows.ts'

export type StoredRow = BoundaryTable & { readonly rings: Uint8Array; readonly weights: Uint8Array | null }

/** By the source's own version where both have one, else by the time of the edit; what says neither is taken as newer. */
export const isOlder = ({ source }: BoundaryRecord, stored: BoundaryTable): boolean => {
  if (source.version !== null && stored.source_version !== null) return source.version < stored.source_version
  return (
    source.timestamp !== null &&
    stored.source_timestamp !== null &&
    source.timestamp < stored.source_timestamp
  )
}

/** The same version may have another shape: editing a border moves its ways and leaves the relation as it was. */
export const differs = (entry: BoundaryEntry, stored: StoredRow): boolean => {
  const row = rowOf(entry, stored.key)
  const same = (Object.keys(row) as (keyof BoundaryTable)[]).every(
    (column) => column === 'fetched_at' || row[column] === stored[column],
  )
  return (
    !same ||
    !sameBytes(entry.geometry.rings, stored.rings) ||
    !sameBytes(entry.geometry.weights, stored.weights)
  )
}

const sameBytes = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null || b === null ? a === b : Buffer.compare(a, b) === 0
