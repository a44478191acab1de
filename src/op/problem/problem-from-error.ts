/** Maps the errors of adapters to problems. */

import { ComputeBusy } from '../../compute/compute-busy.ts'
import { PlannerFailed } from '../../domain/area/ports.ts'
import { FileStoreError } from '../../domain/files/ports.ts'
import { BeyondFormat } from '../../domain/formats/writer.ts'
import { LiveMapFailed } from '../../domain/live/ports.ts'
import { isDatabaseUnavailable } from '../../util/database-unavailable.ts'
import { isStorageFull } from '../../util/storage-full.ts'
import { Problem, problem } from './problem.ts'

/** Returns a problem unchanged and maps known errors; any other error becomes `internal_error` without details. */
export const problemFromError = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  if (error instanceof BeyondFormat) return problem('too_large', { reason: error.message }, error)
  if (error instanceof ComputeBusy) return problem('overloaded', error, error)
  if (isStorageFull(error)) return problem('storage_full', { retryAfterSeconds: RETRY_AFTER_SECONDS }, error)
  if (error instanceof FileStoreError) {
    const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS }
    return problem('source_unavailable', { what: FILES, fault: 'failing', ...retry }, error)
  }
  if (error instanceof PlannerFailed) {
    const { fault, retryAfterSeconds } = error
    return fault === 'timeout'
      ? problem('source_timeout', { what: MODEL, retryAfterSeconds }, error)
      : problem('source_unavailable', { what: MODEL, fault, retryAfterSeconds }, error)
  }
  if (error instanceof LiveMapFailed) {
    const { fault, retryAfterSeconds } = error
    if (fault === 'timeout') return problem('source_timeout', { what: MAP, retryAfterSeconds }, error)
    const facts = { what: MAP, fault: LIVE_FAULTS[fault], retryAfterSeconds }
    return problem(
      'source_unavailable',
      fault === 'no polygon' ? { ...facts, reason: error.message } : facts,
      error,
    )
  }
  if (isDatabaseUnavailable(error))
    return problem('database_unavailable', { retryAfterSeconds: DATABASE_RETRY_SECONDS }, error)
  return problem('internal_error', {}, error)
}

const RETRY_AFTER_SECONDS = 30
/** A restart of a database takes seconds. */
const DATABASE_RETRY_SECONDS = 5

/** Names in `SOURCE_FAULTS` of `problem-statuses-and-texts.ts`. */
const LIVE_FAULTS = {
  unavailable: 'unreachable',
  unreachable: 'unreachable',
  broken: 'unusable',
  exhausted: 'spent',
  crowded: 'crowded',
  'too large': 'too_large',
  'no polygon': 'no_polygon',
} as const

const MAP = 'OpenStreetMap'
const FILES = 'The storage of exported files'
const MODEL = 'The model that reads descriptions of areas'
