/** A call as transports hand it over, and what comes of it. */

import type { Caller } from '../platform/caller.ts'
import type { RateLimitState } from '../platform/rate-limit/store.ts'
import type { AnyOp } from './define.ts'
import type { Problem } from './problem/problem.ts'
import type { Tell } from './progress.ts'
import type { RawInput } from './raw-input.ts'
import type { EncodedBody } from './response/encoded-body.ts'

export interface Call {
  readonly op: AnyOp
  /** The input as it was sent, the same each time; a promise where a body is read, which is done after the call was counted. */
  readonly readInput: () => RawInput | Promise<RawInput>
  readonly from: Extract<Caller, { kind: 'operator' }> | RemoteOrigin
  readonly requestId: string
  readonly languages: readonly string[]
  /** Aborted when the caller has gone. Made when asked for: few operations ask. */
  readonly signal: () => AbortSignal
  /** Whether the caller has this answer already, and will only be told so: then it costs no units. */
  readonly isNotModified?: (output: unknown) => boolean
  /** Hears the steps of a long call. */
  readonly progress?: Tell
  /** As it was sent. */
  readonly idempotencyKey?: string | undefined
  /** The caller takes a job for an answer. */
  readonly deferral?: AsyncPreference | undefined
}

/** How a caller wants to be answered later. */
export interface AsyncPreference {
  /** It waits so long itself, and only then takes a job for an answer. */
  readonly waitSeconds: number
}

export interface RemoteOrigin {
  readonly kind: 'remote'
  /** The key as it was sent, or null. */
  readonly credential: string | null
  /** Address of the caller, the proxy's word for it where proxies are trusted. */
  readonly address: string
}

export type Outcome = { readonly rateLimit: RateLimitState | null } & (
  | {
      readonly ok: true
      readonly output: unknown | EncodedBody
      readonly caller: Caller
      /** It is the kept answer of an earlier call with the same Idempotency-Key. */
      readonly repeated: boolean
      /** Of the job whose body the output is: the call is answered later. */
      readonly jobId: string | null
    }
  | { readonly ok: false; readonly problem: Problem }
)

/** What is known of a call when it is over. */
export interface CallRecord {
  readonly op: string
  readonly requestId: string
  /** Null when the credential was not good. */
  readonly caller: Caller | null
  /** Units spent: none for a failure, none for what the caller held already, and none yet for what has become a job. */
  readonly units: number
  /** The answer was ready, or held by the caller. */
  readonly cacheHit: boolean
  readonly problem: Problem | null
  /** It has become a job, which has a record of its own when it ends. */
  readonly deferred: boolean
  readonly durationMs: number
}

/** What is known at once is answered at once: of a hot answer no promise is made. */
export type Execute = (call: Call) => Outcome | Promise<Outcome>
