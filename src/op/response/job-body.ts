/** A job as callers see it. */
import { z } from 'zod'
import type { Job } from '../../platform/jobs/job.ts'
import { rfc3339 } from '../../util/clock.ts'
import { EncodedBody } from './encoded-body.ts'

export const jobSchema = z.strictObject({
  id: z.string(),
  status_url: z.string().describe('Where the job can be looked at.'),
  op: z.string().describe('The operation that was called.'),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  steps: z
    .array(z.strictObject({ text: z.string(), at: z.string() }))
    .describe('What it has told of itself so far, the last step last.'),
  units: z
    .int()
    .describe('What it costs: reserved until it is done, given back when it fails or is cancelled.'),
  request_id: z.string().describe('Id of the call that it was.'),
  created_at: z.string(),
  started_at: z.string().nullable().describe('Null while it waits.'),
  finished_at: z.string().nullable().describe('Null while it has not ended.'),
  expires_at: z
    .string()
    .nullable()
    .describe('When it is forgotten with its result; null while it has not ended.'),
  result: z
    .looseObject({})
    .nullable()
    .describe('Of a job that is done: the answer that the call itself would have given; else null.'),
  problem: z
    .looseObject({})
    .nullable()
    .describe('Of a job that failed: the problem that the call itself would have given; else null.'),
})

/** As `jobSchema` says. The result is put in as it is: it may be megabytes. */
export const jobBody = (job: Job, result: EncodedBody | null, baseUrl: string): EncodedBody => {
  const { problem, ...head } = headOf(job, baseUrl)
  const text = JSON.stringify(head)
  return new EncodedBody(
    Buffer.concat([
      Buffer.from(`${text.slice(0, -1)},"result":`),
      result?.bytes ?? NULL,
      Buffer.from(`,"problem":${JSON.stringify(problem)}}`),
    ]),
    'application/json',
  )
}

export const statusUrl = (id: string, baseUrl: string): string => `${baseUrl}/v1/jobs/${id}`

const NULL = Buffer.from('null')

const headOf = (job: Job, baseUrl: string): Omit<z.input<typeof jobSchema>, 'result'> => ({
  id: job.id,
  status_url: statusUrl(job.id, baseUrl),
  op: job.op,
  state: job.state,
  steps: job.steps.map(({ text, atMs }) => ({ text, at: rfc3339(atMs) })),
  units: job.units,
  request_id: job.requestId,
  created_at: rfc3339(job.createdAtMs),
  started_at: timeOf(job.startedAtMs),
  finished_at: timeOf(job.finishedAtMs),
  expires_at: timeOf(job.expiresAtMs),
  problem: job.problem,
})

const timeOf = (epochMs: number | null): string | null => (epochMs === null ? null : rfc3339(epochMs))
