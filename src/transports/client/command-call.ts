/** A call of an operation by commands and agents, in this process or on a server, and its answer. */
import type { Problem } from '../../client/index.ts'

/** The body of a problem (RFC 9457). It may come from a server with other codes. */
export type ProblemBody = Pick<Problem, 'title'> &
  Partial<Omit<Problem, 'code'>> & { readonly code?: string | undefined }

export type UnmappedPhrase = NonNullable<Problem['unmapped']>[number]

export type CallAnswer =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: ProblemBody }

export interface CallRequest {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
  /** BCP 47 tags of the preferred languages of names, best first; by default the local names. */
  readonly languages?: readonly string[]
  readonly signal: AbortSignal
  /** A larger Feature has the address of a file instead of a geometry. If absent, the service's limit applies. */
  readonly maxInlineBytes?: number
  /** The operation may take long, so a server is asked for a job. */
  readonly long?: boolean
  /** Receives the steps of a long call. */
  readonly progress?: (step: string) => void
}

export type CallOperation = (request: CallRequest) => Promise<CallAnswer>

/** Yields the content of a file in an answer, in pieces. */
export type OpenFile = (url: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>
