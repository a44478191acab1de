/** Sentences that callers get for the errors of adapters. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ComputeBusy } from '../../compute/compute-busy.ts'
import { PlannerFailed } from '../../domain/area/ports.ts'
import { FileStoreError } from '../../domain/files/ports.ts'
import { BeyondFormat } from '../../domain/formats/writer.ts'
import { type LiveFault, LiveMapFailed } from '../../domain/live/ports.ts'
import { DatabaseUnavailableError } from '../../util/database-unavailable.ts'
import { problem } from './problem.ts'
import { problemFromError } from './problem-from-error.ts'

test('an unreachable model is 502, a late one 504, both with the seconds to wait', () => {
  for (const [fault, code, status] of [
    ['unreachable', 'source_unavailable', 502],
    ['unfounded', 'source_unavailable', 502],
    ['timeout', 'source_timeout', 504],
  ] as const) {
    const failure = problemFromError(new PlannerFailed(fault, 'HTTP 500 from 10.0.0.7', 7))
    assert.equal(failure.code, code)
    assert.equal(failure.status, status)
    assert.equal(failure.headers({ baseUrl: '' })['Retry-After'], '7')
    assert.equal(failure.members.retry_after, 7)
    assert.match(failure.message, /^The model .* Nothing was charged\.$/)
    assert.doesNotMatch(failure.message, /10\.0\.0\.7/, 'what the operator reads is not for callers')
  }
})

test('a problem stays unchanged, any other error is hidden from callers', () => {
  const known = problem('not_found', { what: 'boundary', id: 'r1' })
  assert.equal(problemFromError(known), known)
  const other = problemFromError(new Error('secret'))
  assert.equal(other.code, 'internal_error')
  assert.doesNotMatch(other.message, /secret/)
})

test('busy threads and a broken file store give the seconds to wait', () => {
  assert.equal(problemFromError(new ComputeBusy('queue_full', 5)).members.retry_after, 5)
  assert.equal(problemFromError(new FileStoreError('no')).status, 502)
})

test('whatever storage is full, the problem is one, with the seconds to wait and without the cause', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write /secret'), { code: 'ENOSPC' })
  const errors = [
    full,
    new FileStoreError('The file storage at /secret could not write x.', { cause: full }),
    Object.assign(new Error('database or disk is full'), { errcode: 13 }),
    Object.assign(new Error('could not extend file'), { code: '53100' }),
  ]
  for (const error of errors) {
    const { code, status, message, members, cause } = problemFromError(error)
    assert.deepEqual([code, status, members.retry_after, cause], ['storage_full', 503, 30, error])
    assert.equal(
      message,
      'This service has no storage space left for this call; try again in 30 seconds. Calls that store nothing still work. Nothing was charged.',
    )
  }
})

test('a database that does not answer gives the seconds to wait, and what it said is hidden', () => {
  const gone = new DatabaseUnavailableError('connect ECONNREFUSED 10.0.0.7:5432')
  for (const error of [gone, new Error('The call could not be recorded.', { cause: gone })]) {
    const { code, status, message, members } = problemFromError(error)
    assert.deepEqual([code, status, members.retry_after], ['database_unavailable', 503, 5])
    assert.equal(message, 'The database of this service does not answer; try again in 5 seconds.')
  }
})

/** Expected sentences by fault. */
const LIVE_SENTENCES: Readonly<Record<LiveFault, string>> = {
  timeout: 'OpenStreetMap did not answer in time; try again in 9 seconds. Nothing was charged.',
  unavailable: 'OpenStreetMap cannot be reached; try again in 9 seconds. Nothing was charged.',
  unreachable: 'OpenStreetMap cannot be reached; try again in 9 seconds. Nothing was charged.',
  broken: 'OpenStreetMap returned an unusable answer; try again in 9 seconds. Nothing was charged.',
  exhausted:
    'OpenStreetMap will not be asked again today, because the daily budget of this service or your share of it is used up; try again in 9 seconds. Nothing was charged.',
  crowded:
    'OpenStreetMap already has too many calls from this service in progress; try again in 9 seconds. Nothing was charged.',
  'too large':
    'OpenStreetMap has more data than this service fetches for one call. The operator can import an OpenStreetMap extract that contains the place. Nothing was charged.',
  'no polygon':
    'OpenStreetMap has no usable polygon of this boundary. 10.0.0.7 says no Try again in 9 seconds. Nothing was charged.',
}

test('every failure of the live map is 502 or 504 with the seconds to wait, and says what to do', () => {
  for (const [fault, sentence] of Object.entries(LIVE_SENTENCES)) {
    const failure = problemFromError(new LiveMapFailed(fault as LiveFault, '10.0.0.7 says no', 9))
    assert.equal(failure.message, sentence)
    assert.equal(failure.status, fault === 'timeout' ? 504 : 502)
    assert.equal(failure.headers({ baseUrl: '' })['Retry-After'], '9')
  }
})

test('what a format cannot hold is refused with the reason', () => {
  const failure = problemFromError(new BeyondFormat('A Shapefile holds 2 GiB.'))
  assert.deepEqual([failure.code, failure.message], ['too_large', 'A Shapefile holds 2 GiB.'])
})
