/** Errors of the client. */
import type { Problem, ProblemCode } from './operations.ts'

/** The service refused the call: an RFC 9457 problem. Distinguish problems by `code`; `message` is a full sentence. */
export class MetesProblem extends Error {
  override readonly name = 'MetesProblem'
  readonly code: ProblemCode
  readonly status: number
  readonly requestId: string
  /** Seconds after which the call may succeed; null if the service does not say. */
  readonly retryAfterSeconds: number | null
  /** The whole body, including members specific to its code, such as `issues`. */
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title)
    this.code = problem.code
    this.status = problem.status
    this.requestId = problem.request_id
    this.retryAfterSeconds = problem.retry_after ?? null
    this.problem = problem
  }
}

/** The answer does not come from the service, but for example from a proxy. */
export class MetesUnexpectedAnswer extends Error {
  override readonly name = 'MetesUnexpectedAnswer'
  readonly status: number

  constructor(status: number, text: string) {
    super(`The answer ${status} is not one of Metes: ${text.slice(0, 200)}`)
    this.status = status
  }
}

/** The job was cancelled, so it has no result. */
export class MetesJobCancelled extends Error {
  override readonly name = 'MetesJobCancelled'
  readonly jobId: string

  constructor(jobId: string) {
    super(`The job ${jobId} was cancelled. Nothing was charged.`)
    this.jobId = jobId
  }
}
