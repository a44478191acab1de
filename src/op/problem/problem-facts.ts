/** The facts of each problem code. `problem-statuses-and-texts.ts` turns them into sentences. */

/** One invalid field of the input. */
export interface Issue {
  /** Dotted path of the field, `points.3.0`; empty for the input as a whole. */
  readonly path: string
  /** A full sentence with the field and the expected value. */
  readonly message: string
  /** Code for programs: `unknown_field`, `wrong_type`, `out_of_range` … */
  readonly code: string
}

/** A phrase of an area description that could not be mapped to a boundary. */
export interface UnmappedPhrase {
  /** As written in the description. */
  readonly text: string
  /** Why it could not be mapped, and what to do, in full sentences. */
  readonly reason: string
  /** Possible boundaries, as in the answer of search_boundaries. */
  readonly candidates: readonly object[]
}

/** The facts of each problem, by code. */
export interface ProblemFacts {
  invalid_input: { readonly issues: readonly Issue[] }
  access_denied: Record<never, never>
  expired_token: Record<never, never>
  invalid_grant: Record<never, never>
  unauthorized: {
    /**
     * `missing_password`: the program sends keys as passwords. `other_resource`: the token is for another resource of this service.
     * `unnamed`: the operator did not set METES_API_KEY.
     */
    readonly reason: 'missing' | 'missing_password' | 'invalid' | 'expired' | 'other_resource' | 'unnamed'
    readonly what: string
  }
  insufficient_scope: {
    readonly op: string
    /** Any of these is enough. */
    readonly scopes: readonly string[]
  }
  stale_form: Record<never, never>
  foreign_origin: { readonly origin: string }
  quota_exceeded: {
    readonly allowance: number
    readonly used: number
    readonly units: number
    readonly resetsAt: string
  }
  not_found: {
    readonly what: string
    readonly id: string
    readonly deleted?: boolean
    /** The live map was asked and does not have it either. */
    readonly askedMap?: boolean
    /** Set if every caller is the operator. */
    readonly reader?: 'operator'
    /** Other unknown ids of the same call. */
    readonly others?: readonly string[]
    /** Facts about the codes among the unknown ids: full sentences. */
    readonly codes?: readonly { readonly text: string; readonly isMissing: boolean }[]
    /** RFC 3339 UTC: time of the expiry. */
    readonly expiredAt?: string
  }
  unknown_route: { readonly method: string; readonly path: string }
  unknown_tool: { readonly name: string; readonly closest: string | null }
  method_not_allowed: { readonly method: string; readonly path: string; readonly allowed: readonly string[] }
  idempotency_conflict:
    | { readonly key: string; readonly reason: 'other_call' }
    | { readonly key: string; readonly reason: 'running'; readonly retryAfterSeconds: number }
  request_timeout: { readonly headersSeconds: number; readonly requestSeconds: number }
  too_many_files: {
    /** Bytes allowed for the account's files, bytes used, and bytes of the file that does not fit. */
    readonly allowance: number
    readonly used: number
    readonly bytes: number
    /** RFC 3339 UTC: expiry of the next file; null if there is none. */
    readonly nextExpiry: string | null
  }
  too_many_feeds: { readonly max: number }
  too_many_keys: { readonly maxActive: number; readonly maxNew: number }
  too_large:
    | { readonly what: string; readonly maxBytes: number }
    | { readonly what: string; readonly points: number; readonly maxPoints: number }
    | { readonly what: string; readonly count: number; readonly maxCount: number }
    /** A full sentence. */
    | { readonly reason: string }
  unsupported_media_type: { readonly received: string; readonly expected: string }
  unmappable_area: {
    readonly unmapped: readonly UnmappedPhrase[]
    /** Further hints for the author, in full sentences. */
    readonly notes: readonly string[]
    /** Each way to read the description, if the caller asks. */
    readonly explanation?: readonly object[]
  }
  empty_area: { readonly included: number; readonly excluded: number } | { readonly selection: string }
  authorization_pending: { readonly intervalSeconds: number; readonly tooFast: boolean }
  rate_limited:
    | {
        readonly calls: number
        readonly windowSeconds: number
        readonly retryAfterSeconds: number
        /** For callers without a key: what one allows, null for any number; absent where it allows no more. */
        readonly callsWithKey?: number | null
      }
    | {
        readonly unpaidCalls: number
        /** Above this, a call counts. */
        readonly processorMs: number
        readonly windowSeconds: number
        readonly retryAfterSeconds: number
      }
    | {
        /** The calls of an address without a key, in which the map page counts `processorMs` as one. */
        readonly visitorCalls: number
        readonly processorMs: number
        readonly windowSeconds: number
        readonly retryAfterSeconds: number
      }
    | { readonly noun: string; readonly maxPerDay: number; readonly retryAfterSeconds: number }
    | { readonly jobs: number; readonly retryAfterSeconds: number }
    | {
        /** The limit of one visitor of the explorer, in calls an hour, or of all visitors together, in units an hour. */
        readonly demonstration: 'visitor' | 'visitors'
        readonly max: number
        readonly retryAfterSeconds: number
      }
  too_many_connections: {
    readonly of: 'address' | 'service'
    readonly max: number
    readonly retryAfterSeconds: number
  }
  headers_too_large: { readonly maxBytes: number }
  cancelled: Record<never, never>
  internal_error: Record<never, never>
  job_interrupted: Record<never, never>
  source_unavailable: {
    /** The subject of the sentence, capitalized. */
    readonly what: string
    readonly fault: SourceFault
    /** Full sentences for callers; only of `no_polygon`. */
    readonly reason?: string
    readonly retryAfterSeconds: number
  }
  overloaded: {
    readonly reason: Busy
    readonly retryAfterSeconds: number
  }
  not_ready: { readonly reason: string }
  storage_full: { readonly retryAfterSeconds: number }
  database_unavailable: { readonly retryAfterSeconds: number }
  source_timeout: { readonly what: string; readonly retryAfterSeconds: number }
}

export type ProblemCode = keyof ProblemFacts

/** Why the service is overloaded. */
export type Busy = 'too_many_calls' | 'queue_full' | 'too_many_jobs' | 'took_too_long' | 'out_of_memory'

/** How an upstream service failed. */
export type SourceFault =
  | 'unreachable'
  | 'refused'
  | 'busy'
  | 'endless'
  | 'unusable'
  | 'failing'
  | 'unfounded'
  | 'too_large'
  | 'spent'
  | 'crowded'
  | 'no_polygon'
