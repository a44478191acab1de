/** Requests and answers of endpoints, independent of Node's objects. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RemoteOrigin } from '../../op/call.ts'
import type { EncodedBody } from '../../op/response/encoded-body.ts'
import type { ResourcePath } from '../../platform/oauth/resources.ts'
import type { NowOrLater } from '../../util/now-or-later.ts'

/** The target of a request. Requests with the same target usually share one object, so derived values can be cached with it. */
export interface Location {
  /** Path without the query, still percent-encoded. */
  readonly path: string
  /** Query without the question mark; empty if there is none. */
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
  /** Value of a header; the name is in lower case. */
  readonly header: (name: string) => string | undefined
  /** Aborted when the client disconnects. */
  readonly signal: () => AbortSignal
  /** Returns the JSON body; undefined if there is none. Read and checked when called. */
  readonly json: (maxBytes: number) => Promise<unknown>
  /** Returns the fields of a form; none if there is no body. Read and checked when called. */
  readonly form: () => Promise<URLSearchParams>
}

/** Writes the answer itself, after the headers were set; it may replace them. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export interface HttpAnswer {
  /** A handler sets another one. */
  readonly status: number
  /** A stream is sent unchanged with the given headers. */
  readonly body: EncodedBody | ReadableStream<Uint8Array> | NodeHandler | null
  /** Alternating names and values, the form that Node writes fastest. */
  readonly headers: readonly string[]
  /** Set if pages of other sites must not read the answer, unless its headers allow them. */
  readonly sameOrigin?: boolean
}

export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Template as in `Route.path` of an operation. */
  readonly path: string
  /** False for decoded parameters that belong to another, less specific route. If absent, all belong to this one. */
  readonly accepts?: (params: Readonly<Record<string, string>>) => boolean
  readonly endpoint: (request: HttpRequest) => NowOrLater<HttpAnswer>
  /** The path of a route that is a protected resource with its own metadata (RFC 9728). */
  readonly resourcePath?: ResourcePath
  /** Tells whether pages of this origin may call the route. If absent, pages of any site may. */
  readonly allowsOrigin?: (origin: string) => boolean
  /** Answered even when the service is overloaded, because it tells whether it is alive. */
  readonly isProbe?: boolean
  /** The route is a page: its problems are pages too, and other sites may not call it. */
  readonly servesHtml?: boolean
}
