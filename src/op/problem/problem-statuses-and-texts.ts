/** All problem codes with status, title and the detail sentence, which is made from the facts in `problem-facts.ts`. */
import { METES } from '../../util/command-name.ts'
import { counted, grouped } from '../../util/count-with-noun.ts'
import { maskAddress } from '../../util/mask-secrets.ts'
import { shortened } from '../../util/shorten-text.ts'
import { CREDENTIAL_NEEDED, challenge, keySource, type Realm } from './challenge.ts'
import { notFoundDetail } from './not-found-detail.ts'
import type { Busy, ProblemCode, ProblemFacts, SourceFault } from './problem-facts.ts'
import { rateLimitDetail } from './rate-limit-detail.ts'

export interface ProblemKind<F> {
  readonly status: number
  readonly title: string
  /** Returns the public sentence, which may contain only the facts. */
  readonly detail: (facts: F) => string
  /** A further sentence of the detail, with an address of this service. */
  readonly advice?: (facts: F, realm: Realm) => string | null
  /** The sentence for the operator on the machine of the service, where it advises what only the operator can do. */
  readonly operatorDetail?: (facts: F) => string
  /** Extension members of the body. */
  readonly members?: (facts: F) => Readonly<Record<string, unknown>>
  /** Additional response headers. */
  readonly headers?: (facts: F, realm: Realm) => Readonly<Record<string, string>>
}

const MAX_SHOWN = 80
const retryAfter = (facts: { readonly retryAfterSeconds: number }) => ({
  'Retry-After': String(facts.retryAfterSeconds),
})
const retryMember = (facts: { readonly retryAfterSeconds: number }) => ({
  retry_after: facts.retryAfterSeconds,
})

/** Followed by "again in … seconds". */
const BUSY: Readonly<Record<Busy, string>> = {
  too_many_calls: 'More calls arrive than this service can answer right now; try',
  queue_full: 'Too many polygons are being prepared right now; try',
  too_many_jobs: 'Too many jobs are waiting right now; try',
  took_too_long: 'Preparing this polygon took too long; try a lower detail, or',
  out_of_memory: 'Preparing this polygon took too much memory; try a lower detail, or',
}

/** Follows the name of the upstream service. */
const SOURCE_FAULTS: Readonly<Record<SourceFault, string>> = {
  unreachable: 'cannot be reached',
  refused: 'refuses the calls of this service',
  busy: 'is overloaded',
  endless: 'found no answer within its limit of steps',
  unusable: 'returned an unusable answer',
  failing: 'is not working at the moment',
  too_large: 'has more data than this service fetches for one call',
  spent:
    'will not be asked again today, because the daily budget of this service or your share of it is used up',
  crowded: 'already has too many calls from this service in progress',
  no_polygon: 'has no usable polygon of this boundary',
  unfounded: 'returned an answer that is not based on the description and known boundaries',
}

/** OAuth's error code, for standard clients (RFC 6749 §5.2). */
const oauthError = (error: string) => () => ({ error })

