/** Converts jobs to and from rows. */
import type { Selectable } from 'kysely'
import type { Job, JobSpec, JobStep } from '../../../platform/jobs/job.ts'
import type { UnitTables } from './schema.ts'

export type JobRow = Selectable<UnitTables['job']>

export const jobRowOf = (order: JobSpec, holdId: string | null): JobRow => ({
  id: order.id,
  account_id: order.accountId,
  key_id: order.keyId,
  plan: order.plan,
  op: order.op,
  input: JSON.stringify(order.input),
  languages: JSON.stringify(order.languages),
  max_inline_bytes: order.maxInlineBytes,
  address: order.address,
  request_id: order.requestId,
  units: order.units,
  hold_id: holdId,
  state: 'queued',
  owner: null,
  claim: null,
  tries: 0,
  crashes: 0,
  not_before_ms: 0,
  steps: '[]',
  created_at_ms: order.createdAtMs,
  started_at_ms: null,
  finished_at_ms: null,
  expires_at_ms: null,
  problem: null,
  media_type: null,
  body: null,
})

type OrderRow = Pick<
  JobRow,
  | 'id'
  | 'account_id'
  | 'key_id'
  | 'plan'
  | 'op'
  | 'input'
  | 'languages'
  | 'max_inline_bytes'
  | 'address'
  | 'request_id'
  | 'units'
  | 'created_at_ms'
>

export const orderOf = (row: OrderRow): JobSpec => ({
  id: row.id,
  accountId: row.account_id,
  keyId: row.key_id,
  plan: row.plan,
  op: row.op,
  input: JSON.parse(row.input),
  languages: JSON.parse(row.languages) as readonly string[],
  maxInlineBytes: row.max_inline_bytes,
  address: row.address,
  requestId: row.request_id,
  units: row.units,
  createdAtMs: row.created_at_ms,
})

type SeenRow = OrderRow &
  Pick<JobRow, 'state' | 'steps' | 'started_at_ms' | 'finished_at_ms' | 'expires_at_ms' | 'problem'>

export const jobOf = (row: SeenRow): Job => ({
  ...orderOf(row),
  state: row.state,
  steps: JSON.parse(row.steps) as readonly JobStep[],
  startedAtMs: row.started_at_ms,
  finishedAtMs: row.finished_at_ms,
  expiresAtMs: row.expires_at_ms,
  problem: row.problem === null ? null : JSON.parse(row.problem),
})
