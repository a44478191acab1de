/** A request as endpoints see it, and an answer as they give it: nothing of Node's objects. */

import type { RemoteOrigin } from '../../op/call.ts'
import type { EncodedBody } from '../../op/response/encoded-body.ts'

/** Where a request goes. Requests with the same target mostly share one object, so what is made of it can be kept with it. */
export interface Location {
  /** Path without the query, not decoded. */
  readonly path: string
  /** Query without the question mark; empty without one. */
  readonly query: string
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>
}

export interface HttpRequest {
  readonly method: string
  readonly location: Location
  readonly requestId: string
  readonly origin: RemoteOrigin
  readonly languages: readonly string[]
  /** Value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined
  /** Aborted when the client has gone. */
  readonly signal: () => AbortSignal
  /** The JSON body; undefined when there is none. Read and checked when called. */
  readonly json: (maxBytes: number) => Promise<unknown>
  /** The fields of a form, as browsers send them; none when there is no body. Read and checked when called. */
  readonly form: () => Promise<URLSearchParams>
}

export interface HttpAnswer {
  readonly status: number
  /** A stream is sent as it comes, with the headers that are given and nothing done to it. */
  readonly body: EncodedBody | ReadableStream<Uint8Array> | null
  /** Names and values in turn: the form that Node writes fastest. */
  readonly headers: readonly string[]
  /** Not for pages of other sites to read: what was answered may depend on cookies. */
  readonly sameOrigin?: boolean
}

export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Template as in `Route.path` of an operation. */
  readonly path: string
  readonly endpoint: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>
  /** A page: its problems are pages, too, and other sites may not call it. */
  readonly servesHtml?: boolean
}