export const PROBLEMS: { readonly [C in ProblemCode]: ProblemKind<ProblemFacts[C]> } = {
  invalid_input: {
    status: 400,
    title: 'The input is not valid',
    detail: ({ issues }) =>
      issues.length === 1
        ? issues[0].message
        : `The input has ${issues.length} errors; see issues. The first: ${issues[0].message}`,
    members: ({ issues }) => ({ issues }),
  },
  access_denied: {
    status: 400,
    title: 'The sign-in was denied',
    detail: () => 'The user denied this sign-in. To ask again, start a new one.',
    members: oauthError('access_denied'),
  },
  expired_token: {
    status: 400,
    title: 'The sign-in has expired',
    detail: () =>
      'The sign-in was not approved in time, or the key was not fetched in time. Start a new sign-in.',
    members: oauthError('expired_token'),
  },
  invalid_grant: {
    status: 400,
    title: 'The device code is not valid',
    detail: () =>
      'This device code is unknown or was already used. Each code gives one key. Start a new sign-in.',
    members: oauthError('invalid_grant'),
  },
  unauthorized: {
    status: 401,
    title: 'A valid API key is required',
    detail: ({ reason, what }) => CREDENTIAL_NEEDED[reason](what),
    advice: ({ reason }, realm) => keySource(reason, realm),
    operatorDetail: ({ reason, what }) =>
      `${CREDENTIAL_NEEDED[reason](what)} "${METES} admin create-key --email ADDRESS" creates a key.`,
    headers: ({ reason, what }, realm) =>
      reason === 'invalid' || reason === 'expired' || reason === 'other_resource'
        ? challenge(realm, { error: 'invalid_token', error_description: CREDENTIAL_NEEDED[reason](what) })
        : challenge(realm, {}),
  },
  quota_exceeded: {
    status: 402,
    title: 'Not enough units left this month',
    detail: ({ allowance, used, units, resetsAt }) =>
      `This call costs ${counted(units, 'unit')}, but ${grouped(used)} of your ${grouped(allowance)} units of this month are used. The count resets at ${resetsAt}.`,
    members: ({ allowance, used, resetsAt }) => ({ allowance, used, resets_at: resetsAt }),
  },
  stale_form: {
    status: 403,
    title: 'The form has expired',
    detail: () =>
      'The form was not sent from a page of this service in this browser, or the page was open for too long. Open the page again and resend the form.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The app is not allowed to do this',
    detail: ({ op, scopes }) =>
      `${op} needs the scope ${scopes.join(' or ')}, which this access token does not have. Request the scope in a new authorization, or send an API key.`,
    members: ({ scopes }) => ({ scopes }),
    headers: ({ scopes }, realm) =>
      challenge(realm, { error: 'insufficient_scope', scope: scopes.join(' ') }),
  },
  foreign_origin: {
    status: 403,
    title: 'Pages of other sites may not call this',
    detail: ({ origin }) =>
      `The request comes from a page of ${shortened(origin, MAX_SHOWN)}. Only programs and pages of this service may call this address.`,
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: (facts) => notFoundDetail(facts, 'caller'),
    operatorDetail: (facts) => notFoundDetail(facts, 'operator'),
  },
  unknown_route: {
    status: 404,
    title: 'No such route',
    detail: ({ method, path }) =>
      `There is nothing at ${method} ${maskAddress(path)}. GET /v1 lists every operation with its routes.`,
  },
  unknown_tool: {
    status: 404,
    title: 'No such tool',
    detail: ({ name, closest }) =>
      `There is no tool ${shortened(name, MAX_SHOWN)}.${closest === null ? '' : ` Did you mean ${closest}?`}`,
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: ({ method, path, allowed }) =>
      `${maskAddress(path)} does not support ${method}. Allowed: ${allowed.join(', ')}.`,
    headers: ({ allowed }) => ({ Allow: allowed.join(', ') }),
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    detail: ({ headersSeconds, requestSeconds }) =>
      `The headers must arrive within ${headersSeconds} seconds and the whole request within ${requestSeconds}.`,
  },
  too_many_feeds: {
    status: 409,
    title: 'The account has too many feeds',
    detail: ({ max }) =>
      `An account can have ${max} feeds. Revoke unused ones on the account page, then try again.`,
  },
  too_many_keys: {
    status: 409,
    title: 'The account has too many keys',
    detail: ({ maxActive, maxNew }) =>
      `An account can have ${maxActive} keys that are not revoked, and create ${maxNew} in 24 hours. Revoke unused keys with revoke_key or on the account page, then try again.`,
    // OAuth has no closer code for an approved device that gets no key.
    members: oauthError('access_denied'),
  },
  too_many_files: {
    status: 409,
    title: 'The file quota of the account is used up',
    detail: ({ allowance, used, bytes, nextExpiry }) =>
      `The answer is a file of ${grouped(bytes)} bytes, and your files of areas and unions use ${grouped(used)} of ${grouped(allowance)} bytes. ${nextExpiry === null ? '' : `The next file expires at ${nextExpiry}. `}Request a lower detail, which needs no file, or wait until files expire.`,
    members: ({ allowance, used, nextExpiry }) => ({ allowance, used, next_expiry: nextExpiry }),
  },
  idempotency_conflict: {
    status: 409,
    title: 'The Idempotency-Key is in use',
    detail: (facts) =>
      facts.reason === 'running'
        ? `The call with the key "${shortened(facts.key, MAX_SHOWN)}" is still running; try again in ${counted(facts.retryAfterSeconds, 'second')}.`
        : `The key "${shortened(facts.key, MAX_SHOWN)}" was already used with another operation or input. Use a new key for each new call.`,
    members: (facts) => (facts.reason === 'running' ? retryMember(facts) : {}),
    headers: (facts): Readonly<Record<string, string>> =>
      facts.reason === 'running' ? retryAfter(facts) : {},
  },
  too_large: {
    status: 413,
    title: 'Too large',
    detail: (facts) => {
      if ('reason' in facts) return facts.reason
      if ('maxBytes' in facts) return `The ${facts.what} is larger than ${grouped(facts.maxBytes)} bytes.`
      return 'maxCount' in facts
        ? `The call has ${grouped(facts.count)} ${facts.what}; the limit is ${grouped(facts.maxCount)}.`
        : `The ${facts.what} have ${grouped(facts.points)} points; the limit is ${grouped(facts.maxPoints)}.`
    },
  },
  unsupported_media_type: {
    status: 415,
    title: 'The media type is not supported',
    detail: ({ received, expected }) => `The body is ${received}; send ${expected}.`,
  },
  unmappable_area: {
    status: 422,
    title: 'The description cannot be mapped',
    detail: ({ unmapped }) => {
      const [{ text, reason }] = unmapped
      const first = `"${shortened(text, MAX_SHOWN)}" cannot be mapped. ${reason}`
      return unmapped.length === 1
        ? first
        : `${counted(unmapped.length, 'phrase')} cannot be mapped; see unmapped. The first: ${first}`
    },
    members: ({ unmapped, notes, explanation }) => ({
      unmapped,
      notes,
      ...(explanation === undefined ? {} : { explanation }),
    }),
  },
  empty_area: {
    status: 422,
    title: 'The area is empty',
    detail: (facts) =>
      'selection' in facts
        ? `No boundaries are known for "${facts.selection}".`
        : `The excluded boundaries (${facts.excluded}) cover all of the included ones (${facts.included}).`,
  },
  authorization_pending: {
    status: 428,
    title: 'The sign-in is not approved yet',
    detail: ({ intervalSeconds, tooFast }) =>
      `${tooFast ? 'You are polling too often' : 'The user has not approved this sign-in yet'}; poll again in ${counted(intervalSeconds, 'second')}.`,
    members: ({ intervalSeconds }) => ({ error: 'authorization_pending', interval: intervalSeconds }),
  },
  rate_limited: {
    status: 429,
    title: 'Too many calls',
    detail: rateLimitDetail,
    members: retryMember,
    headers: retryAfter,
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    detail: ({ maxBytes }) => `The request line and headers are larger than ${grouped(maxBytes)} bytes.`,
  },
  cancelled: {
    // No standard status fits a disconnected caller; proxies log this one.
    status: 499,
    title: 'The call was cancelled',
    detail: () => 'The caller cancelled the call before the answer. Nothing was charged.',
  },
  internal_error: {
    status: 500,
    title: 'The service failed',
    detail: () => 'Something went wrong on our side. Report it with the request_id of this answer.',
  },
  job_interrupted: {
    status: 500,
    title: 'The job was interrupted',
    detail: () =>
      'Several servers crashed while they ran only this job, so it may be the cause. Nothing was charged. Request less at once, such as a lower detail or fewer boundaries, and report the request_id.',
  },
  source_unavailable: {
    status: 502,
    title: 'Upstream service failed',
    detail: ({ what, fault, reason, retryAfterSeconds }) => {
      const failure = `${what} ${SOURCE_FAULTS[fault]}`
      const again = `ry again in ${counted(retryAfterSeconds, 'second')}`
      if (fault === 'too_large')
        return `${failure}. The operator can import an OpenStreetMap extract that contains the place. Nothing was charged.`
      return reason === undefined
        ? `${failure}; t${again}. Nothing was charged.`
        : `${failure}. ${reason} T${again}. Nothing was charged.`
    },
    members: retryMember,
    headers: retryAfter,
  },
  overloaded: {
    status: 503,
    title: 'The service is busy',
    detail: ({ reason, retryAfterSeconds }) =>
      `${BUSY[reason]} again in ${counted(retryAfterSeconds, 'second')}.`,
    members: retryMember,
    headers: retryAfter,
  },
  too_many_connections: {
    status: 503,
    title: 'Too many connections',
    detail: ({ of, max, retryAfterSeconds }) =>
      of === 'address'
        ? `Your address (for IPv6, your /64) has ${max} connections open, which is the limit. Reuse them or close some; try again in ${counted(retryAfterSeconds, 'second')}.`
        : `The service has ${max} connections open, which is the limit; try again in ${counted(retryAfterSeconds, 'second')}.`,
    members: retryMember,
    headers: retryAfter,
  },
  not_ready: {
    status: 503,
    title: 'The service is not ready',
    detail: ({ reason }) => reason,
  },
  storage_full: {
    status: 503,
    title: 'No storage space left',
    detail: ({ retryAfterSeconds }) =>
      `This service has no storage space left for this call; try again in ${counted(retryAfterSeconds, 'second')}. Calls that store nothing still work. Nothing was charged.`,
    operatorDetail: () =>
      `No storage space is left for this call. Run "${METES} doctor" to see which disk is full, and free some space there. Nothing was charged.`,
    members: retryMember,
    headers: retryAfter,
  },
  database_unavailable: {
    status: 503,
    title: 'The database does not answer',
    detail: ({ retryAfterSeconds }) =>
      `The database of this service does not answer; try again in ${counted(retryAfterSeconds, 'second')}.`,
    members: retryMember,
    headers: retryAfter,
  },
  source_timeout: {
    status: 504,
    title: 'Upstream service timed out',
    detail: ({ what, retryAfterSeconds }) =>
      `${what} did not answer in time; try again in ${counted(retryAfterSeconds, 'second')}. Nothing was charged.`,
    members: retryMember,
    headers: retryAfter,
  },
}
