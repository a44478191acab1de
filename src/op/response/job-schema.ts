/** The schema of a job. Its own file: most commands need none. */
import { z } from 'zod'

export const jobSchema = z.strictObject({
  id: z.string(),
  status_url: z.string().describe('Address of the job, for polling.'),
  op: z.string().describe('Name of the operation.'),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  steps: z
    .array(z.strictObject({ text: z.string(), at: z.string() }))
    .describe('Progress so far, latest step last.'),
  units: z
    .int()
    .describe('Cost in units: reserved until the job is done, refunded when it fails or is cancelled.'),
  request_id: z.string().describe('Id of the original call.'),
  created_at: z.string(),
  started_at: z.string().nullable().describe('Null while the job is queued.'),
  finished_at: z.string().nullable().describe('Null until the job ends.'),
  expires_at: z
    .string()
    .nullable()
    .describe('When the job and its result are deleted; null until the job ends.'),
  result: z.looseObject({}).nullable().describe('The answer of the call when the job is done, else null.'),
  problem: z.looseObject({}).nullable().describe('The problem of the call when the job failed, else null.'),
})
