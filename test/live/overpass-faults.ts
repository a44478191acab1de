/** The ways in which servers of Overpass fail. `body` is the right answer. */
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

export type Fault = (response: ServerResponse, body: string) => void

export const sendJson = (response: ServerResponse, body: string): void => {
  response.setHeader('content-type', 'application/json')
  response.end(body)
}

/** The server rests for so many seconds, or until it is asked again where it does not say. */
export const refused =
  (status: number, retryAfterSeconds?: number): Fault =>
  (response) => {
    response.writeHead(
      status,
      retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
    )
    response.end()
  }

const withElements = (body: string, change: (elements: Record<string, unknown>[]) => unknown): string => {
  const answer = JSON.parse(body)
  return JSON.stringify({ ...answer, elements: change(answer.elements) })
}

export const FAULTS: readonly Fault[] = [
  // A page of the proxy in front, with status 200.
  (response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<html><body>Service unavailable</body></html>')
  },
  (response) => sendJson(response, '<html></html>'),
  (response, body) =>
    sendJson(
      response,
      JSON.stringify({
        ...JSON.parse(body),
        elements: [],
        remark: 'runtime error: Query timed out in "query" at line 1 after 91 seconds.',
      }),
    ),
  (response, body) =>
    sendJson(
      response,
      JSON.stringify({ ...JSON.parse(body), remark: 'runtime error: Query run out of memory' }),
    ),
  // Ends in the middle, with and without an orderly end of the transfer.
  (response, body) => sendJson(response, body.slice(0, body.length >> 1)),
  (response, body) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-length', body.length)
    response.write(body.slice(0, body.length >> 1), () => response.destroy())
  },
  // Whole JSON, of half the elements.
  (response, body) =>
    sendJson(
      response,
      withElements(body, (elements) => elements.slice(0, 2)),
    ),
  (response, body) =>
    sendJson(
      response,
      withElements(body, () => []),
    ),
  (response, body) =>
    sendJson(
      response,
      withElements(body, (elements) => elements.filter(({ type }) => type !== 'way')),
    ),
  (response, body) =>
    sendJson(
      response,
      withElements(body, (elements) => elements.filter(({ type }) => type !== 'relation')),
    ),
  (response, body) =>
    sendJson(
      response,
      withElements(body, (elements) => elements.map(({ geometry: _, ...element }) => element)),
    ),
  (response, body) =>
    sendJson(
      response,
      withElements(body, (elements) =>
        elements.map((element) =>
          Array.isArray(element.geometry)
            ? { ...element, geometry: [null, ...element.geometry.slice(1)] }
            : element,
        ),
      ),
    ),
  (response) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-encoding', 'gzip')
    response.end(BOMB)
  },
  (response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/api/interpreter' })
    response.end()
  },
  refused(429),
  (response) => {
    response.writeHead(504)
    response.end('too busy')
  },
  refused(503, 1),
  (response) => {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end('{"elements":[]}')
  },
  // Never ends.
  (response) => {
    response.setHeader('content-type', 'application/json')
    response.write('{"elements":[')
  },
  (response) => void response.destroy(),
]

/** 300 MB of spaces, in a hundred members (RFC 1952), because compressing them as one takes seconds. */
const BOMB = Buffer.concat(Array(100).fill(gzipSync(Buffer.alloc(3_000_000, 0x20), { level: 9 })))
