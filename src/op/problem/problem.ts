/** A failure that a caller may know of, made from the table in `problem-table.ts`, and the body that goes out: RFC 9457. */
import type { ProblemCode, ProblemFacts } from './problem-details.ts'
import { PROBLEMS, type ProblemKind, type Realm } from './problem-table.ts'

export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[]

/** Codes that any operation can give; a definition lists only those beyond. */
export const COMMON_CODES: readonly ProblemCode[] = [
  'invalid_input',
  'unauthorized',
  'rate_limited',
  'internal_error',
]

export const problemStatus = (code: ProblemCode): number => PROBLEMS[code].status
export const problemTitle = (code: ProblemCode): string => PROBLEMS[code].title

/** A failure that a caller may know of. Thrown anywhere between transport and domain; see `problem()`. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  /** Members of the body that only this code has. */
  readonly members: Readonly<Record<string, unknown>>
  readonly #headers: (realm: Realm) => Readonly<Record<string, string>>

  constructor(
    code: ProblemCode,
    parts: {
      detail: string
      members: Readonly<Record<string, unknown>>
      headers: (realm: Realm) => Readonly<Record<string, string>>
      cause?: unknown
    },
  ) {
    super(parts.detail, { cause: parts.cause })
    this.code = code
    this.status = PROBLEMS[code].status
    this.title = PROBLEMS[code].title
    this.members = parts.members
    this.#headers = parts.headers
  }

  headers(realm: Realm): Readonly<Record<string, string>> {
    return this.#headers(realm)
  }
}

/** Makes the problem of a code from its facts: `throw problem('not_found', { what: 'boundary', id })`. */
export const problem = <C extends ProblemCode>(code: C, facts: ProblemFacts[C], cause?: unknown): Problem => {
  const kind: ProblemKind<ProblemFacts[C]> = PROBLEMS[code]
  return new Problem(code, {
    detail: kind.detail(facts),
    members: kind.members?.(facts) ?? {},
    headers: (realm) => kind.headers?.(facts, realm) ?? {},
    cause,
  })
}

/** The problem that a body tells of: of a job, which another process may have run. */
export const problemOfBody = (body: Readonly<Record<string, unknown>>): Problem => {
  const {
    type: _type,
    title: _title,
    status: _status,
    detail,
    instance: _instance,
    code,
    request_id: _id,
    ...members
  } = body
  const known = PROBLEM_CODES.find((each) => each === code)
  if (known === undefined)
    return problem('internal_error', {}, new Error(`A job ended with ${JSON.stringify(body)}.`))
  const { retry_after: seconds } = members
  return new Problem(known, {
    detail: String(detail),
    members,
    headers: (): Readonly<Record<string, string>> =>
      seconds === undefined ? {} : { 'Retry-After': String(seconds) },
  })
}

export interface ProblemBody {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly code: ProblemCode
  readonly request_id: string
  readonly [member: string]: unknown
}

/** The body of RFC 9457. `instance` names this one occurrence, so it is made of the request id. */
export const problemBody = (failure: Problem, call: { requestId: string; baseUrl: string }): ProblemBody => ({
  type: `${call.baseUrl}/docs/errors/${failure.code}`,
  title: failure.title,
  status: failure.status,
  detail: failure.message,
  instance: `/requests/${call.requestId}`,
  code: failure.code,
  request_id: call.requestId,
  ...failure.members,
})
