import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import { requireAccount } from '../../op/require-account.ts'
import { jobSummary } from '../../op/response/agent-sentences.ts'
import { jobBody } from '../../op/response/job-body.ts'
import { jobSchema } from '../../op/response/job-schema.ts'
import { jobId } from '../../op/schema/shared-schemas.ts'
import { resultOf } from '../../op/steps/async-response.ts'

/** Shorter than the timeouts of proxies. */
const MAX_WAIT_SECONDS = 20

export const getJob = defineOp({
  name: 'get_job',
  group: 'jobs',
  route: { method: 'GET', path: '/v1/jobs/{id}' },
  summary: 'Get a job: its state, progress and result.',
  description: [
    'A long call with the header `Prefer: respond-async` answers 202 with a job. The job is `queued`, then `running`, and ends as `done` with `result`,',
    '`failed` with `problem`, or `cancelled`. `result` and `problem` are what the call itself would have returned.',
    '',
    'Use `wait` instead of frequent polling: the answer then comes at the next step, state change or end of the job, or after `wait` seconds.',
    'A job and its result are kept for 24 hours after its end. Only the account that made the call can see the job.',
  ].join('\n'),
  access: 'key',
  units: 0,
  readOnly: true,
  input: z.strictObject({
    id: jobId,
    wait: z
      .int()
      .min(0)
      .max(MAX_WAIT_SECONDS)
      .default(0)
      .describe('Maximum number of seconds to wait for a change of a job that has not ended.'),
  }),
  output: jobSchema,
  errors: ['not_found'],
  examples: [
    { title: 'The state of a job', input: { id: 'job_7k2m9x4c1p8w5t3z7k2m9x' } },
    { title: 'Wait for the next change of a job', input: { id: 'job_7k2m9x4c1p8w5t3z7k2m9x', wait: 20 } },
  ],
  agent: {
    hint: 'Only for jobs that a program started over REST: tool calls wait for their own.',
    summarize: (job) => jobSummary(job),
  },
  ofAccount: true,
  positional: ['id'],
  handler: async (context, { id, wait }) => {
    const { maxInlineBytes, services } = context
    const { jobs, baseUrl } = services
    const job = await jobs.find(await requireAccount(context, 'get_job'), id)
    if (job === null) throw problem('not_found', { what: 'job', id })
    const now = wait > 0 ? await jobs.watch(job, wait, context.signal()) : job
    return jobBody(now, now.state === 'done' ? await resultOf(jobs, now) : null, { baseUrl, maxInlineBytes })
  },
})
