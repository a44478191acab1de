/** Problems made from `problem-statuses-and-texts.ts`, and their bodies (RFC 9457). */
import { maskSecrets } from '../../util/mask-secrets.ts'
import { traceFacts } from '../../util/tracing.ts'
import type { Realm } from './challenge.ts'
import type { ProblemCode, ProblemFacts } from './problem-facts.ts'
import { PROBLEMS, type ProblemKind } from './problem-statuses-and-texts.ts'

export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[]

/** Codes that any operation can return; definitions list only further ones. */
export const COMMON_CODES: readonly ProblemCode[] = [
  'invalid_input',
  'unauthorized',
  'insufficient_scope',
  'rate_limited',
  'internal_error',
  'storage_full',
  'database_unavailable',
  'overloaded',
]

export const problemStatus = (code: ProblemCode): number => PROBLEMS[code].status
export const problemTitle = (code: ProblemCode): string => PROBLEMS[code].title

/** An error with a public code and sentence, which repeat no secret of the input. Create it with `problem()`. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  /** The detail for the operator on this machine, where it differs. */
  readonly operatorDetail: string | null
  /** Extension members of the body. */
  readonly members: Readonly<Record<string, unknown>>
  readonly #headers: (realm: Realm) => Readonly<Record<string, string>>
  readonly #advice: (realm: Realm) => string | null

  constructor(
    code: ProblemCode,
    parts: {
      detail: string
      operatorDetail?: string | undefined
      members: Readonly<Record<string, unknown>>
      headers: (realm: Realm) => Readonly<Record<string, string>>
      advice?: (realm: Realm) => string | null
      cause?: unknown
    },
  ) {
    super(maskSecrets(parts.detail).text, { cause: parts.cause })
    this.code = code
    this.status = PROBLEMS[code].status
    this.title = PROBLEMS[code].title
    this.operatorDetail = parts.operatorDetail === undefined ? null : maskSecrets(parts.operatorDetail).text
    this.members = masked(parts.members) as Problem['members']
    this.#headers = parts.headers
    this.#advice = parts.advice ?? (() => null)
  }

  headers(realm: Realm): Readonly<Record<string, string>> {
    return this.#headers(realm)
  }

  /** The sentences of the body. */
  detail(realm: Realm): string {
    const advice = this.#advice(realm)
    return advice === null ? this.message : `${this.message} ${advice}`
  }
}

/** Masks the secrets in all texts of a JSON value. */
const masked = (value: unknown): unknown => {
  if (typeof value === 'string') return maskSecrets(value).text
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each)]))
}

/** Creates a problem from its facts: `throw problem('not_found', { what: 'boundary', id })`. */
export const problem = <C extends ProblemCode>(code: C, facts: ProblemFacts[C], cause?: unknown): Problem => {
  const kind: ProblemKind<ProblemFacts[C]> = PROBLEMS[code]
  return new Problem(code, {
    detail: kind.detail(facts),
    operatorDetail: kind.operatorDetail?.(facts),
    members: kind.members?.(facts) ?? {},
    headers: (realm) => kind.headers?.(facts, realm) ?? {},
    advice: (realm) => kind.advice?.(facts, realm) ?? null,
    cause,
  })
}

/** Recreates the problem from the stored body of a failed job. */
export const problemOfBody = (body: Readonly<Record<string, unknown>>): Problem => {
  const {
    type: _type,
    title: _title,
    status: _status,
    detail,
    instance: _instance,
    code,
    request_id: _id,
    trace_id: _traceId,
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
  /** Of the trace that the call is in, if the server makes traces. */
  readonly trace_id?: string
  readonly [member: string]: unknown
}

/** The RFC 9457 body. `instance` identifies this occurrence by its request id. */
export const problemBody = (failure: Problem, call: { requestId: string; baseUrl: string }): ProblemBody => ({
  type: `${call.baseUrl}/docs/errors/${failure.code}`,
  title: failure.title,
  status: failure.status,
  detail: failure.detail(call),
  instance: `/requests/${call.requestId}`,
  code: failure.code,
  request_id: call.requestId,
  ...traceMember(),
  ...failure.members,
})

const traceMember = (): Pick<ProblemBody, 'trace_id'> => {
  const { trace_id } = traceFacts()
  return trace_id === undefined ? {} : { trace_id }
}
