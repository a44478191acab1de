/** A job store with a single, finished job; every submission returns it. */
import type { Job } from '../../src/platform/jobs/job.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'

const DONE_JOB: Job = {
  id: 'job_7k2m9x4c1p8w5t3z7k2m9x',
  accountId: 'a',
  keyId: 'k',
  plan: 'unlimited',
  op: 'union_boundaries',
  input: { include: ['r1'] },
  languages: [],
  maxInlineBytes: null,
  address: '192.0.2.1',
  requestId: 'req_1',
  units: 1,
  state: 'done',
  steps: [{ text: 'Merging 1 boundary', atMs: 1_000 }],
  createdAtMs: 0,
  startedAtMs: 1_000,
  finishedAtMs: 2_000,
  expiresAtMs: 86_402_000,
  problem: null,
}

export const oneJob: Jobs = {
  submit: async () => ({ job: DONE_JOB }),
  find: async () => DONE_JOB,
  answer: async () => ({ bytes: Buffer.from('{"type":"Feature"}'), mediaType: 'application/geo+json' }),
  watch: async (job) => job,
  end: async (job) => job,
  cancel: async () => DONE_JOB,
}
