/** A Nominatim of the made-up world of `scripted-overpass.ts`, over HTTP, that fails in the ways that such servers fail: "Place N" is relation N, a city to structured searches. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { serveLocally } from '../support/local-server.ts'

export interface ScriptedNominatim {
  /** Address below which `/search` lies. */
  readonly url: string
  readonly requests: readonly SearchRequest[]
  /** What the next requests get, one each; then they are answered. */
  readonly faults: Fault[]
  readonly close: () => Promise<void>
}

export interface SearchRequest {
  /** By a clock that never goes back. */
  readonly atMs: number
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
}

type Fault = (response: ServerResponse, body: string) => void

export const serveScriptedNominatim = async (): Promise<ScriptedNominatim> => {
  const requests: SearchRequest[] = []
  const faults: Fault[] = []
  const server = await serveLocally((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    requests.push({
      atMs: performance.now(),
      path: pathname,
      parameters: Object.fromEntries(searchParams),
      headers: request.headers,
    })
    const body = JSON.stringify(resultsFor(searchParams.get('q') ?? searchParams.get('city') ?? ''))
    const fault = faults.shift()
    if (fault === undefined) sendJson(response, body)
    else fault(response, body)
  })
  return {
    ...server,
    requests,
    faults,
  }
}

/** A road of the name first, as Nominatim mixes them; nothing for other names. */
const resultsFor = (text: string): readonly object[] => {
  const relation = Number(/^Place (\d+)$/.exec(text)?.[1] ?? 0)
  if (relation === 0) return []
  return [
    { place_id: 1, osm_type: 'way', osm_id: 7, category: 'highway', type: 'residential', name: text },
    {
      place_id: 2,
      osm_type: 'relation',
      osm_id: relation,
      category: 'boundary',
      type: 'administrative',
      name: text,
    },
  ]
}

const sendJson = (response: ServerResponse, body: string): void => {
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(body)
}

const sendStatus =
  (status: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  (response) => {
    response.writeHead(status, headers)
    response.end('<html></html>')
  }

/** Every one of them is a failure; none says that the map has nothing of the name. */
export const NOMINATIM_FAULTS: Readonly<Record<string, Fault>> = {
  'a page with status 200': (response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<html><body>Bandwidth limit exceeded</body></html>')
  },
  'a page that says it is JSON': (response) => sendJson(response, '<html></html>'),
  'an empty body': (response) => sendJson(response, ''),
  'an error object with status 200': (response) =>
    sendJson(response, '{"error":{"code":400,"message":"Query failed"}}'),
  'a list of something else': (response) => sendJson(response, '["Place 1"]'),
  'truncated JSON': (response, body) => sendJson(response, body.slice(0, body.length >> 1)),
  'a broken transfer': (response, body) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-length', body.length)
    response.write(body.slice(0, body.length >> 1), () => response.destroy())
  },
  'a gzip bomb': (response) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-encoding', 'gzip')
    response.end(BOMB)
  },
  '403': sendStatus(403),
  '429 with Retry-After': sendStatus(429, { 'retry-after': '1' }),
  '404 with an empty list': (response) => {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end('[]')
  },
  '503': sendStatus(503),
  'a redirect to another host': sendStatus(302, { location: 'http://127.0.0.2:1/search' }),
  'a body that never ends': (response) => {
    response.setHeader('content-type', 'application/json')
    response.write('[')
  },
  'no answer at all': (response) => void response.destroy(),
}

/** Longer than a caller waits. */
export const TWO_MINUTES_OF_REST: Fault = sendStatus(429, { 'retry-after': '120' })

/** An empty list behind 20 MB of spaces. */
const BOMB = gzipSync(Buffer.concat([Buffer.alloc(20_000_000, 0x20), Buffer.from('[]')]))
