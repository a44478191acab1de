/** Errors of the client. */
import { connectionFailureText } from './connection-failure.ts'
import type { Problem, ProblemCode } from './operations.ts'

/** Codes that the client itself gives to calls without an answer of the service. */
export type ClientProblemCode = 'unreachable' | 'unexpected_answer'

/** The body of a problem (RFC 9457). A problem of the client itself has no request that the service knows. */
export type ProblemDetails = Omit<Problem, 'code' | 'instance' | 'request_id'> &
  Partial<Pick<Problem, 'instance' | 'request_id'>> & { readonly code: ProblemCode | ClientProblemCode }

/**
 * The call failed: the service refused it, or there is no answer of the service. Distinguish problems by `code`; `message` is a full
 * sentence.
 */
export class MetesProblem extends Error {
  override readonly name: string = 'MetesProblem'
  readonly code: ProblemCode | ClientProblemCode
  /** Of the answer; 0 if there was none. */
  readonly status: number
  /** Null if the answer has none. */
  readonly requestId: string | null
  /** Seconds after which the call may succeed; null if the service does not say. */
  readonly retryAfterSeconds: number | null
  /** The whole body, including members specific to its code, such as `issues`. */
  readonly problem: ProblemDetails

  constructor(problem: ProblemDetails, options?: ErrorOptions) {
    super(problem.detail ?? problem.title, options)
    this.code = problem.code
    this.status = problem.status
    this.requestId = problem.request_id ?? null
    this.retryAfterSeconds = problem.retry_after ?? null
    this.problem = problem
  }
}

/** No answer: the server's name is unknown, or it refused or dropped the connection. `cause` is the error of `fetch`. */
export class MetesUnreachable extends MetesProblem {
  override readonly name = 'MetesUnreachable'

  constructor(server: string, cause: unknown) {
    const detail = `No answer from ${server}: ${connectionFailureText(cause)}`
    super({ ...OF_THE_CLIENT, title: 'No answer', status: 0, detail, code: 'unreachable' }, { cause })
  }
}

/**
 * The answer is incomplete, or does not come from the service, but for example from a proxy. `cause` is the error of reading it, or its
 * text.
 */
export class MetesUnexpectedAnswer extends MetesProblem {
  override readonly name = 'MetesUnexpectedAnswer'

  /** @param fault continues the sentence "The answer from the server (status 200) …" */
  constructor(server: string, status: number, fault: string, cause?: unknown) {
    const detail = `The answer from ${server} (status ${status}) ${fault}`
    super(
      { ...OF_THE_CLIENT, title: 'Unexpected answer', status, detail, code: 'unexpected_answer' },
      { cause },
    )
  }
}

/** No page describes the problem (RFC 9457 §4.2.1). */
const OF_THE_CLIENT = { type: 'about:blank' }

/** The job was cancelled, so it has no result. */
export class MetesJobCancelled extends Error {
  override readonly name = 'MetesJobCancelled'
  readonly jobId: string

  constructor(jobId: string) {
    super(`The job ${jobId} was cancelled. Nothing was charged.`)
    this.jobId = jobId
  }
}
