/** The public body of a job. */
import type { z } from 'zod'
import type { Job } from '../../platform/jobs/job.ts'
import { rfc3339 } from '../../util/clock.ts'
import { EncodedBody } from './encoded-body.ts'
import type { jobSchema } from './job-schema.ts'

/**
 * Returns the body by `jobSchema`. The result is inserted as bytes, because it may be megabytes. A polygon of more than
 * `maxInlineBytes` is left out: `download_url` is then the address of the job, whose result has it.
 */
export const jobBody = (
  job: Job,
  result: EncodedBody | null,
  { baseUrl, maxInlineBytes }: { readonly baseUrl: string; readonly maxInlineBytes: number },
): EncodedBody => {
  const { problem, ...head } = jobHead(job, baseUrl)
  const text = JSON.stringify(head)
  const isLarge = result !== null && result.bytes.byteLength > maxInlineBytes
  return new EncodedBody(
    Buffer.concat([
      Buffer.from(`${text.slice(0, -1)},"result":`),
      isLarge ? withoutPolygon(result, head.status_url) : (result?.bytes ?? NULL),
      Buffer.from(`,"problem":${JSON.stringify(problem)}}`),
    ]),
    'application/json',
  )
}

export const statusUrl = (id: string, baseUrl: string): string => `${baseUrl}/v1/jobs/${id}`

const NULL = Buffer.from('null')

const withoutPolygon = ({ bytes }: EncodedBody, url: string): Uint8Array => {
  const answer = JSON.parse(new TextDecoder().decode(bytes))
  return answer.type === 'Feature' && answer.geometry !== null
    ? Buffer.from(JSON.stringify({ ...answer, geometry: null, download_url: url }))
    : bytes
}

const jobHead = (job: Job, baseUrl: string): Omit<z.input<typeof jobSchema>, 'result'> => ({
  id: job.id,
  status_url: statusUrl(job.id, baseUrl),
  op: job.op,
  state: job.state,
  steps: job.steps.map(({ text, atMs }) => ({ text, at: rfc3339(atMs) })),
  units: job.units,
  request_id: job.requestId,
  created_at: rfc3339(job.createdAtMs),
  started_at: jobTime(job.startedAtMs),
  finished_at: jobTime(job.finishedAtMs),
  expires_at: jobTime(job.expiresAtMs),
  problem: job.problem,
})

const jobTime = (epochMs: number | null): string | null => (epochMs === null ? null : rfc3339(epochMs))
