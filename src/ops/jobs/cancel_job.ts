import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import { requireAccount } from '../../op/require-account.ts'
import { jobBody, jobSchema } from '../../op/response/job-body.ts'
import { jobId } from '../../op/schema/schemas.ts'
import { resultOf } from '../../op/steps/async-response.ts'

export const cancelJob = defineOp({
  name: 'cancel_job',
  group: 'jobs',
  route: { method: 'DELETE', path: '/v1/jobs/{id}' },
  summary: 'Cancel a job and refund its units.',
  description: [
    'Cancels a queued or running job: its work stops within two seconds, and its units are refunded immediately.',
    'A job that has ended stays unchanged. Returns the job, as get_job does.',
  ].join('\n'),
  access: 'key',
  units: 0,
  readOnly: false,
  input: z.strictObject({ id: jobId }),
  output: jobSchema,
  errors: ['not_found'],
  examples: [{ title: 'A call that is no longer needed', input: { id: 'job_7k2m9x4c1p8w5t3z7k2m9x' } }],
  positional: ['id'],
  handler: async (context, { id }) => {
    const { jobs, baseUrl } = context.services
    const job = await jobs.cancel(await requireAccount(context, 'cancel_job'), id)
    if (job === null) throw problem('not_found', { what: 'job', id })
    return jobBody(job, job.state === 'done' ? await resultOf(jobs, job) : null, baseUrl)
  },
})
