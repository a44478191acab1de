import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import { requireAccount } from '../../op/require-account.ts'
import { jobBody, jobSchema } from '../../op/response/job-body.ts'
import { jobId } from '../../op/schema/schemas.ts'
import { resultOf } from '../../op/steps/async-response.ts'

/** Shorter than proxies wait. */
const MAX_WAIT_SECONDS = 20

export const getJob = defineOp({
  name: 'get_job',
  group: 'jobs',
  route: { method: 'GET', path: '/v1/jobs/{id}' },
  summary: 'Get a job: its state, progress and result.',
  description: [
    'A long call with the header `Prefer: respond-async` is answered with 202 and a job. Here is what has become of it: `queued`, `running`, then `done` with `result`,',
    '`failed` with `problem`, or `cancelled`. `result` and `problem` are what the call itself would have answered.',
    '',
    'Ask with `wait` instead of often: the answer then comes when the job has ended or told a further step, at the latest after so many seconds.',
    'A job and its result are kept for 24 hours after its end. Only the account that made the call can see it.',
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
      .describe('Seconds to wait for news of a job that has not ended.'),
  }),
  output: jobSchema,
  errors: ['not_found'],
  examples: [
    { title: 'What has become of a call', input: { id: 'job_7k2m9x4c1p8w5t3z7k2m9x' } },
    { title: 'The next news of it', input: { id: 'job_7k2m9x4c1p8w5t3z7k2m9x', wait: 20 } },
  ],
  positional: ['id'],
  handler: async (context, { id, wait }) => {
    const { jobs, baseUrl } = context.services
    const job = await jobs.find(await requireAccount(context, 'get_job'), id)
    if (job === null) throw problem('not_found', { what: 'job', id })
    const now = wait > 0 ? await jobs.watch(job, wait, context.signal()) : job
    return jobBody(now, now.state === 'done' ? await resultOf(jobs, now) : null, baseUrl)
  },
})
