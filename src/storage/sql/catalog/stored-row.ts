/** A stored boundary, for the comparison with an imported one. */
import type { BoundaryRecord } from '../../../domain/boundary/boundary.ts'
import { plausibleTime } from '../../../domain/catalog/plausible-time.ts'
import type { BoundaryEntry, ImportStamp } from '../../../domain/catalog/ports.ts'
import { boundaryRowOf, storedNamesOf } from './boundary-rows.ts'
import type { BoundaryTable } from './schema.ts'

export type StoredRow = BoundaryTable & {
  readonly rings: Uint8Array
  readonly weights: Uint8Array | null
  readonly import_id: number | null
  /** File of its import and date of the map data in it; null if unknown. */
  readonly file: string | null
  readonly data_timestamp: string | null
}

/**
 * Compares the source's own versions if they differ, or else the dates of the map data in the files, or else the times of
 * the edits; without any of these an entry counts as newer. Times in the future, which earlier imports stored, do not count.
 */
export const isOlder = (
  { source }: BoundaryRecord,
  stamp: ImportStamp | null,
  stored: StoredRow,
): boolean => {
  const { source_version: version } = stored
  if (source.version !== null && version !== null && source.version !== version)
    return source.version < version
  const dataTimestamp = stamp?.dataTimestamp ?? null
  const known = (time: string | null) => (stamp === null ? time : plausibleTime(time, stamp.importedAt))
  const state = known(stored.data_timestamp)
  if (dataTimestamp !== null && state !== null) return dataTimestamp < state
  const timestamp = known(stored.source_timestamp)
  // The date of a file says nothing about the time of an edit.
  const isEdit = source.timestamp !== dataTimestamp && timestamp !== state
  return isEdit && source.timestamp !== null && timestamp !== null && source.timestamp < timestamp
}

/** Returns the entry with the previous version's names added in languages that it lacks. */
export const withFormerNames = (entry: BoundaryEntry, stored: StoredRow): BoundaryEntry => {
  const { names } = entry.record
  const former = Object.entries(storedNamesOf(stored)).filter(([language]) => !(language in names))
  if (former.length === 0) return entry
  return { ...entry, record: { ...entry.record, names: { ...names, ...Object.fromEntries(former) } } }
}

/**
 * The same version may have another shape: editing a border moves its ways and leaves the relation unchanged. The time of an
 * import is ignored; the time of a fetch limits how long the shape is used.
 */
export const differs = (entry: BoundaryEntry, stored: StoredRow): boolean => {
  const row = boundaryRowOf(entry, stored.key)
  const isFetched = entry.record.origin === 'live'
  const same = (Object.keys(row) as (keyof BoundaryTable)[]).every(
    (column) => (column === 'fetched_at' && !isFetched) || row[column] === stored[column],
  )
  return (
    !same ||
    !sameBytes(entry.geometry.rings, stored.rings) ||
    !sameBytes(entry.geometry.weights, stored.weights)
  )
}

const sameBytes = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null || b === null ? a === b : Buffer.compare(a, b) === 0
