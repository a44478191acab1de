import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import { requireAccount } from '../../op/require-account.ts'
import { jobSummary } from '../../op/response/agent-sentences.ts'
import { jobBody } from '../../op/response/job-body.ts'
import { jobSchema } from '../../op/response/job-schema.ts'
import { jobId } from '../../op/schema/shared-schemas.ts'
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
  agent: {
    hint: 'Only for jobs that a program started over REST. To stop a tool call, cancel the call.',
    summarize: (job) => jobSummary(job),
  },
  ofAccount: true,
  positional: ['id'],
  handler: async (context, { id }) => {
    const { maxInlineBytes, services } = context
    const { jobs, baseUrl } = services
    const job = await jobs.cancel(await requireAccount(context, 'cancel_job'), id)
    if (job === null) throw problem('not_found', { what: 'job', id })
    return jobBody(job, job.state === 'done' ? await resultOf(jobs, job) : null, { baseUrl, maxInlineBytes })
  },
})
