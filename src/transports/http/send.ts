/** Sends an answer: handles conditions, compression and common headers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import type { Coding } from '../../util/compression.ts'
import { type NowOrLater, thenOrNow } from '../../util/now-or-later.ts'
import { FOR_ANY_SITE } from './cors.ts'
import { matchIfNoneMatch, tagOf } from './entity-tags.ts'
import type { HttpAnswer, NodeHandler } from './message.ts'
import { acceptedCoding } from './negotiate.ts'
import { securityHeaders } from './security-headers.ts'

/** A smaller answer fits into one packet anyway. */
const MIN_CODED_BYTES = 1_400

/** A stream that is silent for this long is considered dead. */
const IDLE_TIMEOUT_MS = 300_000

/** Returns a promise only for streams and for bodies that still have to be compressed. */
export const send = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  answer: HttpAnswer,
): NowOrLater<void> => {
  const { status, body } = answer
  if (typeof body === 'function') return delegate(request, response, requestId, answer, body)
  if (!(body instanceof EncodedBody)) {
    response.writeHead(status, answerHeaders(answer, requestId))
    if (body !== null) return sendStream(request, response, body)
    response.end()
    return
  }
  const held =
    status === 200
      ? matchIfNoneMatch(request.method ?? '', request.headers['if-none-match'], body.etag)
      : null
  if (held !== null) {
    response.writeHead(304, [...answerHeaders(answer, requestId), 'ETag', held])
    response.end()
    return
  }
  const coding = codingFor(request, body)
  const coded = coding === null ? body.bytes : body.coded(coding)
  const sendCoded = (bytes: Uint8Array): void => {
    const headers = answerHeaders(answer, requestId)
    if (status === 200) headers.push('ETag', tagOf(body.etag, coding))
    if (coding !== null) headers.push('Content-Encoding', coding)
    headers.push('Content-Type', contentTypeOf(body.mediaType), 'Content-Length', String(bytes.byteLength))
    response.writeHead(status, headers)
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }
  return thenOrNow(coded, sendCoded)
}

const delegate = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  answer: HttpAnswer,
  handler: NodeHandler,
): Promise<void> => {
  response.statusCode = answer.status
  const headers = answerHeaders(answer, requestId)
  for (let index = 0; index < headers.length; index += 2)
    response.setHeader(headers[index], headers[index + 1])
  return handler(request, response)
}

const FOR_THIS_SITE: readonly string[] = []

/** Alternating names and values, the form that Node writes fastest. */
const answerHeaders = ({ headers, sameOrigin }: HttpAnswer, requestId: string): string[] => [
  'X-Request-Id',
  requestId,
  ...securityHeaders(headers),
  ...(sameOrigin === true ? FOR_THIS_SITE : FOR_ANY_SITE),
  ...headers,
]

/**
 * A disconnected client ends the stream. A failed stream closes the connection, so that no client mistakes half a file for
 * the whole.
 */
const sendStream = async (
  request: IncomingMessage,
  response: ServerResponse,
  body: ReadableStream<Uint8Array>,
): Promise<void> => {
  if (request.method === 'HEAD') {
    await body.cancel()
    response.end()
    return
  }
  request.socket.setTimeout(IDLE_TIMEOUT_MS)
  await pipeline(body, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

const codingFor = (request: IncomingMessage, body: EncodedBody): Coding | null => {
  if (body.bytes.byteLength < MIN_CODED_BYTES) return null
  const accepted = request.headers['accept-encoding']
  return accepted === undefined ? null : acceptedCoding(String(accepted))
}

/** Text is UTF-8 everywhere; JSON is by definition and takes no charset (RFC 8259 §11). */
const contentTypeOf = (mediaType: string): string =>
  mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType
