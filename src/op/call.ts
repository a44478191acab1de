/** A call as transports make it, and its outcome. */

import type { AccountCaller, Caller } from '../platform/caller.ts'
import type { RateLimitState } from '../platform/rate-limit/store.ts'
import type { AnyOp } from './define.ts'
import type { Problem } from './problem/problem.ts'
import type { OnProgress } from './progress.ts'
import type { RawInput } from './raw-input.ts'
import type { EncodedBody } from './response/encoded-body.ts'

export interface Call {
  readonly op: AnyOp
  /** The input as sent, the same each time; a promise when a body has to be read, which happens after the rate limit. */
  readonly readInput: () => RawInput | Promise<RawInput>
  readonly from: Extract<Caller, { kind: 'operator' }> | RemoteOrigin
  /** The state of the rate limit when the transport has counted the call already. */
  readonly counted?: RateLimitState | null | undefined
  readonly requestId: string
  readonly languages: readonly string[]
  /** Aborted when the caller disconnects. Created on demand, since few operations use it. */
  readonly signal: () => AbortSignal
  /** Whether the answer will be 304 Not Modified, which costs no units. */
  readonly isNotModified?: (output: unknown) => boolean
  /** Receives the steps of a long call. */
  readonly progress?: OnProgress
  /** The header as sent. */
  readonly idempotencyKey?: string | undefined
  /** The caller accepts this many bytes of a polygon in the answer; a larger one becomes a file. Absent: the limit of the service. */
  readonly maxInlineBytes?: number | undefined
  /** Set when the caller accepts a job instead of the answer. */
  readonly asyncPreference?: AsyncPreference | undefined
}

/** The preferences of a `Prefer: respond-async` header. */
export interface AsyncPreference {
  /** How long the caller waits for the answer before it accepts a job. */
  readonly waitSeconds: number
}

export interface RemoteOrigin {
  readonly kind: 'remote'
  /** The key as sent, or null. */
  readonly credential: string | null
  /** Address of the caller, as reported by trusted proxies. */
  readonly address: string
  /** The token in the address of a feed, which stands for any other credential. Only routes that read features take one. */
  readonly feedToken?: string
  /** Set for a call that our own map page makes for a person: the account of the session, or null for a visitor. */
  readonly explorer?: { readonly account: AccountCaller | null }
}

export type Outcome = { readonly rateLimit: RateLimitState | null } & (
  | {
      readonly ok: true
      readonly output: unknown | EncodedBody
      readonly caller: Caller
      /** The output is the kept answer of an earlier call with the same Idempotency-Key. */
      readonly repeated: boolean
      /** Set when the call became a job; the output is then the job. */
      readonly jobId: string | null
    }
  | { readonly ok: false; readonly problem: Problem }
)

/** The record of a finished call. */
export interface CallRecord {
  readonly op: string
  readonly requestId: string
  /** Null when the credential was invalid. */
  readonly caller: Caller | null
  /** Units spent: none for a failure, an unmodified answer, or a call that became a job. */
  readonly units: number
  /** The answer came from the cache, or was not modified. */
  readonly cacheHit: boolean
  readonly problem: Problem | null
  /** The call became a job, which gets its own record when it ends. */
  readonly deferred: boolean
  readonly durationMs: number
}

/** Cached answers are returned without a promise. */
export type Execute = (call: Call) => Outcome | Promise<Outcome>
