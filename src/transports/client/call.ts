/** A call of an operation as commands and agents make it, in this process or on a server, and its answer. */

/** A problem body (RFC 9457) as far as it is printed. */
export interface ProblemBody {
  /** Address of the page about the error. */
  readonly type?: string
  readonly title: string
  readonly detail?: string
  readonly status?: number
  readonly code?: string
  readonly request_id?: string
  /** Seconds to wait, of a sign-in that is not approved yet. */
  readonly interval?: number
  /** Seconds to wait, of too many calls. */
  readonly retry_after?: number
  readonly issues?: readonly { readonly path?: string; readonly message: string }[]
  /** Of a description that cannot be mapped. */
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
  /** BCP 47 tags of the languages that names are wanted in, most wanted first; empty for the local names. */
  readonly languages: readonly string[]
  readonly signal: AbortSignal
  /** Larger Features name a file instead of having a geometry. Absent: the limit of the service. */
  readonly maxInlineBytes?: number
  /** The operation may take long; a server is asked to answer later. */
  readonly long?: boolean
  /** Receives the steps of a long call. */
  readonly progress?: (step: string) => void
}

export type Call = (request: CallRequest) => Promise<Answer>

/** The content of a file that an answer names, in pieces. */
export type OpenFile = (url: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>
