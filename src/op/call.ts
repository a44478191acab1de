/** A call as transports make it, and its outcome. */

import type { AccountCaller, Caller } from '../platform/caller.ts'
import type { ResourcePath } from '../platform/oauth/resources.ts'
import type { RateLimitState } from '../platform/rate-limit/store.ts'
import type { NowOrLater } from '../util/now-or-later.ts'
import type { AnyOp } from './define.ts'
import type { Problem } from './problem/problem.ts'
import type { OnProgress } from './progress.ts'
import type { RawInput } from './raw-input.ts'
import type { EncodedBody } from './response/encoded-body.ts'

/** How a call arrived, for the metrics: `http` is our own pages, `cli` the command line. */
export type Transport = 'rest' | 'http' | 'rpc' | 'mcp' | 'cli' | 'ogc' | 'tiles'

export interface Call {
  readonly op: AnyOp
  readonly transport: Transport
  /**
   * Reads the input as sent, with the same result each time; a promise if a body has to be read, which happens after the
   * rate limit.
   */
  readonly readInput: () => NowOrLater<RawInput>
  readonly from: Extract<Caller, { kind: 'operator' }> | RemoteOrigin
  /** State of the rate limit, if the transport has counted the call already. */
  readonly counted?: RateLimitState | null | undefined
  readonly requestId: string
  readonly languages: readonly string[]
  /** Aborted when the caller disconnects. Created on demand, since few operations use it. */
  readonly signal: () => AbortSignal
  /** True if the answer will be 304 Not Modified, which costs no units. */
  readonly isNotModified?: (output: unknown) => boolean
  /** Receives the steps of a long call. */
  readonly progress?: OnProgress
  /** The header as sent. */
  readonly idempotencyKey?: string | undefined
  /**
   * The caller accepts this many bytes of a polygon in the answer; a larger one becomes a file. If absent, the service's
   * limit applies.
   */
  readonly maxInlineBytes?: number | undefined
  /** Set if the caller accepts a job instead of the answer. */
  readonly asyncPreference?: AsyncPreference | undefined
}

/** The preferences of a `Prefer: respond-async` header. */
export interface AsyncPreference {
  /** Time that the caller waits for the answer before accepting a job. */
  readonly waitSeconds: number
}

export interface RemoteOrigin {
  readonly kind: 'remote'
  /** The key as sent, or null. */
  readonly credential: string | null
  /** Address of the caller, as reported by trusted proxies. */
  readonly address: string
  /** The called resource, for which a token must be valid; absent for the API. */
  readonly resourcePath?: ResourcePath
  /** Token in the address of a feed, which replaces any other credential. Only routes that read features accept one. */
  readonly feedToken?: string
  /** Set for a call from our own map page: the account of the session, or null for a visitor. */
  readonly explorer?: { readonly account: AccountCaller | null }
}

export type Outcome = { readonly rateLimit: RateLimitState | null } & (
  | {
      readonly ok: true
      readonly output: unknown | EncodedBody
      readonly caller: Caller
      /** True if the output is the stored answer of an earlier call with the same Idempotency-Key. */
      readonly repeated: boolean
      /** Set if the call became a job, which is then the output. */
      readonly jobId: string | null
    }
  | { readonly ok: false; readonly problem: Problem }
)

/** The record of a finished call. */
export interface CallRecord {
  readonly op: string
  /** Null for a job. */
  readonly transport: Transport | null
  readonly requestId: string
  /** Null if the credential was invalid. */
  readonly caller: Caller | null
  /** Units spent: 0 for a failure, an unmodified answer, or a call that became a job. */
  readonly units: number
  /** True if the answer came from the cache, or was not modified. */
  readonly cacheHit: boolean
  readonly problem: Problem | null
  /** True if the call became a job, which gets its own record when it ends. */
  readonly deferred: boolean
  readonly durationMs: number
}

/** Returns cached answers without a promise. */
export type Execute = (call: Call) => NowOrLater<Outcome>
