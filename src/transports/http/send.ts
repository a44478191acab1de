/** Writes an answer: conditional, compressed, and with the headers that every answer carries. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { ReadyBody } from '../../op/ready-body.ts'
import type { Coding } from '../../util/coding.ts'
import { heldTag, tagOf } from './conditional.ts'
import type { HttpAnswer } from './message.ts'
import { acceptedCoding } from './negotiate.ts'
import { securityHeaders } from './security-headers.ts'

/** Below this a compressed answer fills as many packets as a plain one. */
const LEAST_CODED_BYTES = 1_400

/** Pages of any site may call, and read every field: no such answer depends on cookies. */
const FOR_ANY_SITE: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  '*',
]

export const send = async (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  answer: HttpAnswer,
): Promise<void> => {
  const { status, body } = answer
  const readers = answer.sameOrigin === true ? [] : FOR_ANY_SITE
  const headers = [
    'X-Request-Id',
    requestId,
    ...securityHeaders(answer.headers),
    ...readers,
    ...answer.headers,
  ]
  if (!(body instanceof ReadyBody)) {
    response.writeHead(status, headers)
    if (body === null) response.end()
    else await sendStream(request, response, body)
    return
  }
  const coding = codingFor(request, body)
  if (status === 200) {
    const held = heldTag(request.method ?? '', request.headers['if-none-match'], body.etag)
    if (held !== null) {
      headers.push('ETag', held)
      response.writeHead(304, headers)
      response.end()
      return
    }
    headers.push('ETag', tagOf(body.etag, coding))
  }
  const bytes = coding === null ? body.bytes : await body.coded(coding)
  if (coding !== null) headers.push('Content-Encoding', coding)
  headers.push('Content-Type', typeOf(body.mediaType), 'Content-Length', String(bytes.byteLength))
  response.writeHead(status, headers)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** A client that leaves ends the stream; a stream that breaks ends the connection, so that nobody takes half a file for a whole. */
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
  await pipeline(body, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

const codingFor = (request: IncomingMessage, body: ReadyBody): Coding | null => {
  if (body.bytes.byteLength < LEAST_CODED_BYTES) return null
  const accepted = request.headers['accept-encoding']
  return accepted === undefined ? null : acceptedCoding(String(accepted))
}

/** Text is UTF-8 everywhere; JSON is by definition and takes no charset (RFC 8259 §11). */
const typeOf = (mediaType: string): string =>
  mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType
