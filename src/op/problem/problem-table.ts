/**
 * Every way a call can fail: one closed table of codes, each with its status, its title and the sentence that callers read, made
 * of the facts in `problem-details.ts`.
 */

import { shortened } from '../../util/shortened.ts'
import type { Busy, ProblemCode, ProblemFacts, SourceFault } from './problem-details.ts'

export interface ProblemKind<F> {
  readonly status: number
  readonly title: string
  /** The public sentence. Nothing that is not a fact of the call may enter it. */
  readonly detail: (facts: F) => string
  /** Members of the body beyond those every problem has. */
  readonly members?: (facts: F) => Readonly<Record<string, unknown>>
  /** Response headers that belong to the status. */
  readonly headers?: (facts: F, realm: Realm) => Readonly<Record<string, string>>
}

/** What of the service's own address the headers of a problem need. */
export interface Realm {
  readonly baseUrl: string
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
const MAX_SHOWN = 80
const quotedList = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(', ')
const retryAfter = (facts: { readonly retryAfterSeconds: number }) => ({
  'Retry-After': String(facts.retryAfterSeconds),
})
const retryMember = (facts: { readonly retryAfterSeconds: number }) => ({
  retry_after: facts.retryAfterSeconds,
})

/** What there is too much of; a time follows. */
const BUSY: Readonly<Record<Busy, string>> = {
  queue_full: 'Too many polygons are being prepared right now; try',
  too_many_jobs: 'Too many jobs are waiting right now; try',
  took_too_long: 'Preparing this polygon took too long; try a lower detail, or',
  out_of_memory: 'Preparing this polygon took too much memory; try a lower detail, or',
}

/** What went wrong with whom this service asked. */
const SOURCE_FAULTS: Readonly<Record<SourceFault, string>> = {
  unreachable: 'cannot be reached',
  refused: 'does not take the calls of this service',
  busy: 'has too much to do',
  endless: 'came to no answer in the steps that it has',
  unusable: 'gave no answer that can be used',
  failing: 'does not work at the moment',
  unfounded: 'gave an answer that does not rest on the description and on known boundaries',
}

const CREDENTIAL_NEEDED: Readonly<Record<ProblemFacts['unauthorized']['reason'], (what: string) => string>> =
  {
    missing: (what) =>
      `${what} needs an API key. Send it as "Authorization: Bearer <key>" or "X-API-Key: <key>".`,
    invalid: (what) => `The ${what} is malformed, unknown or revoked.`,
    unnamed: (what) =>
      `${what} is about an account. Set METES_API_KEY to a key of that account; "metes admin create-key --email ADDRESS" makes one.`,
  }

/** OAuth's own name of the failure, so that stock clients understand it (RFC 6749 §5.2). */
const oauthError = (error: string) => () => ({ error })

export const PROBLEMS: { readonly [C in ProblemCode]: ProblemKind<ProblemFacts[C]> } = {
  invalid_input: {
    status: 400,
    title: 'The input is not valid',
    detail: ({ issues }) =>
      issues.length === 1
        ? issues[0].message
        : `The input has ${issues.length} faults; see issues. The first: ${issues[0].message}`,
    members: ({ issues }) => ({ issues }),
  },
  access_denied: {
    status: 400,
    title: 'The sign-in was denied',
    detail: () => 'The person who was asked has denied this sign-in. Start a new one to ask again.',
    members: oauthError('access_denied'),
  },
  expired_token: {
    status: 400,
    title: 'The sign-in has expired',
    detail: () =>
      'Nobody approved this sign-in in time, or its key was not fetched in time. Start a new one.',
    members: oauthError('expired_token'),
  },
  invalid_grant: {
    status: 400,
    title: 'The device code is not valid',
    detail: () =>
      'This device code is unknown or has been used: each gives one key, once. Start a new sign-in.',
    members: oauthError('invalid_grant'),
  },
  unauthorized: {
    status: 401,
    title: 'A valid credential is needed',
    detail: ({ reason, what }) => CREDENTIAL_NEEDED[reason](what),
    // RFC 9728 §5.1 names the metadata, RFC 6750 §3.1 the error of a credential that was sent but does not hold.
    headers: ({ reason }, { baseUrl }) => ({
      'WWW-Authenticate': `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"${reason === 'invalid' ? ', error="invalid_token"' : ''}`,
    }),
  },
  quota_exceeded: {
    status: 402,
    title: 'The units of this month are used up',
    detail: ({ allowance, used, units, resetsAt }) =>
      `This call costs ${plural(units, 'unit')}; ${used} of the ${allowance} units of this month are used. The count starts anew at ${resetsAt}.`,
    members: ({ allowance, used, resetsAt }) => ({ allowance, used, resets_at: resetsAt }),
  },
  stale_form: {
    status: 403,
    title: 'The form has to be opened again',
    detail: () =>
      'It did not come from a page of this service that is open in this browser, or the page has grown old. Open the page again and send the form once more.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: ({ what, id, deleted, others = [], expiredAt }) => {
      if (expiredAt !== undefined)
        return `The ${what} "${id}" has expired: it was kept until ${expiredAt}. Files of areas and unions are kept for a while only; make the call again for a new one.`
      const first =
        deleted === true
          ? `The ${what} "${id}" was deleted at its source`
          : `No ${what} "${id}" is known here`
      const known = others.length === 0 ? `${first}.` : `${first}. Not known either: ${quotedList(others)}.`
      return what === 'boundary' && deleted !== true
        ? `${known} Import an OpenStreetMap extract that has it: metes import FILE.osm.pbf.`
        : known
    },
  },
  unknown_route: {
    status: 404,
    title: 'No such route',
    detail: ({ method, path }) =>
      `There is nothing at ${method} ${path}. GET /v1 lists every operation with its routes.`,
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    detail: ({ method, path, allowed }) => `${path} does not take ${method}; it takes ${allowed.join(', ')}.`,
    headers: ({ allowed }) => ({ Allow: allowed.join(', ') }),
  },
  request_timeout: {
    status: 408,
    title: 'The request came too slowly',
    detail: ({ headersSeconds, requestSeconds }) =>
      `The headers of a request must be complete within ${headersSeconds} seconds, all of it within ${requestSeconds}.`,
  },
  too_many_keys: {
    status: 409,
    title: 'The account has too many keys',
    detail: ({ maxActive, maxNew }) =>
      `An account has at most ${maxActive} keys that are not revoked, and makes at most ${maxNew} in 24 hours. Revoke what is not used any more, with revoke_key or on the account page, then ask again.`,
    // The nearest that OAuth has for a device whose sign-in was approved and still gets no key.
    members: oauthError('access_denied'),
  },
  too_many_files: {
    status: 409,
    title: 'The files of the account take up too much room',
    detail: ({ allowance, used, bytes, nextExpiry }) =>
      `The answer is a file of ${bytes} bytes; of the ${allowance} bytes that files of your areas and unions may have together, ${used} are used. ${nextExpiry === null ? '' : `The first of them expires at ${nextExpiry}. `}Ask for a lower detail, which needs no file, or wait until there is room.`,
    members: ({ allowance, used, nextExpiry }) => ({ allowance, used, next_expiry: nextExpiry }),
  },
  idempotency_conflict: {
    status: 409,
    title: 'The Idempotency-Key belongs to another call',
    detail: (facts) =>
      facts.reason === 'running'
        ? `The call with the key "${shortened(facts.key, MAX_SHOWN)}" is still running; ask again in ${plural(facts.retryAfterSeconds, 'second')} for its answer.`
        : `The key "${shortened(facts.key, MAX_SHOWN)}" was sent with another operation or another input before. Send a new key with a new call.`,
    members: (facts) => (facts.reason === 'running' ? retryMember(facts) : {}),
    headers: (facts): Readonly<Record<string, string>> =>
      facts.reason === 'running' ? retryAfter(facts) : {},
  },
  too_large: {
    status: 413,
    title: 'Too large',
    detail: (facts) =>
      'maxBytes' in facts
        ? `The ${facts.what} is larger than ${facts.maxBytes} bytes.`
        : `The ${facts.what} have ${facts.points} points; at most ${facts.maxPoints} are taken at once.`,
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
        : `${plural(unmapped.length, 'phrase')} cannot be mapped; see unmapped. The first: ${first}`
    },
    members: ({ unmapped, notes }) => ({ unmapped, notes }),
  },
  empty_area: {
    status: 422,
    title: 'Nothing is left of the area',
    detail: ({ included, excluded }) =>
      `The excluded boundaries (${excluded}) cover all of the included ones (${included}), so nothing is left.`,
  },
  authorization_pending: {
    status: 428,
    title: 'The sign-in is not approved yet',
    detail: ({ intervalSeconds, tooFast }) =>
      `${tooFast ? 'You ask too often' : 'Nobody has approved this sign-in yet'}; ask again in ${plural(intervalSeconds, 'second')}.`,
    members: ({ intervalSeconds }) => ({ error: 'authorization_pending', interval: intervalSeconds }),
  },
  rate_limited: {
    status: 429,
    title: 'Too many calls',
    detail: (facts) =>
      'calls' in facts
        ? `At most ${plural(facts.calls, 'call')} in ${plural(facts.windowSeconds, 'second')} are allowed; try again in ${plural(facts.retryAfterSeconds, 'second')}.`
        : 'unpaidCalls' in facts
          ? `At most ${plural(facts.unpaidCalls, 'call')} in ${plural(facts.windowSeconds, 'second')} may cost much work and end without a result; try again in ${plural(facts.retryAfterSeconds, 'second')}.`
          : 'jobs' in facts
            ? `At most ${plural(facts.jobs, 'job')} of an account wait and run at once; try again in ${plural(facts.retryAfterSeconds, 'second')}.`
            : `At most ${plural(facts.maxPerDay, facts.noun)} a day are allowed; the next day begins, in UTC, in ${plural(facts.retryAfterSeconds, 'second')}.`,
    members: retryMember,
    headers: retryAfter,
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    detail: ({ maxBytes }) => `Request line and headers together are larger than ${maxBytes} bytes.`,
  },
  cancelled: {
    // No standard has a status for an answer that nobody waits for; proxies write this one into their logs.
    status: 499,
    title: 'The call was cancelled',
    detail: () => 'Whoever made this call has ended it before it was answered. Nothing was charged.',
  },
  internal_error: {
    status: 500,
    title: 'The service failed',
    detail: () => 'Something broke on our side. Report it with the request_id of this answer.',
  },
  job_interrupted: {
    status: 500,
    title: 'The job was interrupted',
    detail: () =>
      'The servers that ran this job ended before it was done, more than once. Nothing was charged. Make the call again, and report it with the request_id when it ends like this once more.',
  },
  source_unavailable: {
    status: 502,
    title: 'Upstream service failed',
    detail: ({ what, fault, retryAfterSeconds }) =>
      `${what} ${SOURCE_FAULTS[fault]}; try again in ${plural(retryAfterSeconds, 'second')}. Nothing was charged.`,
    members: retryMember,
    headers: retryAfter,
  },
  overloaded: {
    status: 503,
    title: 'The service is busy',
    detail: ({ reason, retryAfterSeconds }) =>
      `${BUSY[reason]} again in ${plural(retryAfterSeconds, 'second')}.`,
    members: retryMember,
    headers: retryAfter,
  },
  too_many_connections: {
    status: 503,
    title: 'Too many connections',
    detail: ({ of, max, retryAfterSeconds }) =>
      of === 'address'
        ? `Your address (of IPv6 your /64) has ${max} connections open, as many as it may. Send further calls over those, or close some; try again in ${plural(retryAfterSeconds, 'second')}.`
        : `The service has ${max} connections open, as many as it takes; try again in ${plural(retryAfterSeconds, 'second')}.`,
    members: retryMember,
    headers: retryAfter,
  },
  not_ready: {
    status: 503,
    title: 'The service is not ready',
    detail: ({ reason }) => reason,
  },
  source_timeout: {
    status: 504,
    title: 'Upstream service timed out',
    detail: ({ what, retryAfterSeconds }) =>
      `${what} did not answer in time; try again in ${plural(retryAfterSeconds, 'second')}. Nothing was charged.`,
    members: retryMember,
    headers: retryAfter,
  },
}
