/** A call of an operation by commands and agents, in this process or on a server, and its answer. */

/** The printed members of a problem body (RFC 9457). */
export interface ProblemBody {
  /** Address of the page about the error. */
  readonly type?: string
  readonly title: string
  readonly detail?: string
  readonly status?: number
  readonly code?: string
  readonly request_id?: string
  /** Seconds to wait until the next poll of a sign-in that is not approved yet. */
  readonly interval?: number
  /** Seconds to wait after too many calls. */
  readonly retry_after?: number
  readonly issues?: readonly { readonly path?: string; readonly message: string }[]
  /** Set for a description that cannot be mapped. */
  readonly unmapped?: readonly UnmappedPhrase[]
}

export interface UnmappedPhrase {
  readonly text: string
  readonly reason: string
  readonly candidates: readonly {
    readonly id: string
    readonly name: string
    readonly kind: string
    readonly parents: readonly { readonly name: string }[]
  }[]
}

export type Answer =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: ProblemBody }

export interface CallRequest {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
  /** BCP 47 tags of the preferred languages of names, best first; empty for the local names. */
  readonly languages: readonly string[]
  readonly signal: AbortSignal
  /** A larger Feature has the address of a file instead of a geometry. If absent, the service's limit applies. */
  readonly maxInlineBytes?: number
  /** The operation may take long, so a server is asked for a job. */
  readonly long?: boolean
  /** Receives the steps of a long call. */
  readonly progress?: (step: string) => void
}

export type Call = (request: CallRequest) => Promise<Answer>

/** Yields the content of a file in an answer, in pieces. */
export type OpenFile = (url: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>
